import CSodium
import Runtime
import Synchronization

/// Hashes passwords with Argon2id (RFC 9106), one at a time on a thread of its own: one takes 64 MiB and some 50 ms, and
/// neither is to be had many times over.
public final class PasswordHasher: Sendable {
    /// What one hash costs.
    public struct Cost: Hashable, Sendable {
        /// Passes over the memory.
        public var passes: UInt64
        /// Bytes of memory.
        public var memory: Int

        /// What libsodium calls interactive: 2 passes over 64 MiB.
        public static let interactive = Cost(
            passes: UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), memory: Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        /// The least that there is, for tests.
        public static let least = Cost(passes: 1, memory: 8192)
    }

    /// Passwords that may wait.
    static let waiting = 16

    private let cost: Cost
    private let thread = ThreadExecutor()
    private let load = Mutex(0)
    /// The hash of no password, so that an account that is not there takes as long as one that is.
    private let stranger = Mutex<String?>(nil)

    /// A hasher of the given cost.
    public init(cost: Cost = .interactive) { self.cost = cost }

    /// The hash of a password, with its salt and cost.
    /// - Throws: ``AccountError/busy`` when too many wait, or memory is short.
    func hash(_ password: String) async throws -> String {
        try await run { [cost] in try Self.hash(password, cost) }
    }

    /// Whether a password has this hash; false for nil, in the same time.
    ///
    /// Passwords are looked at one after the other, and nothing comes between the three steps of one: of many at once, each
    /// finds what became of those before it.
    /// - Parameters:
    ///   - password: what was typed.
    ///   - hash: of the right one.
    ///   - hear: called when its turn comes, before it is looked at; what it throws is thrown, and nothing is looked at.
    ///   - judge: told whether it was right.
    /// - Throws: ``AccountError/busy`` when too many wait.
    func verify(
        _ password: String, against hash: String?, hear: @escaping @Sendable () throws -> Void,
        judge: @escaping @Sendable (Bool) -> Void
    ) async throws -> Bool {
        try await run { [self] in
            try hear()
            let stranger = try stranger.withLock { stranger in
                let made = try stranger ?? Self.hash("", cost)
                stranger = made
                return made
            }
            let bytes = password.utf8.map { CChar(bitPattern: $0) }
            let fits = crypto_pwhash_str_verify(hash ?? stranger, bytes, UInt64(bytes.count)) == 0
            let isRight = fits && hash != nil
            judge(isRight)
            return isRight
        }
    }

    private static func hash(_ password: String, _ cost: Cost) throws -> String {
        let bytes = password.utf8.map { CChar(bitPattern: $0) }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        guard crypto_pwhash_str(&text, bytes, UInt64(bytes.count), cost.passes, cost.memory) == 0 else {
            throw AccountError.busy
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isWelcome = load.withLock { load in
            guard load < Self.waiting else { return false }
            load += 1
            return true
        }
        guard isWelcome else { throw AccountError.busy }
        defer { load.withLock { $0 -= 1 } }
        return try await Task(executorPreference: thread) { try work() }.value
    }
}
