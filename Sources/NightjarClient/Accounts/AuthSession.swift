#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Signing in, staying signed in, and signing out.
///
/// Tokens are renewed when 80 % of their life are over, and when the gateway refuses one. However many requests need a
/// new token at the same time, one renewal serves them all: refresh tokens are good for once, and using one twice is
/// what a thief would do. When the gateway refuses to renew, the person is signed out and what was kept is cleared.
public actor AuthSession: TokenProvider {
    /// Whether somebody is signed in.
    public enum State: Sendable, Hashable {
        /// Nobody, with what to tell the person, if there is anything.
        case signedOut(reason: String?)
        /// Somebody is signed in.
        case signedIn
    }

    private let client: NightjarClient
    private let store: any TokenStore
    private let cache: ResponseCache?
    private let time: any TimeSource
    private var tokens: AuthTokens?
    private var isRestored = false
    private var renewal: Task<AuthTokens, any Error>?
    /// Goes up with each sign-in and sign-out: what began before must not change what came after.
    private var era = 0
    /// Goes up with each sign-out.
    private var signOuts = 0
    private var watchers: [Int: AsyncStream<State>.Continuation] = [:]
    private var nextWatcher = 0

    /// Whether somebody is signed in now.
    public private(set) var state: State = .signedOut(reason: nil) {
        didSet { for watcher in watchers.values { watcher.yield(state) } }
    }

    /// A session over `transport`, with tokens in `store`; signing out clears `cache`.
    public init(
        transport: any Transport, store: any TokenStore, cache: ResponseCache? = nil,
        time: any TimeSource = SystemTime()
    ) {
        client = NightjarClient(transport: transport, retry: .none, time: time)
        self.store = store
        self.cache = cache
        self.time = time
    }

    /// The present state and each later one.
    public func states() -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream<State>.makeStream(bufferingPolicy: .bufferingNewest(8))
        let key = nextWatcher
        nextWatcher += 1
        watchers[key] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.unwatch(key) } }
        continuation.yield(state)
        return stream
    }

    private func unwatch(_ key: Int) { watchers[key] = nil }

    /// Takes up the session that was kept by an earlier run.
    public func restore() async {
        guard !isRestored else { return }
        let era = era
        let kept = try? await store.load()
        guard !isRestored, era == self.era else { return }
        isRestored = true
        tokens = kept
        if kept != nil { state = .signedIn }
    }

    /// Signs in.
    /// - Parameters:
    ///   - email: the address.
    ///   - password: the password.
    ///   - isRemembered: whether the tokens are kept when the program ends.
    ///   - device: what is signing in, for the list of sessions.
    /// - Throws: ``APIError``; `unauthorized` for a wrong address or password.
    public func signIn(email: String, password: String, isRemembered: Bool = true, device: String? = nil) async throws {
        let login = LoginRequest(
            email: email, password: SecretText(password), isRemembered: isRemembered, device: device)
        let signOuts = signOuts
        try await adopt(try await client.send(.login, login), isRemembered: isRemembered, since: signOuts)
    }

    /// Enters a new person and signs in.
    /// - Throws: ``APIError``; `conflict` for an address that is taken.
    public func register(_ registration: RegisterRequest) async throws {
        let signOuts = signOuts
        try await adopt(try await client.send(.register, registration), isRemembered: true, since: signOuts)
    }

    /// Signs out, here in any case and at the gateway where it can be reached.
    public func signOut() async {
        let left = tokens
        await clear(reason: nil)
        if let left { await end(left) }
    }

    /// Tells the gateway that tokens are not used any more.
    private func end(_ left: AuthTokens) async {
        var logout = Call(.logout, LogoutRequest(SecretText(left.refreshToken)))
        logout.token = left.accessToken
        _ = try? await client.send(logout)
    }

    /// The token to send; nil when nobody is signed in.
    public func token() async throws -> String? {
        await restore()
        guard let tokens else { return nil }
        guard tokens.isAging(at: time.now) else { return tokens.accessToken }
        do {
            return try await renewed().accessToken
        } catch let error as APIError {
            // The old one still holds for a while, unless the gateway ended the session or somebody else has signed in;
            // whatever is wrong with the gateway may be over before it does not.
            guard self.tokens == tokens, !tokens.isExpired(at: time.now) else { throw error }
            return tokens.accessToken
        }
    }

    /// The number of the account that is signed in, empty for nobody.
    public func account() async -> String? {
        await restore()
        return AuthTokens.account(of: tokens?.accessToken)
    }

    /// A token in place of one that the gateway refused; nil when there is none any more.
    public func replacement(for refused: String) async throws -> String? {
        guard let tokens else { return nil }
        // Another request was faster.
        if tokens.accessToken != refused { return tokens.accessToken }
        return try await renewed().accessToken
    }

    private func renewed() async throws -> AuthTokens {
        // A task of its own: a request that is cancelled must not take the renewal of all others with it.
        let task = renewal ?? Task { try await self.renew() }
        renewal = task
        return try await task.value
    }

    private func renew() async throws -> AuthTokens {
        defer { renewal = nil }
        guard let old = tokens else { throw APIError.unauthorized(Problem(status: 401)) }
        let era = era
        do {
            let reply = try await client.send(.refresh, RefreshRequest(SecretText(old.refreshToken)))
            guard era == self.era else { throw APIError.unauthorized(Problem(status: 401)) }
            let new = reply.tokens(at: time.now)
            tokens = new
            try? await store.save(new)
            return new
        } catch let error as APIError {
            switch error {
            case .unauthorized, .forbidden, .validation, .notFound:
                if era == self.era { await clear(reason: "Your session has ended. Sign in again.") }
                throw APIError.unauthorized(error.problem ?? Problem(status: 401))
            default: throw error
            }
        }
    }

    private func adopt(_ reply: TokensDocument, isRemembered: Bool, since signOuts: Int) async throws {
        let new = reply.tokens(at: time.now)
        // What an earlier person saw is not this one's.
        await cache?.clear()
        // Who has signed out while the gateway answered stays signed out.
        guard signOuts == self.signOuts else {
            await end(new)
            throw APIError.unauthorized(Problem(status: 401, detail: "You signed out meanwhile. Sign in again."))
        }
        era += 1
        isRestored = true
        tokens = new
        try await store.save(isRemembered ? new : nil)
        guard signOuts == self.signOuts else { return try await store.save(nil) }
        state = .signedIn
    }

    private func clear(reason: String?) async {
        era += 1
        signOuts += 1
        isRestored = true
        tokens = nil
        state = .signedOut(reason: reason)
        try? await store.save(nil)
        await cache?.clear()
    }
}
