import API
import Foundation
import Gateway
import NightjarClientCurl
import Synchronization
import TestKit
import Testing

@testable import NightjarClient

/// The routes of people, and of what is known of their health.
extension RealServerTests {
    @Test("Accounts, sessions and the people of the box, from the first to the last")
    func accounts() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let (client, password) = (fixture.client, SecretText("Correct-horse-7!"))
        #expect(try await whole(.authHealth, client).isRegistered == false)
        let tokens = try await whole(.register, client, RegisterRequest(email: "ada@example.org", password: password))
        let ada = NightjarClient(
            transport: fixture.loopback, tokens: FixedToken(tokens.accessToken.text), retry: .none)
        #expect(try await whole(.me, ada).role == .admin)
        #expect(try await whole(.changeMe, ada, ChangeAccountRequest(displayName: "Ada L.")).displayName == "Ada L.")
        #expect(try await whole(.authSessions, ada).sessions.map(\.isCurrent) == [true])
        let ben = try await whole(.addPerson, ada, RegisterRequest(email: "ben@example.org", password: password))
        #expect(ben.provider == .local && ben.created != nil)
        #expect(try await whole(.people, ada).people.map(\.email) == ["ada@example.org", "ben@example.org"])
        let changed = try await whole(.changePerson, ada, ChangePersonRequest(ben.person, role: .clinician))
        #expect(changed.role == .clinician)
        _ = try await client.send(.resetPassword, ResetPasswordRequest(ben.person, password: "Another-horse-7!"))
        let login = LoginRequest(email: "ben@example.org", password: "Another-horse-7!", isRemembered: true)
        let session = try await whole(.login, client, login)
        let his = NightjarClient(
            transport: fixture.loopback, tokens: FixedToken(session.accessToken.text), retry: .none)
        #expect(try await whole(.beginSession, client, login).userID == ben.userID)
        let browser = try #require(try await whole(.authSessions, his).sessions.first { !$0.isCurrent })
        #expect(browser.kind == .cookie)
        _ = try await his.send(.endAuthSession, AuthSessionRequest(browser.id))
        _ = try await his.send(.changePassword, ChangePasswordRequest(from: login.password, to: password))
        _ = try await whole(.refresh, client, RefreshRequest(session.refreshToken))
        let archive = try await client.data(Call(.exportPerson, PersonRequest(ben.person)))
        #expect(archive.starts(with: Data("PK".utf8)))
        let network = await #expect(throws: APIError.self) { try await ada.send(.invite, PersonRequest(ben.person)) }
        guard case .conflict = network else { throw network ?? .invalidResponse("") }
        #expect(try await whole(.setLocalPassword, ada, LocalPasswordRequest(.off)).isRequired == false)
        #expect(try await whole(.storeLoss, client).accounts == 2)
        #expect(try await whole(.acceptStoreLoss, client).isLost == false)
        #expect(try await whole(.deletePerson, ada, DeletePersonRequest(ben.person)).data == .kept)
        let left = try await whole(.deleteMe, ada, DeleteAccountRequest(password: password))
        #expect(left.data == .deleted && left.rows?.isEmpty == false)
    }

    @Test("Health data, samples, activity and a reader's baseline")
    func health() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let client = fixture.client
        fixture.wear(minutes: 2)
        #expect(try await whole(.latestVariability, client, VariabilityRequest()).windowSeconds == 300)
        let start = try #require(Instant(rfc3339: "2025-06-18T09:00:00Z"))
        let time = { (minute: Int) in UTCTime(start.advanced(bySeconds: Double(minute) * 60)) }
        let steps = (0..<3).map {
            HealthKitSampleDocument("StepCount", 10, unit: "count", start: time($0), end: time($0 + 1))
        }
        let receipt = try await client.send(.uploadHealthKit, HealthKitUploadRequest(quantities: steps))
        await fixture.gateway.health.settle()
        let status = try await whole(.healthKitStatus, client, HealthKitStatusRequest(receipt.id))
        #expect(status.status == .completed && status.accepted == 3)
        let range = (Moment.instant(time(0).instant), Moment.instant(time(3).instant))
        let page = try await whole(.samples, client, SamplePageRequest("steps", from: range.0, to: range.1, limit: 2))
        let rest = SamplePageRequest("steps", from: range.0, to: range.1, limit: 2, cursor: page.next)
        #expect(try await whole(.samples, client, rest).samples.map(\.start) == [time(2)])
        #expect(try await whole(.sampleTypes, client).types.map(\.type).contains("steps"))
        let sum = try await whole(.sampleSum, client, SampleSumRequest("steps", from: range.0, to: range.1, by: .day))
        #expect(sum.sum == 30 && sum.parts.count == 1)
        var metric = HealthMetricDocument(.activityLevel, id: "m", created: time(0))
        metric.activity = ActivityData()
        metric.activity?.steps = 12
        let upload = try await client.send(
            .uploadHealthData, HealthUploadRequest([metric], source: "phone", sent: time(1)))
        #expect(try await whole(.healthData, client).metrics.map(\.metric?.activity?.steps) == [12])
        #expect(try await whole(.healthDataUpload, client, HealthUploadIDRequest(upload.id)).accepted == 1)
        _ = try await whole(.healthDataHealth, client)

        let points = (0..<1440).map { ActivityCountsRequest.Point(time($0), $0 < 480 ? 0 : 300) }
        let reply = try await client.send(.analyzeActivity, ActivityCountsRequest(points))
        #expect(reply.status == .completed && reply.analysis?.methods["night"] != nil)
        let found = try await whole(.activityAnalysis, client, ActivityAnalysisRequest(reply.id))
        #expect(found.analysis == reply.analysis && found.metadata.minutes == 1440)
        let walked = ActivityStepsRequest(points.map { $0.value / 20 }, at: points.map(\.time))
        #expect(try await client.send(.analyzeSteps, walked).analysis?.completeness == 1)
        _ = try await client.send(.deleteActivityAnalysis, ActivityAnalysisRequest(reply.id))
        _ = try await whole(.activityHealth, client)
        #expect(try await whole(.activityModels, client).input.mostPoints == ActivityCountsRequest.mostPoints)

        var baseline = ReadingBaselineRequest()
        (baseline.speed, baseline.errors) = (180, 0.05)
        #expect(try await client.send(.setReadingBaseline, baseline).isInForce)
        #expect(try await whole(.readingBaseline, client).speed == 180)
        _ = try await client.send(.deleteReadingBaseline)
        #expect(try await client.send(.readingBaseline).speed == nil)
        #expect(
            String(decoding: try await client.data(Call(.metrics, Nothing())), as: UTF8.self).contains("nightjar_info"))
    }
}
