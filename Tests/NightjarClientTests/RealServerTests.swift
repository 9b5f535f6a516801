import API
import Foundation
import Gateway
import NightjarClientCurl
import Synchronization
import TestKit
import Testing

@testable import NightjarClient

/// What a real gateway answers is read and written again to the same bytes: nothing of it is unknown to the client.
@Suite("Against a real gateway")
struct RealServerTests {
    /// Reads an answer and writes it again: the same bytes.
    func whole<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ client: NightjarClient, _ request: Request = Request()
    ) async throws -> Reply {
        let sent = try await client.data(Call(endpoint, request))
        let reply = try FieldReader.answer(Reply.self, [UInt8](sent))
        #expect(String(decoding: sent, as: UTF8.self) == reply.json.string, "\(endpoint.path)")
        return reply
    }

    @Test("Health, devices, people, alerts, schedules and the live page")
    func fixture() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let client = fixture.client
        fixture.wear(minutes: 2)
        #expect(try await whole(.health, client).status == .ok)
        let devices = try await whole(.devices, client).devices
        let device = try #require(devices.first)
        #expect(device.isSynthetic && device.id == "nightjar-synthetic-3")
        #expect(try await whole(.device, client, DeviceRequest(device.id)).id == device.id)
        let live = try await whole(.live, client)
        #expect(live.devices.first?.id == "nightjar-synthetic-3")
        let recent = try #require(live.recent.values.first)
        #expect(recent.beats.count > 60 && recent.beats.allSatisfy { (300...2000).contains($0.rr) })
        #expect(!recent.rates.isEmpty && !recent.motion.isEmpty)
        #expect(try await whole(.latestVariability, client).device == device.id)
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
        #expect(try await whole(.deviceProfiles, client).problems.isEmpty)
        var asked = NightScheduleRequest()
        (asked.from, asked.days) = (TimeOfDay("22:30"), [1, 7])
        let schedule = try await whole(.addSchedule, client, asked)
        #expect(schedule.from.description == "22:30" && schedule.days == [1, 7])
        asked = NightScheduleRequest()
        asked.isOn = false
        let rested = try await whole(.changeSchedule, client, NightScheduleChangeRequest(schedule.id, asked))
        #expect(!rested.isOn && rested.days == [1, 7])
        #expect(try await whole(.consents, client).devices.map(\.id) == [device.id])
        let refused = try await whole(.setConsent, client, ConsentRequest("heart_rate", isAllowed: false))
        #expect(refused.streams.first { $0.stream == "rr_interval" }?.refusedWith == "heart_rate")
        #expect(refused.history.count == 1)
        _ = try await client.send(.setConsent, ConsentRequest("heart_rate", isAllowed: true))
        _ = try await whole(.contestedRecordings, client)
        #expect(try await whole(.nightSchedules, client).schedules.count == 1)
        _ = try await client.send(.removeSchedule, RowRequest(schedule.id))
        _ = try await whole(.nightReadiness, client)
        let night = try await whole(.startNight, client)
        #expect(try await whole(.nightRecordings, client).recordings.first?.id == night.id)
        #expect(try await whole(.stopNight, client, RowRequest(night.id)).ended != nil)
        _ = try await whole(.alerts, client, AlertListRequest(all: true))
    }

    @Test("What is refused comes as the error that it is, in the gateway's words")
    func errors() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let client = fixture.client
        let missing = await #expect(throws: APIError.self) { try await client.send(.device, DeviceRequest("nothing")) }
        guard case .notFound(let problem) = missing else { throw missing ?? .invalidResponse("") }
        #expect(problem.status == 404 && problem.traceID != nil && !problem.detail.isEmpty)
        let wrong = await #expect(throws: APIError.self) { try await client.send(.night, NightRequest("yesterday")) }
        guard case .validation = wrong else { throw wrong ?? .invalidResponse("") }
    }

    @Test("Nights, versions, recordings, imports and exports of a real file", .enabled(if: TestData.isAvailable))
    func night() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let client = fixture.client
        let path = try fixture.file("day.agd", try TestData.bytes("agd/GT3XPlus-RawData-Day01.agd"))
        let told = Mutex(0)
        let status = try await client.importFile(at: path, zone: "UTC", every: 0.02) { _ in told.withLock { $0 += 1 } }
        #expect(status.state == .complete && told.withLock { $0 } > 0)
        #expect(try await whole(.importState, client, ImportRequest(status.id)) == status)
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
        let (subject, choice) = (ExportSubject.night(asked), ExportChoice(.csv))
        let files = try await client.send(.exportFiles(of: subject, choice)).files
        let manifest = try #require(files.last)
        let bytes = try await client.data(.exportFile(manifest, of: subject, choice))
        #expect(manifest.hasSuffix(".manifest.json") && bytes.count > 100)
    }

    @Test("The relay, one's texts, reading and breathing")
    func reading() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let relay = try RelayFeed(fixture.gateway)
        defer { relay.stop() }
        let client = fixture.client
        #expect(try await whole(.relayStatus, client).isPaired == false)
        let code = try await whole(.relayCode, client)
        let paired = try await whole(.pairWatch, client, RelayClaimRequest(code: code.code, name: "Test"))
        #expect(try await whole(.relayWatches, client).watches.map(\.watch) == [paired.credentials.watch])
        var poll = RelayPollRequest(paired.credentials)
        poll.wait = 0
        _ = try await whole(.pollForWatch, client, poll)
        let sent = try await whole(.sendToWatch, client, RelayDelivery(.userinfo, ["beat": 61]))
        #expect(sent.isSent && sent.id != nil)
        _ = try await whole(.relayTransfers, client)
        poll.wait = 5
        let come = try await whole(.pollForWatch, client, poll)
        #expect(come.events.contains { $0["payload"]?.object?["beat"] == 61 })
        let wrong = RelayPollRequest(RelayCredentials(watch: paired.credentials.watch, token: "x"))
        await #expect(throws: APIError.self) { try await client.send(.pollForWatch, wrong) }
        _ = try await client.send(.forgetWatch, RelayWatchRequest(paired.credentials.watch))
        let text = TextIngestRequest(
            name: "walden", language: LanguageTag("en"), content: "The pond is deep and green.")
        #expect(try await whole(.ingestText, client, text).passages == 1)
        #expect(try await whole(.askTexts, client, TextQueryRequest("How deep is the pond?")).isFound)
        #expect(try await whole(.texts, client).documents.map(\.name) == ["walden"])
        _ = try await client.send(.removeText, TextRequest("walden"))
        #expect(try await whole(.readingHealth, client).status == .healthy)
        #expect(try await whole(.objectives, client).total == 4)
        let session = try await whole(.startReading, client, ReadingStartRequest("Walden", words: 900))
        let events = ReadingEventsRequest(session.id, [ReadingEventDocument(.pageTurn, words: 200)])
        #expect(try await whole(.readingEvents, client, events).accepted == 1)
        #expect(try await whole(.readingSession, client, RowRequest(session.id)).loads?.isEmpty == false)
        #expect(try await whole(.stopReading, client, RowRequest(session.id)).state == .ended)
        #expect(try await whole(.readingSessions, client).sessions.map(\.id) == [session.id])
        _ = try await client.send(.removeReading, RowRequest(session.id))
        let breath = try await whole(.beginBreathing, client, BreathingRequest(seconds: 30))
        #expect(try await whole(.stopBreathing, client, RowRequest(breath.id)).ended != nil)
        #expect(try await whole(.breathingReport, client, RowRequest(breath.id)).id == breath.id)
        #expect(try await whole(.breathing, client).exercises.map(\.id) == [breath.id])
    }

    @Test("What is unchanged is answered from the cache, over the loopback and packed")
    func cached() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let client = NightjarClient(transport: fixture.loopback, cache: ResponseCache(), retry: .none)
        let first = try await client.load(.devices)
        let second = try await client.load(.devices)
        #expect(first.value == second.value && !second.isStale)
    }

    @Test("Live events arrive typed, and a connection that broke goes on where it was")
    func live() async throws {
        let fixture = try GatewayFixture()
        defer { withExtendedLifetime(fixture) {} }
        let client = fixture.client
        var stream = client.events().makeAsyncIterator()
        #expect(try await stream.next() == .connected(isResumed: false))
        guard case .event(let first) = try await stream.next(), case .snapshot(let snapshot) = try LiveEvent(first)
        else {
            throw Unexpected()
        }
        #expect(snapshot.devices.count == 1 && snapshot.json.string == first.data)
        fixture.wear(minutes: 1)
        var names: Set<String> = []
        var last = ""
        while !names.isSuperset(of: ["hr", "load", "motion"]) {
            guard case .event(let event) = try await stream.next() else { throw Unexpected() }
            let known = try LiveEvent(event)
            if case .other(let unknown) = known { Issue.record("\(unknown.name)") }
            switch known {
            case .heart(let document): #expect(document.json.string == event.data)
            case .load(let document): #expect(document.json.string == event.data)
            case .motion(let document): #expect(document.json.string == event.data)
            case .relabelled(let document): #expect(document.json.string == event.data)
            case .device(let document): #expect(document.json.string == event.data)
            case .entry(let document): #expect(document.json.string == event.data)
            default: break
            }
            names.insert(event.name)
            last = event.id ?? last
        }
        stream = client.events(after: last).makeAsyncIterator()
        #expect(try await stream.next() == .connected(isResumed: true))
    }
}
