public import Relay
import Runtime
public import Signals
import Synchronization

/// The relay for programs that have no unix socket: a second program on the phone's side, and watches in browsers.
public final class RelayDesk: Sendable {
    /// Watches in browsers at a time.
    public static let browserLimit = 16

    private struct State {
        var path: String?
        var phone: RelaySession?
        var watches: [String: BrowserWatch] = [:]
        var measured: (milliseconds: Double, at: Instant)?
        var recent: [String: [ContinuousClock.Instant]] = [:]
    }

    private let state = Mutex(State())
    private let silent = SilentProgram()

    init() {}

    /// Tells where the hub listens.
    func open(path: String) { state.withLock { $0.path = path } }

    func measured(_ milliseconds: Double, at time: Instant) { state.withLock { $0.measured = (milliseconds, time) } }

    /// The heart rate variability that a watch has sent last, in ms.
    public var measured: (milliseconds: Double, at: Instant)? { state.withLock { $0.measured } }

    /// A second program on the phone's side.
    /// - Throws: `Failure` when the relay is not open.
    public func phone() async throws -> RelaySession {
        let session = try state.withLock { state -> RelaySession in
            if let phone = state.phone { return phone }
            let phone = try RelaySession(role: .phone, path: try Self.path(state), part: .attach)
            phone.delegate = silent
            phone.activate()
            state.phone = phone
            return phone
        }
        try await Self.activation(of: session)
        return session
    }

    /// The watch of a browser, which is connected from its first question to some time after its last.
    /// - Throws: `Failure` when its token is wrong, or too many browsers are watches.
    public func watch(_ name: String, token: String) async throws -> BrowserWatch {
        let watch = try state.withLock { state -> BrowserWatch in
            state.watches = state.watches.filter { !$0.value.isForgotten }
            if let watch = state.watches[name] {
                guard watch.hasToken(token) else { throw Self.wrongToken }
                return watch
            }
            guard state.watches.count < Self.browserLimit else {
                throw Failure(.failed, "\(Self.browserLimit) browsers are watches already; close one.")
            }
            let watch = try BrowserWatch(path: try Self.path(state), watch: name, token: token)
            state.watches[name] = watch
            return watch
        }
        do { try await Self.activation(of: watch.session) } catch {
            state.withLock { $0.watches[name] = nil }
            watch.end()
            if watch.isRefused { throw Self.wrongToken }
            throw error
        }
        return watch
    }

    /// Whether one more request of `name` is within 50 a second, with a hundred at once.
    public func allows(_ name: String) -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            var times = (state.recent[name] ?? []).filter { $0 > now.advanced(by: .seconds(-2)) }
            guard times.count < 100 else { return false }
            times.append(now)
            if state.recent.count > 64 { state.recent = [:] }
            state.recent[name] = times
            return true
        }
    }

    private static let wrongToken = Failure(
        .notPermitted, "This watch is not paired, or its token is wrong (7005). Pair it with a new code.")

    private static func path(_ state: State) throws -> String {
        guard let path = state.path else { throw Failure(.failed, "The relay is not open.") }
        return path
    }

    /// Waits until a session is activated, at most two seconds.
    private static func activation(of session: RelaySession) async throws {
        for _ in 0..<200 where session.activationState != .activated {
            if session.activationState == .inactive { session.activate() }
            try await Task.sleep(for: .milliseconds(10))
        }
        guard session.activationState == .activated else {
            throw Failure(.failed, RelayError(.notActivated).description)
        }
    }

    /// Sends, and hears nothing.
    private final class SilentProgram: RelaySessionDelegate {}
}
