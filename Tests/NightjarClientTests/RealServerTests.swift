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
        let ada = try await whole(.addWearer("Ada"), client)
        #expect(try await whole(.wearers, client).wearers == [ada])
        _ = try await client.send(
            .changeWearing(device.id, .init(wearer: "Ada", start: .init(timeIntervalSince1970: 5))))
        #expect(try await whole(.wearings(of: device.id), client).wearings.last?.wearer == ada)
        _ = try await client.send(.changeWearing(device.id, .init(wearer: nil)))
        _ = try await client.send(.renameWearer(ada.id, "Ben"))
        #expect(try await client.send(.wearers).wearers.map(\.name) == ["Ben"])
        #expect(try await whole(.latestVariability, client).device == device.id)
        #expect(try await whole(.deviceProfiles, client).problems.isEmpty)
        var asked = NightScheduleRequest()
        (asked.from, asked.days) = (TimeOfDay("22:30"), [1, 7])
        let schedule = try await whole(.addSchedule, client, asked)
        #expect(schedule.from.description == "22:30" && schedule.days == [1, 7])
        asked = NightScheduleRequest()
        asked.isOn = false
        let rested = try await whole(.changeSchedule, client, NightScheduleChangeRequest(schedule.id, asked))
        #expect(!rested.isOn && rested.days == [1, 7])
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
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let client = home.client
        let missing = await #expect(throws: APIError.self) { try await client.send(.device, DeviceRequest("nothing")) }
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
        #expect(snapshot.devices.count == 1 && snapshot.json.string == first.data)
        home.wear(minutes: 1)
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
