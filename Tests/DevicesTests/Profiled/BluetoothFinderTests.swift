import Bluetooth
import DeviceProfiles
import Recordings
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

private final class Reports: Sendable {
    private let all = Mutex<[FinderEvent]>([])
    func add(_ event: FinderEvent) { all.withLock { $0.append(event) } }
    var found: [FoundDevice] {
        all.withLock { $0.compactMap { if case .found(let device) = $0 { device } else { nil } } }
    }
    var lost: [String] { all.withLock { $0.compactMap { if case .lost(let id) = $0 { id } else { nil } } } }
    var obstacles: [String?] {
        all.withLock { $0.compactMap { if case .obstacle(_, let text) = $0 { .some(text) } else { nil } } }
    }
}

/// A radio whose adapters have troubles.
private struct TroubledCentral: BluetoothCentral {
    let scripted: ScriptedCentral
    let stream: AsyncStream<String?>

    func connect(
        to address: BluetoothAddress, options: GATTLinkOptions, receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) async throws -> any GATTPeripheral {
        try await scripted.connect(to: address, options: options, receive: receive)
    }
    func scan(_ filter: ScanFilter, receive: @escaping @Sendable (Advertisement) -> Void) async throws {
        try await scripted.scan(filter, receive: receive)
    }
    func forget(_ address: BluetoothAddress) async throws { try await scripted.forget(address) }
    func troubles() async -> AsyncStream<String?> { stream }
}

@Suite(.timeLimit(.minutes(2)))
struct BluetoothFinderTests {
    private let clock = ManualClock()

    private func advertisement(
        _ address: String, _ kind: BluetoothAddress.Kind = .random, name: String? = nil, services: [UInt32] = [],
        rssi: Int = -60
    ) throws -> Advertisement {
        Advertisement(
            address: try #require(BluetoothAddress(address, kind: kind)), received: clock.now, rssi: rssi, name: name,
            services: services.map { BluetoothUUID($0) })
    }

    @Test func `a device that makes room for another is told as lost`() throws {
        var sightings = Sightings(library: ProfileLibrary(folders: []))
        func hear(_ number: Int) throws -> [FinderEvent] {
            clock.advance(bySeconds: 0.01)
            let (high, low) = (String(number / 100 + 10), String(number % 100 + 100).dropFirst())
            return sightings.take(try advertisement("C0:00:00:00:\(high):\(low)", name: "Kettle"))
        }
        for number in 0..<1000 { #expect(try hear(number).count == 1) }
        let events = try hear(1000)
        guard events.count == 2, case .lost("bluetooth-C0:00:00:00:10:00") = events[0], case .found = events[1] else {
            Issue.record("\(events)")
            return
        }
    }

    @Test func `a device is told again when the clock was set back`() throws {
        var sightings = Sightings(library: ProfileLibrary(folders: []))
        let heard = try advertisement("C0:00:00:00:00:01", name: "Kettle")
        #expect(sightings.take(heard).count == 1)
        clock.set(to: clock.now.advanced(bySeconds: -3600))
        #expect(try sightings.take(advertisement("C0:00:00:00:00:01", name: "Kettle")).count == 1)
    }

    @Test func `devices are found with their profiles and lost after a minute`() async throws {
        let central = ScriptedCentral(clock: clock)
        central.advertise([
            try advertisement("F1:0B:7C:43:2D:1C", services: [0x180D]),
            try advertisement("F1:0B:7C:43:2D:1C", name: "Polar H10 7C432D1C"),
            try advertisement("00:22:D0:00:00:01", .public, name: "Polar H7", services: [0x180D]),
            try advertisement("C0:00:00:00:00:01"), try advertisement("C0:00:00:00:00:02", name: "Kettle"),
        ])
        let finder = BluetoothFinder(central: central, library: ProfileLibrary(folders: []), clock: clock)
        let reports = Reports()
        let task = Task { try await finder.run { reports.add($0) } }
        while reports.found.count < 4 { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(reports.found[0].profiles == ["sig.heart-rate"])
        let strap = reports.found[1]
        #expect(strap.id == "bluetooth-F1:0B:7C:43:2D:1C" && strap.profiles.first == "polar.h10")
        #expect(strap.profiles.contains("sig.heart-rate") && strap.rssi == -60)
        #expect(strap.description?.channels.contains { $0.channel == .acceleration && $0.nominalRate == nil } == true)
        #expect(strap.description?.id == DeviceID(rawValue: "bluetooth-f10b7c432d1c"))
        #expect(reports.found[2].id == "bluetooth-public-00:22:D0:00:00:01")
        #expect(reports.found[3].name == "Kettle" && reports.found[3].profiles.isEmpty)
        for _ in 0..<14 {
            while clock.waiting < 2 { try? await Task.sleep(for: .milliseconds(1)) }
            clock.advance(bySeconds: 5)
        }
        while reports.lost.count < 3 { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(reports.lost.contains("bluetooth-F1:0B:7C:43:2D:1C"))
        task.cancel()
        _ = await task.result
    }

    @Test func `a radio that cannot scan is told once and again when it can`() async throws {
        let central = ScriptedCentral(clock: clock)
        for _ in 0..<2 {
            central.refuseScan(Failure(.notPermitted, "Bluetooth is switched off. Run “rfkill unblock bluetooth”."))
        }
        central.advertise([try advertisement("F1:0B:7C:43:2D:1C", services: [0x180D])])
        let finder = BluetoothFinder(central: central, library: ProfileLibrary(folders: []), clock: clock)
        let reports = Reports()
        let task = Task { try await finder.run { reports.add($0) } }
        for _ in 0..<2 {
            while clock.waiting < 2 { try? await Task.sleep(for: .milliseconds(1)) }
            clock.advance(bySeconds: 5)
        }
        while reports.found.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(reports.obstacles == ["Bluetooth is switched off. Run “rfkill unblock bluetooth”.", nil])
        task.cancel()
        _ = await task.result
    }

    @Test func `what keeps from scanning and what adapters lack are told together, and each ends by itself`()
        async throws
    {
        let central = ScriptedCentral(clock: clock)
        central.refuseScan(Failure(.notPermitted, "Bluetooth is switched off."))
        central.advertise([try advertisement("F1:0B:7C:43:2D:1C", services: [0x180D])])
        let (stream, troubles) = AsyncStream.makeStream(of: String?.self)
        let finder = BluetoothFinder(
            central: TroubledCentral(scripted: central, stream: stream), library: ProfileLibrary(folders: []),
            clock: clock)
        let reports = Reports()
        let task = Task { try await finder.run { reports.add($0) } }
        while reports.obstacles.count < 1 { try? await Task.sleep(for: .milliseconds(1)) }
        troubles.yield("hci1 hangs.")
        while reports.obstacles.count < 2 { try? await Task.sleep(for: .milliseconds(1)) }
        while clock.waiting < 2 { try? await Task.sleep(for: .milliseconds(1)) }
        clock.advance(bySeconds: 5)
        while reports.obstacles.count < 3 { try? await Task.sleep(for: .milliseconds(1)) }
        troubles.yield(nil)
        while reports.obstacles.count < 4 { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(
            reports.obstacles == [
                "Bluetooth is switched off.", "Bluetooth is switched off. hci1 hangs.", "hci1 hangs.", nil,
            ])
        task.cancel()
        _ = await task.result
    }

    @Test func `a driver is made for a device that is away, and refused for what is not known`() throws {
        let finder = BluetoothFinder(
            central: ScriptedCentral(clock: clock), library: ProfileLibrary(folders: []), clock: clock)
        let device = FoundDevice(
            id: "bluetooth-public-00:22:D0:00:00:01", bus: .bluetooth, name: "H7", profiles: ["sig.heart-rate"],
            seen: clock.now)
        let source = try finder.source(for: device, choices: DeviceChoices())
        #expect(source.device.id.rawValue == "bluetooth-0022d0000001" && source.device.name == "H7")
        var unknown = device
        unknown.profiles = []
        #expect(throws: Failure.self) { _ = try finder.source(for: unknown, choices: DeviceChoices()) }
        var choices = DeviceChoices()
        choices.profile = "nothing"
        #expect(throws: Failure.self) { _ = try finder.source(for: device, choices: choices) }
        unknown.id = "usb-1"
        #expect(throws: Failure.self) { _ = try finder.source(for: unknown, choices: DeviceChoices()) }
    }
}
