import CSodium
import Runtime
import Synchronization

/// Hashes passwords with Argon2id (RFC 9106), one at a time on a thread of its own: one takes 64 MiB and some 50 ms, and
/// neither is to be had many times over.
package final class PasswordHasher: Sendable {
    /// What one hash costs.
    package struct Cost: Hashable, Sendable {
        /// Passes over the memory.
        package var passes: UInt64
        /// Bytes of memory.
        package var memory: Int

        /// What libsodium calls interactive: 2 passes over 64 MiB.
        package static let interactive = Cost(
            passes: UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), memory: Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        /// The cheapest that libsodium takes, for tests.
        package static let least = Cost(passes: 1, memory: 8192)
    }

    /// Sign-ins that may wait for a hash, over all accounts.
    static let waiting = 16
    /// The share of one account, so that many simultaneous sign-ins to it leave room for others.
    static let waitingForOne = 5

    /// Counts the sign-ins that wait, over all and by account.
    private struct Waiting {
        private var all = 0
        private var each: [String: Int] = [:]

        /// - Returns: false when too many wait already.
        mutating func enter(_ key: String) -> Bool {
            let own = each[key, default: 0]
            guard all < PasswordHasher.waiting, own < PasswordHasher.waitingForOne else { return false }
            (all, each[key]) = (all + 1, own + 1)
            return true
        }

        mutating func leave(_ key: String) {
            let own = each[key, default: 0]
            (all, each[key]) = (all - 1, own > 1 ? own - 1 : nil)
        }
    }

    private let cost: Cost
    private let thread = ThreadExecutor()
    private let load = Mutex(Waiting())
    /// The hash of no password, so that an account that is not there takes as long as one that is.
    private let stranger = Mutex<String?>(nil)

    /// A hasher of the given cost.
    package init(cost: Cost = .interactive) { self.cost = cost }

    /// The hash of a password, with its salt and cost.
    /// - Parameters:
    ///   - password: what was typed.
    ///   - key: the address of the account that it is for.
    /// - Throws: ``AccountError/busy`` when too many wait, or memory is short.
    func hash(_ password: String, for key: String) async throws -> String {
        try await run(for: key) { [cost] in try Self.hash(password, cost) }
    }

    /// Whether a password has this hash; false for nil, in the same time.
    ///
    /// Passwords are looked at one after the other, and nothing comes between the three steps of one: of many at once, each
    /// finds what became of those before it.
    /// - Parameters:
    ///   - password: what was typed.
    ///   - hash: of the right one.
    ///   - key: the address of the account that it is for.
    ///   - hear: called when its turn comes, before it is looked at; what it throws is thrown, and nothing is looked at.
    ///   - judge: told whether it was right.
    /// - Throws: ``AccountError/busy`` when too many wait, for this account or in all.
    func verify(
        _ password: String, against hash: String?, for key: String, hear: @escaping @Sendable () throws -> Void,
        judge: @escaping @Sendable (Bool) -> Void
    ) async throws -> Bool {
        try await run(for: key) { [self] in
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

    private func run<Value: Sendable>(
        for key: String, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard load.withLock({ $0.enter(key) }) else { throw AccountError.busy }
        defer { load.withLock { $0.leave(key) } }
        return try await Task(executorPreference: thread) { try work() }.value
    }
}
