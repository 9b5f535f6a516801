import Foundation
import NightjarClient
import Synchronization
import TestKit
import Testing

@Suite("Staying signed in")
struct SessionTests {
    private static func tokens(_ number: Int) -> String {
        #"{"access_token":"a\#(number)","refresh_token":"r\#(number)","token_type":"bearer","expires_in":3600,"#
            + #""scope":"full_access"}"#
    }

    private static func body(_ request: TransportRequest) -> String {
        guard case .data(let data) = request.body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// A gateway that takes the last access token it gave and renews each refresh token once.
    private func gateway(renews: Bool = true) -> ScriptedTransport {
        let number = Mutex(1)
        return ScriptedTransport { request in
            switch request.target {
            case "/api/v1/auth/login":
                guard Self.body(request).contains(#""password":"right""#) else {
                    return .problem(401, "Invalid email or password.")
                }
                return .json(Self.tokens(number.withLock { $0 }))
            case "/api/v1/auth/refresh":
                let current = number.withLock { $0 }
                guard renews, Self.body(request).contains("\"r\(current)\"") else { return .problem(401, "Invalid") }
                for _ in 0..<50 { await Task.yield() }
                return .json(
                    Self.tokens(
                        number.withLock {
                            $0 += 1; return $0
                        }))
            case "/api/v1/auth/logout": return .json(#"{"message":"bye"}"#)
            case "/revoke":
                number.withLock { $0 += 0 }
                return .json("{}")
            default:
                let good = "Bearer a\(number.withLock { $0 })"
                return request.headers["Authorization"] == good ? .json(#"{"alerts":[]}"#) : .problem(401, "expired")
            }
        }
    }

    private func signedIn(
        _ transport: ScriptedTransport, _ time: ManualTime, store: any TokenStore = MemoryTokens(),
        cache: ResponseCache? = nil
    ) async throws -> (AuthSession, NightjarClient) {
        let session = AuthSession(transport: transport, store: store, cache: cache, time: time)
        try await session.signIn(email: "a@b.c", password: "right")
        return (session, NightjarClient(transport: transport, tokens: session, cache: cache, time: time))
    }

    @Test("A wrong password is told in the gateway's words, and nobody is signed in")
    func wrongPassword() async throws {
        let session = AuthSession(transport: gateway(), store: MemoryTokens(), time: ManualTime())
        let error = await #expect(throws: APIError.self) {
            try await session.signIn(email: "a@b.c", password: "wrong")
        }
        #expect(error?.message == "Invalid email or password.")
        #expect(await session.state == .signedOut(reason: nil))
    }

    @Test("Tokens are renewed when 80 % of their life are over, not before")
    func aging() async throws {
        let (transport, time) = (gateway(), ManualTime())
        let (_, client) = try await signedIn(transport, time)
        time.clock.advance(bySeconds: 2879)
        _ = try await client.send(.alerts)
        #expect(!transport.targets.contains("POST /api/v1/auth/refresh"))
        time.clock.advance(bySeconds: 2)
        _ = try await client.send(.alerts)
        #expect(transport.targets.suffix(2) == ["POST /api/v1/auth/refresh", "GET /api/v1/alerts"])
        #expect(transport.asked.last?.headers["Authorization"] == "Bearer a2")
    }

    @Test("Forty requests that are refused at once cause one renewal, and each is sent once more")
    func singleFlight() async throws {
        let (transport, time) = (gateway(), ManualTime())
        let stale = AuthTokens(accessToken: "a0", refreshToken: "r1", expiresIn: 3600, obtained: time.now)
        let session = AuthSession(transport: transport, store: MemoryTokens(stale), time: time)
        let client = NightjarClient(transport: transport, tokens: session, time: time)
        let good = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 { group.addTask { (try? await client.send(.alerts)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(good == 40)
        #expect(transport.targets.filter { $0.hasSuffix("/refresh") }.count == 1)
        #expect(transport.targets.filter { $0.hasSuffix("/alerts") }.count <= 80)
    }

    @Test("A request that is cancelled does not take the renewal of the others with it")
    func cancelledRenewal() async throws {
        let (transport, time) = (gateway(), ManualTime())
        let stale = AuthTokens(accessToken: "a0", refreshToken: "r1", expiresIn: 3600, obtained: time.now)
        let session = AuthSession(transport: transport, store: MemoryTokens(stale), time: time)
        let client = NightjarClient(transport: transport, tokens: session, time: time)
        let first = Task { try await client.send(.alerts) }
        #expect(await eventually { transport.targets.contains("POST /api/v1/auth/refresh") })
        let second = Task { try await client.send(.alerts) }
        first.cancel()
        #expect(try await second.value.alerts.isEmpty)
        #expect(transport.targets.filter { $0.hasSuffix("/refresh") }.count == 1)
    }

    @Test("A refused renewal signs out, says why, and clears what was kept")
    func revoked() async throws {
        let (transport, time, store) = (gateway(renews: false), ManualTime(), MemoryTokens())
        let cache = ResponseCache()
        let (session, client) = try await signedIn(transport, time, store: store, cache: cache)
        _ = try await client.load(.alerts)
        #expect(await cache.count == 1)
        time.clock.advance(bySeconds: 3000)
        let error = await #expect(throws: APIError.self) { try await client.send(.alerts) }
        guard case .unauthorized = error else { throw Unexpected() }
        #expect(await session.state == .signedOut(reason: "Your session has ended. Sign in again."))
        #expect(try await store.load() == nil)
        #expect(await cache.count == 0)
        #expect(try await session.token() == nil)
    }

    @Test("A session is taken up again after a restart")
    func restored() async throws {
        let (transport, time, store) = (gateway(), ManualTime(), StoredTokens(MemoryStore()))
        _ = try await signedIn(transport, time, store: store)
        let later = AuthSession(transport: transport, store: store, time: time)
        await later.restore()
        #expect(await later.state == .signedIn)
        #expect(try await later.token() == "a1")
    }

    @Test("Without a connection an aging token is used until it holds no longer")
    func offlineRenewal() async throws {
        let time = ManualTime()
        let old = AuthTokens(accessToken: "a1", refreshToken: "r1", expiresIn: 3600, obtained: time.now)
        let transport = ScriptedTransport { _ in throw TransportError(.unreachable, "no") }
        let session = AuthSession(transport: transport, store: MemoryTokens(old), time: time)
        time.clock.advance(bySeconds: 3000)
        #expect(try await session.token() == "a1")
        time.clock.advance(bySeconds: 700)
        await #expect(throws: APIError.self) { try await session.token() }
        #expect(await session.state == .signedIn)
    }

    @Test("A renewal that fails in passing leaves the token that still holds", arguments: [429, 500])
    func passing(status: Int) async throws {
        let time = ManualTime()
        let old = AuthTokens(accessToken: "a1", refreshToken: "r1", expiresIn: 3600, obtained: time.now)
        let session = AuthSession(
            transport: ScriptedTransport { _ in .problem(status) }, store: MemoryTokens(old), time: time)
        time.clock.advance(bySeconds: 3000)
        #expect(try await session.token() == "a1")
        time.clock.advance(bySeconds: 700)
        await #expect(throws: APIError.self) { try await session.token() }
    }

    @Test("A wrong password that is typed again is no bad token, and is sent once")
    func typedAgain() async throws {
        let transport = ScriptedTransport { request in
            guard request.target == "/api/v1/auth/password" else { return .json(Self.tokens(2)) }
            return .json(
                #"{"status":401,"code":"invalid_credentials","detail":"Invalid email or password."}"#, status: 401)
        }
        let time = ManualTime()
        let old = AuthTokens(accessToken: "a1", refreshToken: "r1", expiresIn: 3600, obtained: time.now)
        let session = AuthSession(transport: transport, store: MemoryTokens(old), time: time)
        let client = NightjarClient(transport: transport, tokens: session, time: time)
        await #expect(throws: APIError.self) {
            try await client.send(.changePassword, ChangePasswordRequest(from: "wrong", to: "correct horse"))
        }
        #expect(transport.targets == ["PUT /api/v1/auth/password"])
    }

    @Test("Who signs out while a sign-in is on its way stays signed out, and the gateway is told")
    func leftMeanwhile() async throws {
        let isAsked = Mutex(false)
        let mayAnswer = Mutex(false)
        let transport = ScriptedTransport { request in
            guard request.target == "/api/v1/auth/login" else { return .json(#"{"message":"bye"}"#) }
            isAsked.withLock { $0 = true }
            while !mayAnswer.withLock({ $0 }) { await Task.yield() }
            return .json(Self.tokens(1))
        }
        let store = MemoryTokens()
        let session = AuthSession(transport: transport, store: store, time: ManualTime())
        let signIn = Task { try await session.signIn(email: "a@b.c", password: "right") }
        while !isAsked.withLock({ $0 }) { await Task.yield() }
        await session.signOut()
        mayAnswer.withLock { $0 = true }
        await #expect(throws: APIError.self) { try await signIn.value }
        #expect(await session.state == .signedOut(reason: nil))
        #expect(try await session.token() == nil)
        #expect(try await store.load() == nil)
        #expect(transport.targets.last == "POST /api/v1/auth/logout")
    }

    @Test("Routes for everybody get the token too, and are answered without one that is bad")
    func open() async throws {
        let transport = ScriptedTransport { request in
            if request.target == "/api/v1/auth/refresh" { return .problem(401, "ended") }
            guard let token = request.headers["Authorization"] else { return .json(#"{"status":"healthy"}"#) }
            return token == "Bearer good" ? .json(#"{"status":"degraded"}"#) : .problem(401, "expired")
        }
        for (token, status) in [("good", "degraded"), ("bad", "healthy")] {
            let client = NightjarClient(transport: transport, tokens: FixedToken(token), time: ManualTime())
            let body = try await client.data(Call(.authHealth, Nothing()))
            #expect(String(decoding: body, as: UTF8.self).contains(status))
            _ = try? await client.send(.login, LoginRequest(email: "a@b.c", password: "x"))
            #expect(transport.asked.last?.headers["Authorization"] == nil)
        }
    }

    @Test("What must not be done twice is not repeated by itself, whatever its method")
    func once() {
        #expect(!Call(.changePassword, ChangePasswordRequest(from: "a", to: "b")).isRepeatable)
        #expect(!Call(.giveRecording, GiveRecordingRequest(RowNumber(1), to: .nobody)).isRepeatable)
        #expect(Call(.changeMe, ChangeAccountRequest()).isRepeatable)
    }

    @Test("Signing out tells the gateway, with the token that it ends")
    func signOut() async throws {
        let (transport, time) = (gateway(), ManualTime())
        let (session, _) = try await signedIn(transport, time)
        await session.signOut()
        #expect(transport.targets.last == "POST /api/v1/auth/logout")
        #expect(transport.asked.last?.headers["Authorization"] == "Bearer a1")
        #expect(await session.state == .signedOut(reason: nil))
    }

    @Test("Who watches is told of each change")
    func watched() async throws {
        let (transport, time) = (gateway(), ManualTime())
        let session = AuthSession(transport: transport, store: MemoryTokens(), time: time)
        var states = await session.states().makeAsyncIterator()
        #expect(await states.next() == .signedOut(reason: nil))
        try await session.signIn(email: "a@b.c", password: "right")
        #expect(await states.next() == .signedIn)
    }

    @Test("Tokens do not show when they are printed")
    func secret() {
        let tokens = AuthTokens(accessToken: "sesame", refreshToken: "open", expiresIn: 1, obtained: .now)
        var dumped = ""
        dump(tokens, to: &dumped)
        for text in ["\(tokens)", String(reflecting: tokens), dumped] {
            #expect(!text.contains("sesame") && !text.contains("open"))
        }
    }
}
