import Foundation
import NightjarClient
import TestKit
import Testing

@Suite("Trying again")
struct RetryTests {
    private func client(_ transport: ScriptedTransport, _ time: ManualTime) -> NightjarClient {
        NightjarClient(transport: transport, time: time)
    }

    private let health =
        #"{"status":"ok","version":"1","uptime_s":1,"zone":"UTC","store":{"state":"ok","reason":null,"since_s":null,"#
        + #""pending_bytes":0,"dropped_samples":0,"notices":[]}}"#

    @Test("A GET that meets a lost connection is sent again, three times in all")
    func idempotent() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in throw TransportError(.lost, "gone") }
        async let outcome = Result { try await client(transport, time).send(.health) }
        await time.advance(1)
        await time.advance(2)
        guard case .failure(let error) = await outcome else { throw Unexpected() }
        #expect(error as? APIError == .networkError(.init(.lost, "gone")) && transport.asked.count == 3)
    }

    @Test("A POST is sent once, and again only with an idempotency key")
    func notIdempotent() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in .problem(503) }
        await #expect(throws: APIError.self) { try await client(transport, time).send(.stopNight, RowRequest(1)) }
        #expect(transport.asked.count == 1)
        var keyed = Call<Nothing>("POST", "/x")
        keyed.idempotencyKey = "k"
        async let outcome = Result { [keyed] in try await client(transport, time).data(keyed) }
        await time.advance(1)
        await time.advance(2)
        _ = await outcome
        #expect(transport.asked.count == 4 && transport.asked.last?.headers["Idempotency-Key"] == "k")
    }

    @Test("Retry-After is waited for in full, and not at all when it is too long")
    func retryAfter() async throws {
        let time = ManualTime()
        let answer = health
        let transport = ScriptedTransport([
            { _ in .problem(429, "", ["retry-after": "7"]) }, { _ in .json(answer) },
        ])
        async let reply = client(transport, time).send(.health)
        await time.advance(6.9)
        #expect(transport.asked.count == 1)
        await time.advance(0.7)
        #expect(try await reply.status == .ok && transport.asked.count == 2)
        let slow = ScriptedTransport { _ in .problem(429, "", ["retry-after": "3600"]) }
        let error = await #expect(throws: APIError.self) { try await client(slow, time).send(.health) }
        #expect(slow.asked.count == 1)
        guard case .rateLimited(let seconds, _) = error else { throw Unexpected() }
        #expect(seconds == 3600 && error?.message.contains("3600 seconds") == true)
    }

    @Test("A Retry-After that names a time counts from now")
    func retryAfterTime() throws {
        let now = Date(timeIntervalSince1970: 1_792_567_670)  // 2026-10-21 07:27:50 UTC
        let error = APIError(
            status: 503, headers: ["retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"], body: Data(), now: now)
        guard case .server(let seconds, _) = error else { throw Unexpected() }
        #expect(seconds == 10)
    }

    @Test("Waits double, are drawn from their whole length, and end after the last try")
    func backoff() {
        let policy = RetryPolicy(tries: 4, base: 1, longest: 3)
        let error = APIError.networkError(.init(.timedOut, ""))
        #expect(policy.wait(after: error, tried: 1, random: 1) == 1)
        #expect(policy.wait(after: error, tried: 2, random: 0.5) == 1)
        #expect(policy.wait(after: error, tried: 3, random: 1) == 3)
        #expect(policy.wait(after: error, tried: 4, random: 1) == nil)
        #expect(policy.wait(after: .notFound(.init(status: 404)), tried: 1, random: 1) == nil)
        #expect(policy.wait(after: .networkError(.init(.untrusted, "")), tried: 1, random: 1) == nil)
    }

    @Test("Cancelling while it waits ends at once, without another try")
    func cancelled() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in throw TransportError(.lost, "gone") }
        let client = client(transport, time)
        let task = Task { try await client.send(.health) }
        #expect(await eventually { time.clock.waiting == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.asked.count == 1)
    }
}

struct Unexpected: Error {}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
