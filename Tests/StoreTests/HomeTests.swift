import Signals
import Testing

@testable import Store

@Suite("Devices, people, nights being recorded and alerts")
struct HomeTests {
    private let id = "bluetooth-F1"
    private let now = Sample.origin

    private func known(_ streams: Set<Channel>?) -> KnownDevice {
        KnownDevice(
            id: id, device: Sample.device, bus: "bluetooth", givenName: "Mine", profile: "strap",
            settings: ["rate": "200", "ra\"nge": "8"], connectsByItself: true, isPaused: false, streams: streams,
            description: [1, 2, 3], adopted: now)
    }

    @Test("keeps a device as it was taken in, through reopening, and every consent with its times")
    func devices() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder: folder.path)
            try await store.keep(known([.heartRate, .rrInterval]), at: now)
            store.close()
        }
        let store = try Store(folder: folder.path)
        #expect(try store.knownDevices() == [known([.heartRate, .rrInterval])])
        try await store.keep(known([.rrInterval]), at: Sample.second(1))
        try await store.keep(known([]), at: Sample.second(2))
        #expect(try store.knownDevices().first?.streams == [])
        try await store.keep(known(nil), at: Sample.second(3))
        #expect(try store.knownDevices().first?.streams == nil)
        try await store.change(known(nil), at: Sample.second(3))
        try await store.keep(description: [4], of: id)
        #expect(try store.knownDevices().map(\.description) == [[4]])
        try await store.forget(id, at: Sample.second(4))
        // What comes too late brings nothing back.
        await #expect(throws: Failure.self) { try await store.change(known(nil), at: Sample.second(5)) }
        try await store.keep(description: [5], of: id)
        #expect(try store.knownDevices().isEmpty && store.devices().map(\.id) == [Sample.device])
        let consents = try store.consents(of: id)
        #expect(consents.count == 3 && consents.allSatisfy { $0.withdrawn != nil })
        #expect(consents.first { $0.stream == .heartRate }?.withdrawn == Sample.second(1))
        #expect(consents.first { $0.stream == .rrInterval }?.withdrawn == Sample.second(2))
        #expect(consents.last?.stream == nil && consents.last?.given == Sample.second(3))
    }

    @Test("gives nights being recorded their numbers, and ends each once")
    func recordings() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let schedule = try store.add(NightSchedule(from: 1320, to: 420, days: [1, 7], zone: "UTC"))
        #expect(try store.schedules() == [schedule])
        let begun = try store.begin(
            NightRecording(
                id: .init(rawValue: 0), devices: [Sample.device], started: now, startCause: .schedule,
                plannedEnd: Sample.second(100), schedule: schedule.id, alive: now))
        #expect(begun.id.rawValue == 1)
        #expect(try store.openNightRecordings() == [begun])
        var later = begun
        later.alive = Sample.second(60)
        later.devices.append(DeviceID(rawValue: "zzz"))
        try store.keep(later)
        #expect(try store.nightRecording(begun.id) == later)
        let ended = try store.end(begun.id, cause: .button, detail: "So.", at: Sample.second(70))
        #expect(ended.ended == Sample.second(70) && ended.endDetail == "So.")
        let again = #expect(throws: Failure.self) {
            try store.end(begun.id, cause: .button, detail: nil, at: Sample.second(80))
        }
        #expect(again?.code == .conflict)
        #expect(#expect(throws: Failure.self) { try store.keep(later) }?.code == .notFound)
        #expect(try store.openNightRecordings().isEmpty)
        #expect(try store.nightRecordings(from: Sample.second(70), to: Sample.second(90)).isEmpty)
        #expect(try store.nightRecordings(from: Sample.second(69), to: Sample.second(90)).count == 1)
        try store.removeSchedule(schedule.id)
        #expect(throws: Failure.self) { try store.removeSchedule(schedule.id) }
    }

    @Test("enters no account for a person who is not there, and takes nobody out who can sign in")
    func accounts() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let account = AccountRow(
            person: .init(rawValue: 0), name: "Ada", email: "ada@example.org", role: "admin", password: nil,
            issuer: nil, subject: nil, created: now)
        let unknown = #expect(throws: Failure.self) { try store.add(account, for: Person.ID(rawValue: 999)) }
        #expect(unknown?.code == .notFound)
        let ada = try store.add(account, for: nil).person
        let refused = await #expect(throws: Failure.self) { try await store.removePerson(ada) }
        #expect(refused?.code == .conflict)
        let left = try store.people()
        #expect(left.map(\.id) == [ada])
    }

    @Test("frees a device of which no row is left, unless it streams on or somebody has it, and meets it anew")
    func freed() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let device = Sample.device
        let all = Instant(nanoseconds: .min)..<Instant(nanoseconds: .max)
        func measure() async throws {
            store.register(DeviceIdentity(maker: "Acme", model: "One", serial: "1"), as: device)
            store.append(Sample.epochs(0..<10), device: device)
            store.append(Sample.rate(0))
            store.append([Beat(time: Sample.origin, rr: 1000)], device: device)
            try await store.flush()
        }
        func erase(_ name: String, _ worn: Range<Instant>, staying: Set<DeviceID> = []) async throws -> Int {
            let person = try await store.addPerson(named: name).id
            let erasure = Erasure(
                person: person, worn: [(device: device, interval: worn)], recordings: [], staying: staying)
            return try store.erase(erasure)["device"] ?? 0
        }
        try await measure()
        #expect(try await erase("ada", Sample.origin..<Sample.second(5)) == 0)
        #expect(try await erase("ben", all, staying: [device]) == 0)
        #expect(try store.devices().map(\.identity.maker) == ["Acme"])
        #expect(try await erase("cy", all) == 1)
        #expect(try store.devices().isEmpty)
        try await measure()
        #expect(try store.devices().map(\.identity.maker) == ["Acme"])
        #expect(
            try store.epochs(of: device, seconds: 30, from: Sample.origin, to: Sample.second(300)).count == 10)
        // Who was said to have worn it keeps it, and so does who has taken it in.
        let dee = try await store.addPerson(named: "dee").id
        try await store.correctWearing(of: device, person: dee, from: Sample.origin, to: nil)
        #expect(try await erase("eve", all) == 0)
        try await store.correctWearing(of: device, person: nil, from: Sample.origin, to: nil)
        try await store.keep(known([.heartRate]), at: Sample.origin)
        #expect(try await erase("fay", all) == 0)
    }

    @Test("knows the last of a device that is on disk, in tails, blocks and beats, but not its battery")
    func lastKept() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        #expect(try store.lastKept(of: Sample.device) == nil)
        func value(_ channel: Channel, _ second: Int) -> SampleBatch {
            SampleBatch(
                device: Sample.device, channel: channel, unit: .one, values: [1],
                times: .stamped([Sample.second(second).nanoseconds]), received: Sample.second(second))
        }
        store.append(value(.heartRate, 10))
        store.append(value(.batteryLevel, 50))
        try await store.flush()
        #expect(try store.lastKept(of: Sample.device) == Sample.second(10))
        store.append([Beat(time: Sample.second(20), rr: 1000)], device: Sample.device)
        try await store.flush()
        #expect(try store.lastKept(of: Sample.device) == Sample.second(20))
        for second in 30..<700 { store.append(value(.heartRate, second)) }
        try await store.flush()
        #expect(try store.lastKept(of: Sample.device) == Sample.second(699))
    }
}
