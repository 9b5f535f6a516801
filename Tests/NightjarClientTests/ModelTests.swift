import Foundation
import NightjarClient
import Synchronization
import TestKit
import Testing

/// Each view model through each of its states, with a scripted gateway.
@MainActor
@Suite("View models")
struct ModelTests {
    private nonisolated static let night =
        #"{"date":"2026-11-20","device":"d","device_name":"Strap","synthetic":false,"source":"live","#
        + #""has_sleep_period":true}"#

    private func client(
        _ transport: ScriptedTransport, _ time: ManualTime = ManualTime(), cache: ResponseCache? = ResponseCache()
    ) -> NightjarClient {
        NightjarClient(transport: transport, cache: cache, retry: .none, time: time)
    }

    @Test("Nights: idle, loading, loaded, then last known data while there is no connection")
    func nights() async throws {
        let isUp = Mutex(true)
        let transport = ScriptedTransport { _ in
            guard isUp.withLock({ $0 }) else { throw TransportError(.unreachable, "no") }
            return .json(#"{"nights":[\#(Self.night)]}"#)
        }
        let model = NightListModel(client: client(transport))
        guard case .idle = model.state else { throw Unexpected() }
        let load = Task { await model.load() }
        #expect(await eventually { model.state.isLoading || model.state.shown != nil })
        await load.value
        guard case .loaded(let snapshot) = model.state else { throw Unexpected() }
        #expect(snapshot.value.first?.date.description == "2026-11-20" && model.state.message == nil)
        isUp.withLock { $0 = false }
        await model.reload()
        #expect(model.state.isOffline && model.state.isStale && model.state.shown?.value.count == 1)
        #expect(model.state.message?.isEmpty == false)
    }

    @Test("Nothing yet is something else than an error, and an error keeps what was shown")
    func emptyAndError() async throws {
        let transport = ScriptedTransport([
            { _ in .json(#"{"nights":[]}"#) }, { _ in .json(#"{"nights":[\#(Self.night)]}"#) }, { _ in .problem(500) },
        ])
        let model = NightListModel(client: client(transport))
        await model.load()
        guard case .empty = model.state else { throw Unexpected() }
        await model.reload()
        await model.reload()
        guard case .error(let message, let last) = model.state else { throw Unexpected() }
        #expect(message.hasPrefix("Server error, please try later.") && last?.value.count == 1 && last?.isStale == true)
    }

    @Test("Out of reach without anything known is told as such")
    func offline() async throws {
        let transport = ScriptedTransport { _ in throw TransportError(.unreachable, "no route") }
        let model = NightModel(client: client(transport, cache: nil))
        await model.load()
        guard case .offline(let message, nil) = model.state else { throw Unexpected() }
        #expect(message.contains("no route"))
    }

    @Test("Two views that ask at the same time cause one request; a reload gives the first up")
    func single() async throws {
        let gate = Mutex<[CheckedContinuation<Void, Never>]>([])
        let transport = ScriptedTransport { _ in
            await withCheckedContinuation { waiter in gate.withLock { $0.append(waiter) } }
            try Task.checkCancellation()
            return .json(#"{"nights":[\#(Self.night)]}"#)
        }
        let model = NightListModel(client: client(transport))
        let both = [Task { await model.load() }, Task { await model.load() }]
        #expect(await eventually { gate.withLock { $0.count } == 1 })
        let again = Task { await model.reload() }
        #expect(await eventually { gate.withLock { $0.count } == 2 })
        #expect(model.state.isLoading)
        for waiter in gate.withLock({ $0 }) { waiter.resume() }
        await again.value
        for task in both { await task.value }
        guard case .loaded = model.state else { throw Unexpected() }
        #expect(transport.asked.count == 2)
    }

    @Test("Giving up goes back to what was shown")
    func cancelled() async throws {
        let transport = ScriptedTransport { _ in
            try await Task.sleep(for: .seconds(3600))
            return .json("{}")
        }
        let model = NightListModel(client: client(transport))
        let load = Task { await model.load() }
        #expect(await eventually { model.state.isLoading })
        model.cancel()
        await load.value
        guard case .idle = model.state else { throw Unexpected() }
    }

    @Test("The dashboard shows what it got and tells what it did not")
    func dashboard() async throws {
        let transport = ScriptedTransport { request in
            switch request.target {
            case "/api/v1/nights": .json(#"{"nights":[\#(Self.night)]}"#)
            case "/api/v1/devices": .json(#"{"devices":[],"buses":[]}"#)
            case "/api/v1/alerts": .problem(403, "Ask the owner.")
            default: .json(#"{"recordings":[]}"#)
            }
        }
        let model = DashboardModel(client: client(transport))
        await model.load()
        let shown = try #require(model.state.shown?.value)
        #expect(shown.night?.date.description == "2026-11-20" && shown.problems == ["Ask the owner."])
        #expect(Set(transport.targets).count == 4 && transport.asked.count == 4)
    }

    @Test("The dashboard of somebody who is signed out is an error as a whole")
    func signedOut() async throws {
        let transport = ScriptedTransport { _ in .problem(401, "Sign in first.") }
        let model = DashboardModel(client: client(transport))
        await model.load()
        guard case .error("Sign in first.", nil) = model.state else { throw Unexpected() }
    }

    @Test("The form: wrong password, out of reach, and in; the password does not stay")
    func signIn() async throws {
        let answers = Mutex<[TransportReply?]>([
            .problem(401, "Invalid email or password."), nil,
            .json(
                #"{"access_token":"a","refresh_token":"r","token_type":"bearer","expires_in":3600,"scope":"full_access"}"#
            ),
        ])
        let transport = ScriptedTransport { _ in
            guard let answer = answers.withLock({ $0.removeFirst() }) else {
                throw TransportError(.unreachable, "no")
            }
            return answer
        }
        let model = SignInModel(session: AuthSession(transport: transport, store: MemoryTokens()))
        #expect(!model.canSignIn)
        (model.email, model.password) = ("a@b.c", "sesame")
        #expect(model.canSignIn)
        await model.signIn()
        #expect(model.state == .signedOut(message: "Invalid email or password."))
        await model.signIn()
        guard case .offline = model.state else { throw Unexpected() }
        await model.signIn()
        #expect(model.state == .signedIn && model.password.isEmpty && !model.canSignIn)
    }

    @Test("A forced sign-out shows in the form, with its reason")
    func forced() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in .problem(401, "Invalid refresh token") }
        let tokens = AuthTokens(accessToken: "a", refreshToken: "r", expiresIn: 10, obtained: time.now)
        let session = AuthSession(transport: transport, store: MemoryTokens(tokens), time: time)
        let model = SignInModel(session: session)
        let run = Task { await model.run() }
        #expect(await eventually { model.state == .signedIn })
        time.clock.advance(bySeconds: 60)
        _ = try? await session.token()
        #expect(await eventually { model.state == .signedOut(message: "Your session has ended. Sign in again.") })
        run.cancel()
        await run.value
    }

    @Test("Live readings: a real gateway's, then offline with the last ones, then again")
    func live() async throws {
        let fixture = try GatewayFixture()
        let flaky = FlakyTransport(fixture.socket)
        let time = ManualTime()
        let model = LiveModel(client: NightjarClient(transport: flaky, retry: .none, time: time))
        let run = Task { await model.run() }
        while model.state.shown == nil { try await Task.sleep(for: .milliseconds(2)) }
        fixture.wear(minutes: 1)
        while model.state.shown?.value.first?.heart?.rate == nil { try await Task.sleep(for: .milliseconds(2)) }
        let tile = try #require(model.state.shown?.value.first)
        #expect(tile.device?.isSynthetic == true && !tile.rates.isEmpty)
        flaky.cut()
        while !model.state.isOffline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(model.state.isStale && model.state.shown?.value.first?.heart != nil)
        await time.advance(120)
        while model.state.isOffline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(!model.state.isStale)
        run.cancel()
        await run.value
        withExtendedLifetime(fixture) {}
    }
}

/// A transport whose streams a test cuts.
final class FlakyTransport: Transport {
    private let base: any Transport
    private let open = Mutex<[ByteStream]>([])

    init(_ base: any Transport) { self.base = base }

    private let down = Mutex(false)

    /// Whether nothing gets through.
    var isDown: Bool {
        get { down.withLock(\.self) }
        set { down.withLock { $0 = newValue } }
    }

    /// Replies that came.
    var opened: Int { open.withLock(\.count) }

    func send(_ request: TransportRequest) async throws -> TransportReply {
        guard !isDown else { throw TransportError(.unreachable, "down") }
        var reply = try await base.send(request)
        let body = reply.body
        open.withLock { $0.append(body) }
        reply.body = ByteStream(
            next: {
                do { return try await body.next() } catch is CancellationError {
                    try Task.checkCancellation()
                    throw TransportError(.lost, "cut")
                }
            }, cancel: { body.cancel() })
        return reply
    }

    func cut() { for body in open.withLock({ $0 }) { body.cancel() } }
}
