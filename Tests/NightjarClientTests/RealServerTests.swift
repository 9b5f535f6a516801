import API
import Foundation
import Gateway
import NightjarClientCurl
import Synchronization
import TestKit
import Testing

@testable import NightjarClient

/// Each route of a real gateway is decoded whole: nothing that it says is unknown to the client.
@Suite("Against a real gateway")
struct RealServerTests {
    /// Decodes an answer, writes it again, and compares the fields.
    private func whole<Reply: Codable & Sendable>(
        _ endpoint: Call<Reply>, _ client: NightjarClient, open: Set<String> = []
    ) async throws -> Reply {
        let sent = try await client.data(endpoint)
        let reply = try ClientJSON.decode(Reply.self, from: sent)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let known = try FieldNames.of(try encoder.encode(reply), open: open)
        let missing = try FieldNames.of(sent, open: open).subtracting(known)
        #expect(missing.isEmpty, "\(endpoint.target)")
        return reply
    }

    /// Reads an answer and writes it again: the same bytes.
    private func whole<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ client: NightjarClient, _ request: Request = Request()
    ) async throws -> Reply {
        let sent = try await client.data(Call(endpoint, request))
        let reply = try FieldReader.answer(Reply.self, [UInt8](sent))
        #expect(String(decoding: sent, as: UTF8.self) == reply.json.string, "\(endpoint.path)")
        return reply
    }

    @Test("Health, devices, people, alerts, schedules and the live page")
    func home() async throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let client = home.client
        home.wear(minutes: 2)
        #expect(try await whole(.health, client).status == "ok")
        let devices = try await whole(.devices, client).devices
        let device = try #require(devices.first)
        #expect(device.isSynthetic && device.id == "nightjar-synthetic-3")
        #expect(try await whole(.device(device.id), client).id == device.id)
        let live = try await whole(.live, client, open: [".recent", ".home.devices[].settings"])
        #expect(live.devices.first?.id == "nightjar-synthetic-3")
        let recent = try #require(live.recent.values.first)
        #expect(recent.beats.count > 60 && recent.beats.allSatisfy { (300...2000).contains($0.interval) })
        #expect(!recent.rates.isEmpty && !recent.motion.isEmpty)
        let ada = try await whole(.addWearer, client, AddWearerRequest("Ada"))
        #expect(try await whole(.wearers, client).wearers == [ada])
        let start = try #require(Instant(secondsSince1970: 5))
        _ = try await client.send(.correctWearing, CorrectWearingRequest(device.id, .name("Ada"), from: start))
        let wearing = try await whole(.wearings, client, WearingsRequest(device.id)).wearings.last
        #expect(wearing?.wearer.id == ada.id && wearing?.wearer.name == "Ada" && wearing?.start == start)
        _ = try await client.send(.correctWearing, CorrectWearingRequest(device.id, .number(ada.id)))
        _ = try await client.send(.correctWearing, CorrectWearingRequest(device.id, .nobody))
        _ = try await client.send(.renameWearer, RenameWearerRequest(ada.id, "Ben"))
        #expect(try await client.send(.wearers).wearers.map(\.name) == ["Ben"])
        #expect(try await whole(.consents, client).devices.map(\.id) == [device.id])
        let refused = try await whole(.setConsent, client, ConsentRequest("heart_rate", isAllowed: false))
        #expect(refused.streams.first { $0.stream == "rr_interval" }?.refusedWith == "heart_rate")
        #expect(refused.history.count == 1)
        _ = try await client.send(.setConsent, ConsentRequest("heart_rate", isAllowed: true))
        _ = try await whole(.contestedRecordings, client)
        let schedule = try await whole(.addSchedule(.init(from: "22:30", days: [1, 7])), client)
        #expect(schedule.from == "22:30" && schedule.days == [1, 7])
        #expect(try await client.send(.changeSchedule(schedule.id, .init(isOn: false))).isOn == false)
        #expect(try await whole(.nightSchedules, client).schedules.count == 1)
        _ = try await client.send(.removeSchedule(schedule.id))
        _ = try await whole(.nightReadiness, client)
        let night = try await whole(.startNight(), client)
        #expect(try await whole(.nightRecordings, client).recordings.first?.id == night.id)
        #expect(try await whole(.stopNight(night.id), client).ended != nil)
        _ = try await whole(.alerts(all: true), client)
    }

    @Test("Accounts, sessions and the people of the box, from the first to the last")
    func accounts() async throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let (client, password) = (home.client, SecretText("Correct-horse-7!"))
        #expect(try await whole(.authHealth, client).isRegistered == false)
        let tokens = try await whole(.register, client, RegisterRequest(email: "ada@example.org", password: password))
        let ada = NightjarClient(
            transport: home.loopback, tokens: FixedToken(tokens.accessToken.text), retry: .none)
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
            transport: home.loopback, tokens: FixedToken(session.accessToken.text), retry: .none)
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

    @Test("What is refused comes as the error that it is, in the gateway's words")
    func errors() async throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let client = home.client
        let missing = await #expect(throws: APIError.self) { try await client.send(.device("nothing")) }
        guard case .notFound(let problem) = missing else { throw missing ?? .invalidResponse("") }
        #expect(problem.status == 404 && problem.traceID != nil && !problem.detail.isEmpty)
        let wrong = await #expect(throws: APIError.self) { try await client.send(.night, NightRequest("yesterday")) }
        guard case .validation = wrong else { throw wrong ?? .invalidResponse("") }
    }

    @Test("Nights, versions, recordings, imports and exports of a real file", .enabled(if: TestData.isAvailable))
    func night() async throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let client = home.client
        let path = try home.file("day.agd", try TestData.bytes("agd/GT3XPlus-RawData-Day01.agd"))
        let told = Mutex(0)
        let status = try await client.importFile(at: path, zone: "UTC", every: 0.02) { _ in told.withLock { $0 += 1 } }
        #expect(status.state == "complete" && told.withLock { $0 } > 0)
        #expect(try await whole(.importStatus(status.id), client).isGood)
        #expect(try await whole(.imports, client).imports.count == 1)
        #expect(try await whole(.recordings, client).recordings.first?.id == status.recording)
        let listed = try #require(try await whole(.nights, client).nights.first)
        let night = try await whole(.night, client, NightRequest(listed.date.description))
        #expect(night.date == listed.date && night.measures.totalSleep.value == listed.totalSleep)
        #expect(night.states.values.count > 1000 && night.tracks.counts?.isEmpty == false)
        let period = try #require(night.sleepPeriod)
        let asked = NightRequest(night.date.description)
        let sleep = period.start.advanced(bySeconds: 600)..<period.end
        _ = try await client.send(.editNight, NightEditRequest(asked, sleep: sleep))
        #expect(try await client.send(.night).edited != nil)
        #expect(try await whole(.nightVersions, client, asked).versions.isEmpty == false)
        _ = try await client.send(.uneditNight, asked)
        let subject = ExportSubject.night(asked.date, device: nil)
        let files = try await client.send(.exportFiles(of: subject, format: "csv")).files
        let manifest = try #require(files.last)
        let bytes = try await client.data(.exportFile(manifest, of: subject, format: "csv"))
        #expect(manifest.hasSuffix(".manifest.json") && bytes.count > 100)
    }

    @Test("What is unchanged is answered from the cache, over the loopback and packed")
    func cached() async throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let client = NightjarClient(transport: home.loopback, cache: ResponseCache(), retry: .none)
        let first = try await client.load(.devices)
        let second = try await client.load(.devices)
        #expect(first.value == second.value && !second.isStale)
    }

    @Test("Live events arrive typed, and a connection that broke goes on where it was")
    func live() async throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let client = home.client
        var stream = client.events().makeAsyncIterator()
        #expect(try await stream.next() == .connected(isResumed: false))
        guard case .event(let first) = try await stream.next(), case .snapshot(let snapshot) = try LiveEvent(first)
        else {
            throw Unexpected()
        }
        #expect(snapshot.devices.count == 1)
        home.wear(minutes: 1)
        var names: Set<String> = []
        var last = ""
        while !names.isSuperset(of: ["hr", "load", "motion"]) {
            guard case .event(let event) = try await stream.next() else { throw Unexpected() }
            if case .other(let unknown) = try LiveEvent(event) { Issue.record("\(unknown.name)") }
            names.insert(event.name)
            last = event.id ?? last
        }
        stream = client.events(after: last).makeAsyncIterator()
        #expect(try await stream.next() == .connected(isResumed: true))
    }
}
