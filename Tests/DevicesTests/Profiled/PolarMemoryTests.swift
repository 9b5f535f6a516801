import Bluetooth
import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

/// A Polar with a file system, near a radio.
private final class Polar: Sendable {
    let clock = ManualClock(start: Instant(nanoseconds: 1_800_000_000_000_000_000))
    let central: ScriptedCentral
    let files: ScriptedPolarFiles
    let disk = HistoryDisk()
    let session: ProfiledSession

    init(_ profile: String, memory: String) throws {
        let central = ScriptedH10.central(clock: clock)
        self.central = central
        files = ScriptedPolarFiles { central.links.last?.cut() }
        let described = try #require(ProfileLibrary(folders: []).profile(profile))
        let address = try #require(BluetoothAddress("F1:00:00:00:00:62", kind: .random))
        var choices = DeviceChoices()
        choices.settings = ["memory": memory]
        session = try ProfiledSession(
            device: Sightings.description(described, SettingValues(described), address, name: "Polar 1"),
            address: address, profile: described, choices: choices, central: central, clock: clock)
        central.onWrite { [files] uuid, bytes in
            uuid == ScriptedH10.files ? files.answer(bytes) : ScriptedH10.answer(uuid, bytes)
        }
    }

    func start() -> Task<Void, any Error> {
        let (session, disk) = (session, disk)
        return Task { try await session.run(delivering: disk) }
    }

    /// The link is up, and its first heart rate has come.
    @discardableResult
    func streaming(_ index: Int = 0) async -> ScriptedPeripheral {
        await until {
            if central.links.count <= index, clock.waiting > 0 { clock.advance(bySeconds: 1) }
            return central.links.count > index
        }
        let link = await central.link(index)
        await link.subscribed(to: ScriptedH10.heart)
        return link
    }

    func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// A name that a recording has that began so many seconds ago.
    func name(_ ago: Int64) -> String {
        "NJ" + String((clock.now.nanoseconds / 1_000_000_000) - ago, radix: 16, uppercase: true)
    }

    /// Heart rates, one a second.
    static func exercise(_ count: Int) -> [UInt8] {
        let rates = (0..<count).map { UInt8(50 + $0 % 40) }
        return hex("0a021801") + [0x12] + ScriptedPolarFiles.variable(count) + rates
    }

    func told(_ words: String) -> Bool {
        disk.inner.events.contains {
            if case .stage(_, let reason, _) = $0 { reason?.contains(words) == true } else { false }
        }
    }

    func stop(_ task: Task<Void, any Error>) async {
        task.cancel()
        _ = await task.result
    }
}

@Suite(.timeLimit(.minutes(2)))
struct PolarMemoryTests {
    @Test func `a strap's recording fills the hole, is removed once it is durable, and the next begins`() async throws {
        let polar = try Polar("polar.h10", memory: "record")
        let (name, began) = (polar.name(4000), polar.clock.now.advanced(bySeconds: -4000))
        polar.files.record(name, ending: Polar.exercise(4000))
        // The last quarter came live before the link was lost, and after it was back.
        polar.disk.heard(began..<began.advanced(bySeconds: 1000))
        let task = polar.start()
        await polar.streaming()
        await polar.until { polar.files.recording != nil && polar.files.recording != name }
        let requests: [String] = [
            "status", "stop", "get /", "get /\(name)/SAMPLES.BPB", "remove /\(name)/SAMPLES.BPB",
            "record \(polar.name(0))",
        ]
        #expect(polar.files.requests == requests)
        let times: [Instant] = (1001...4000).map { began.advanced(bySeconds: Double($0)) }
        let rates: [Float] = (1000..<4000).map { Float(50 + $0 % 40) }
        #expect(polar.disk.times(.heartRate) == times)
        #expect(polar.disk.values(.heartRate) == rates)
        #expect(polar.files.files.isEmpty)
        await polar.stop(task)
    }

    @Test func `a disk that is full leaves the recording on the strap`() async throws {
        let polar = try Polar("polar.h10", memory: "record")
        let name = polar.name(600)
        polar.files.put("/\(name)/SAMPLES.BPB", Polar.exercise(600))
        polar.disk.fill(true)
        let task = polar.start()
        let link = await polar.streaming()
        await polar.until { polar.told("The disk is full") }
        #expect(polar.files.requests.count == 3 && polar.files.files.count == 1 && polar.files.recording == nil)
        // Its heart is heard all the same.
        link.send(hex("10 3b 53 04"), from: ScriptedH10.heart)
        #expect(polar.disk.inner.batches.contains { $0.channel == .heartRate && $0.values == [59] })
        await polar.stop(task)
    }

    @Test func `a link that is lost before the removal costs nothing: every heart rate is there once`() async throws {
        let polar = try Polar("polar.h10", memory: "take")
        let name = polar.name(600)
        polar.files.put("/\(name)/SAMPLES.BPB", Polar.exercise(600))
        polar.files.lose(at: "remove /\(name)/SAMPLES.BPB")
        let task = polar.start()
        await polar.until { polar.central.links.count == 1 && !polar.central.links[0].isUp }
        #expect(polar.files.files.count == 1)
        polar.files.lose(at: nil)
        await polar.streaming(1)
        await polar.until { polar.files.files.isEmpty }
        #expect(polar.disk.times(.heartRate).count == 600)
        // Nothing new is begun where that is not wanted.
        #expect(polar.files.recording == nil && !polar.files.requests.contains { $0.hasPrefix("record") })
        await polar.stop(task)
    }

    @Test func `a piece that is lost is asked for again, and what stays damaged stays on the strap`() async throws {
        let polar = try Polar("polar.h10", memory: "take")
        let (good, bad) = (polar.name(600), polar.name(9000))
        for name in [good, bad] { polar.files.put("/\(name)/SAMPLES.BPB", Polar.exercise(600)) }
        polar.files.damage("get /\(good)/SAMPLES.BPB", times: 2)
        polar.files.put("/\(bad)/SAMPLES.BPB", hex("0a021801 12ff"))
        let task = polar.start()
        await polar.streaming()
        await polar.until { polar.told("1 of its recordings cannot be used") }
        #expect(polar.disk.times(.heartRate).count == 600 && Array(polar.files.files.keys) == ["/\(bad)/SAMPLES.BPB"])
        #expect(polar.files.requests.count { $0 == "get /\(good)/SAMPLES.BPB" } == 3)
        await polar.stop(task)
    }

    @Test func `a recording that left something out is placed nowhere, and stays`() async throws {
        let polar = try Polar("polar.h10", memory: "take")
        let name = polar.name(4000)
        polar.files.record(name, ending: Polar.exercise(3000))
        let task = polar.start()
        await polar.streaming()
        await polar.until { polar.told("1 of its recordings cannot be used") }
        #expect(polar.disk.times(.heartRate).isEmpty && polar.files.files.count == 1)
        await polar.stop(task)
    }

    @Test(arguments: ["WOD", "NJ", "NJFFFFFFFF", "NJ00000001", "njfoobar1"])
    func `what another program has it record is left alone`(name: String) async throws {
        let polar = try Polar("polar.h10", memory: "record")
        polar.files.record(name, ending: Polar.exercise(60))
        let task = polar.start()
        await polar.streaming()
        await polar.until { polar.told("for another program") }
        #expect(polar.files.requests == ["status"] && polar.files.recording == name)
        await polar.stop(task)
        // Nor is one taken off that is there already; a strap that has no room for another says so.
        let other = try Polar("polar.h10", memory: "record")
        other.files.put("/\(name)/SAMPLES.BPB", Polar.exercise(60))
        other.files.refuse("record \(other.name(0))", 106)
        let second = other.start()
        await other.streaming()
        await other.until { other.told("does not record by itself: it does not permit it now") }
        #expect(other.files.files.count == 1 && other.disk.times(.heartRate).isEmpty)
        await other.stop(second)
    }

    @Test func `nothing is said to the file system of a strap whose recordings are to be left`() async throws {
        let polar = try Polar("polar.h10", memory: "off")
        let task = polar.start()
        let link = await polar.streaming()
        await polar.until { polar.clock.waiting > 0 }
        #expect(polar.files.requests.isEmpty && !link.subscriptions.contains(ScriptedH10.files))
        await polar.stop(task)
    }

    /// A recording of heart rates on an armband whose clock is 300 million seconds behind that of the host, until a minute ago.
    private static func recording(_ minutes: Int, _ clock: ManualClock) -> [UInt8] {
        let end = clock.now.nanoseconds - 60_000_000_000 - lag
        var bytes: [UInt8] = [0]
        bytes += hex("2b4c7c3d 01000000 00000000 00000000")
        bytes += Array("2026-11-24 22:00:00\0".utf8)
        bytes += [0, 0]
        for minute in 0..<minutes {
            bytes += [70, 0, 0x8E]
            bytes += stamp(end - Int64(minutes - 1 - minute) * 60_000_000_000)
            bytes.append(0)
            for index in 0..<60 { bytes.append(UInt8(50 + index % 40)) }
        }
        return bytes
    }

    private static func stamp(_ time: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: time >> (8 * Int64($0))) }
    }

    /// From the armband's clock, which counts from 2000, to the host's.
    private static let lag: Int64 = 946_684_800_000_000_000 + 300_000_000_000_000_000

    /// Two samples of acceleration, by which the armband shows its clock.
    private static func sample(_ clock: ManualClock) -> [UInt8] {
        [2] + stamp(clock.now.nanoseconds - lag) + hex("01 f7ffffffe703 f8fffeffe503")
    }

    @Test func `an armband's recordings are placed by the clock of what it streams, and taken once`() async throws {
        let polar = try Polar("polar.verity-sense", memory: "take")
        let path = "/U/0/20261124/R/220000/HR0.REC"
        polar.files.put(path, Self.recording(100, polar.clock))
        polar.files.put("/U/0/20261124/E/TSESS.BPB", [1])
        polar.files.put("/U/0/20261123/R/220000/PPI0.REC", [1])
        let task = polar.start()
        let end = polar.clock.now.advanced(bySeconds: -60)
        let link = await polar.streaming()
        link.send(Self.sample(polar.clock), from: ScriptedH10.data)
        await polar.until {
            if polar.clock.waiting > 1, polar.files.requests.isEmpty { polar.clock.advance(bySeconds: 1) }
            return polar.disk.times(.heartRate).count == 6000
        }
        let times: [Instant] = (0..<6000).map { end.advanced(bySeconds: Double($0 - 5999)) }
        let rates: [Float] = (0..<6000).map { Float(50 + $0 % 60 % 40) }
        #expect(polar.disk.times(.heartRate) == times)
        #expect(polar.disk.values(.heartRate) == rates)
        let folders = ["get /U/0/", "get /U/0/20261124/R/", "get /U/0/20261124/R/220000/", "get /U/0/20261123/R/"]
        await polar.until { polar.files.requests.count == 6 }
        #expect(polar.files.requests.prefix(4) == folders[...])
        #expect(polar.files.requests.last == "get \(path)" && polar.files.files.count == 3)
        // The next link looks, and asks for nothing that was taken.
        link.cut()
        let next = await polar.streaming(1)
        next.send(Self.sample(polar.clock), from: ScriptedH10.data)
        await polar.until {
            if polar.clock.waiting > 1, polar.files.requests.count < 11 { polar.clock.advance(bySeconds: 1) }
            return polar.files.requests.count == 11
        }
        #expect(polar.files.requests.count { $0 == "get \(path)" } == 1)
        #expect(polar.disk.times(.heartRate).count == 6000)
        await polar.stop(task)
    }

    @Test func `an armband that shows no clock hands nothing over, and says so`() async throws {
        let polar = try Polar("polar.verity-sense", memory: "take")
        polar.files.put("/U/0/20261124/R/220000/HR0.REC", Self.recording(1, polar.clock))
        let task = polar.start()
        let link = await polar.streaming()
        await polar.until {
            if polar.clock.waiting > 1 {
                link.send(hex("10 3b 53 04"), from: ScriptedH10.heart)
                polar.clock.advance(bySeconds: 5)
            }
            return polar.told("cannot be placed in time")
        }
        #expect(polar.files.requests.isEmpty)
        await polar.stop(task)
    }

    @Test func `an armband that records hands over later`() async throws {
        let polar = try Polar("polar.verity-sense", memory: "take")
        polar.files.refuse("get /U/0/", 202)
        let task = polar.start()
        let link = await polar.streaming()
        link.send(Self.sample(polar.clock), from: ScriptedH10.data)
        await polar.until {
            if polar.clock.waiting > 1, polar.files.requests.isEmpty { polar.clock.advance(bySeconds: 1) }
            return polar.told("it records now")
        }
        await polar.stop(task)
    }
}
