import Foundation
import Gateway
import Synchronization
import TestKit
import Testing

@testable import NightjarClient

/// What the clients of CLARITY and ModernReader send and expect, name by name, against a real gateway.
@Suite("The contract of the seed apps")
struct ContractTests {
    /// Remembers the bytes of requests and replies on their way.
    private final class Tap: Transport {
        private let base: any Transport
        private let last = Mutex<(sent: Data, got: Data, status: Int)>((Data(), Data(), 0))

        init(_ base: any Transport) { self.base = base }

        var sent: Data { last.withLock(\.sent) }
        var got: Data { last.withLock(\.got) }
        var status: Int { last.withLock(\.status) }

        func send(_ request: TransportRequest) async throws -> TransportReply {
            var reply = try await base.send(request)
            let body = try await reply.body.collect()
            let sent = if case .data(let data) = request.body { data } else { Data() }
            let status = reply.status
            last.withLock { $0 = (sent, body, status) }
            let left = Mutex<Data?>(body)
            reply.body = ByteStream(next: { left.withLock { $0.take() } })
            return reply
        }
    }

    private func names(_ data: Data) throws -> Set<String> {
        Set(try (JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]).keys)
    }

    /// Sends a request and compares the names of what was sent and of what came.
    private func holds<Reply>(
        _ endpoint: Call<Reply>, _ tap: Tap, status: Int = 200, sends: Set<String> = [], gets: Set<String>
    ) async throws -> Reply {
        let reply: Reply
        do {
            reply = try await NightjarClient(transport: tap, retry: .none).send(endpoint)
        } catch {
            Issue.record("\(endpoint.method) \(endpoint.target): \(error)")
            throw error
        }
        #expect(tap.status == status, "\(endpoint.target)")
        if !sends.isEmpty { #expect(try names(tap.sent) == sends, "\(endpoint.target)") }
        let missing = gets.subtracting(try names(tap.got))
        #expect(missing.isEmpty, "\(endpoint.target)")
        return reply
    }

    private static let password: SecretText = "Correct-horse-7!"
    private static let token: Set = ["access_token", "refresh_token", "token_type", "expires_in", "scope"]

    @Test("6.1: register, log in, me, refresh once, log out for good")
    func auth() async throws {
        let fixture = try GatewayFixture()
        let tap = Tap(fixture.loopback)
        let registration = RegisterRequest(email: "ada@example.org", password: Self.password, displayName: "Ada")
        let first = try await holds(
            Call(.register, registration), tap, sends: ["email", "password", "display_name"], gets: Self.token)
        #expect(first.type == .bearer && first.expiresIn == 3600 && first.scope == .full)
        let login = LoginRequest(email: "ada@example.org", password: Self.password, isRemembered: true)
        let second = try await holds(
            Call(.login, login), tap, sends: ["email", "password", "remember_me"], gets: Self.token)
        var me = Call(.me, Nothing())
        me.token = second.accessToken.text
        let account = try await holds(
            me, tap, gets: ["user_id", "email", "email_verified", "display_name", "auth_provider"])
        #expect(account.email == "ada@example.org" && account.displayName == "Ada")
        var change = Call(.changeMe, ChangeAccountRequest(displayName: "Ada L."))
        change.token = second.accessToken.text
        let changed = try await holds(
            change, tap, sends: ["display_name"], gets: ["user_id", "email", "display_name", "updated"])
        #expect(changed.isUpdated && changed.displayName == "Ada L.")
        let third = try await holds(
            Call(.refresh, RefreshRequest(second.refreshToken)), tap, sends: ["refresh_token"], gets: Self.token)
        var logout = Call(.logout, LogoutRequest(third.refreshToken))
        logout.token = third.accessToken.text
        _ = try await holds(logout, tap, gets: ["message"])
        let over = await #expect(throws: APIError.self) {
            try await NightjarClient(transport: tap, retry: .none).send(.refresh, RefreshRequest(third.refreshToken))
        }
        guard case .unauthorized = over else { throw over ?? .invalidResponse("") }
        let wrong = await #expect(throws: APIError.self) {
            try await NightjarClient(transport: tap, retry: .none)
                .send(.login, LoginRequest(email: "ada@example.org", password: "wrong"))
        }
        #expect(wrong?.problem?.code == "invalid_credentials" && wrong?.message == "Invalid email or password.")
        _ = try await holds(Call(.authHealth, Nothing()), tap, gets: ["status", "service", "version"])
        withExtendedLifetime(fixture) {}
    }

    @Test("6.2: metrics go up, come back page by page, and can be deleted")
    func healthData() async throws {
        let fixture = try GatewayFixture()
        let tap = Tap(fixture.socket)
        let instant = { (seconds: Double) in UTCTime(Instant(nanoseconds: Int64(seconds) * 1_000_000_000)) }
        let metrics = [60.0, 250, 500].enumerated().map { index, rate in
            var metric = HealthMetricDocument(
                .heartRate, id: "m\(index)", created: instant(1_760_000_000 + Double(index)))
            metric.biometric = BiometricData()
            metric.biometric?.heartRate = rate
            return metric
        }
        let upload = HealthUploadRequest(metrics, source: "phone", sent: instant(1_760_000_100))
        let reply = try await holds(
            Call(.uploadHealthData, upload), tap, status: 201, sends: ["metrics", "upload_source", "client_timestamp"],
            gets: [
                "processing_id", "status", "accepted_metrics", "rejected_metrics", "validation_errors",
                "estimated_processing_time", "sync_token", "message", "timestamp",
            ])
        #expect(reply.accepted == 2 && reply.rejected == 1)
        #expect(reply.faults.map(\.field) == ["metrics[2].biometric_data.heart_rate"])
        let page = try await holds(
            Call(.healthData, HealthPageRequest(type: "heart_rate", limit: 1)), tap,
            gets: ["data", "pagination", "links"])
        #expect(page.pagination.total == 2 && page.pagination.hasNext && page.metrics.first?.metric?.id == "m1")
        let next = try await holds(
            Call(.healthData, HealthPageRequest(type: "heart_rate", limit: 1, cursor: page.pagination.next)), tap,
            gets: ["data"])
        let older = try #require(next.metrics.first?.metric)
        #expect(older.biometric?.heartRate == 60 && older.created == metrics[0].created)
        _ = try await holds(
            Call(.healthDataUpload, HealthUploadIDRequest(reply.id)), tap, gets: ["processing_id", "status"])
        _ = try await holds(
            Call(.deleteHealthData, HealthUploadIDRequest(reply.id)), tap,
            gets: ["message", "processing_id", "deleted_at"])
        let gone = await #expect(throws: APIError.self) {
            try await NightjarClient(transport: tap, retry: .none)
                .send(.healthDataUpload, HealthUploadIDRequest(reply.id))
        }
        guard case .notFound = gone else { throw gone ?? .invalidResponse("") }
        withExtendedLifetime(fixture) {}
    }

    @Test("6.3: samples in HealthKit's shape are taken at once and their progress is true")
    func healthKit() async throws {
        let fixture = try GatewayFixture()
        let tap = Tap(fixture.socket)
        let sample = HealthKitSampleDocument(
            "HKQuantityTypeIdentifierHeartRate", 61, unit: "count/min",
            start: UTCTime(Instant(nanoseconds: 1_760_000_000_000_000_000)),
            end: UTCTime(Instant(nanoseconds: 1_760_000_001_000_000_000)))
        let receipt = try await holds(
            Call(.uploadHealthKit, HealthKitUploadRequest(quantities: [sample])), tap,
            status: 202, sends: ["quantity_samples", "category_samples", "workouts", "correlation_samples"],
            gets: ["upload_id", "status", "queued_at", "samples_received", "message"])
        #expect(receipt.status == .queued && receipt.received.quantities == 1)
        let status = try await holds(
            Call(.healthKitStatus, HealthKitStatusRequest(receipt.id)), tap,
            gets: ["upload_id", "status", "progress", "message", "last_updated"])
        #expect((0...1).contains(status.progress))
        withExtendedLifetime(fixture) {}
    }

    @Test("6.8: the load, an easier text, support, review and recommendations")
    func reading() async throws {
        let fixture = try GatewayFixture()
        let tap = Tap(fixture.socket)
        var question = LoadQuestion(readingSpeed: 180, errorRate: 0.05, pauseFrequency: 5, variability: 45)
        question.duration = 0
        let answer = try await holds(
            Call(.assessLoad, question), tap,
            sends: ["reading_speed", "error_rate", "pause_frequency", "heart_rate_variability", "session_duration"],
            gets: ["cognitive_load", "state", "recommendations", "timestamp"])
        #expect(abs(answer.load - 0.495) < 1e-9 && answer.state == .optimal)
        let text =
            "The committee subsequently endeavoured to ascertain the ramifications of the amendment. It was long."
        let adapted = try await holds(
            Call(.adaptText, AdaptationRequest(text, load: 0.95)), tap,
            sends: ["content", "current_load", "target_load", "user_level"],
            gets: [
                "original_content", "adapted_content", "simplifications", "difficulty_before", "difficulty_after",
                "strategy",
            ])
        #expect(adapted.original == text && adapted.after < adapted.before)
        let scaffold = try await holds(
            Call(.scaffold, ScaffoldRequest(load: 0.9)), tap, sends: ["current_load", "target_load"], gets: ["action"])
        #expect(scaffold.action == .increaseSupport)
        let review = try await holds(
            Call(.scheduleReview, ReviewRequest(quality: 5)), tap, gets: ["next_review", "interval_days"])
        #expect(review.interval == 1)
        let ranked = try await holds(
            Call(.recommend, RecommendationRequest(["a", "b"])), tap, sends: ["candidate_ids", "top_k"],
            gets: ["recommendations", "total_candidates", "objectives_used", "algorithm"])
        #expect(ranked.total == 2 && ranked.recommendations.map(\.rank) == [1, 2])
        withExtendedLifetime(fixture) {}
    }

    @Test("Health data that were queued without a connection arrive once, however often they are sent")
    func queued() async throws {
        let fixture = try GatewayFixture()
        let store = MemoryStore()
        let now = UTCTime(try #require(Instant(Date())))
        var metric = HealthMetricDocument(.heartRate, created: now)
        metric.biometric = BiometricData()
        metric.biometric?.heartRate = 61
        let upload = HealthUploadRequest([metric], source: "phone", sent: now)
        let down = ScriptedTransport { _ in throw TransportError(.unreachable, "no") }
        let before = try OfflineQueue(client: NightjarClient(transport: down), store: store)
        try await before.add(Call(.uploadHealthData, upload), title: "Pulse")
        await before.runOnce()
        let kept = try store.read("queue.json")
        for _ in 0..<2 {
            // The second time as after a crash between the gateway's answer and the note of it.
            try store.write("queue.json", try #require(kept))
            let after = try OfflineQueue(client: fixture.client, store: store)
            await after.runOnce()
            #expect(await after.requests.isEmpty)
        }
        #expect(try await fixture.client.send(.healthData).pagination.total == 1)
        withExtendedLifetime(fixture) {}
    }
}
