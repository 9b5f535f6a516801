import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

/// A tag that is heard and never connected, through the finder as a gateway has it.
private struct Tag {
    let clock = ManualClock()
    let central: ScriptedCentral
    let outlet = CollectingOutlet()
    let finder: BluetoothFinder
    let source: any DeviceSource
    let address: BluetoothAddress

    init() throws {
        central = ScriptedCentral(clock: clock)
        finder = BluetoothFinder(central: central, library: ProfileLibrary(folders: []), clock: clock)
        address = try #require(BluetoothAddress("CB:B8:33:4C:88:4F", kind: .random))
        source = try finder.source(
            for: FoundDevice(
                id: Sightings.id(of: address), bus: .bluetooth, profiles: ["ruuvi.tag"], seen: clock.now),
            choices: DeviceChoices())
    }

    /// Scans and listens.
    func start() async -> (Task<Void, any Error>, Task<Void, any Error>) {
        let (finder, source, outlet) = (finder, source, outlet)
        let scan = Task { try await finder.run { _ in } }
        await central.scanned()
        let session = Task { try await source.run(delivering: outlet) }
        await until { outlet.links.contains("connecting") && clock.waiting >= 3 }
        return (scan, session)
    }

    /// Ruuvi's valid data with another measurement number and temperature.
    func payload(_ sequence: UInt16, celsius: Double = 24.3) -> [UInt8] {
        var bytes = hex("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")
        let raw = UInt16(bitPattern: Int16(celsius * 200))
        (bytes[1], bytes[2]) = (UInt8(raw >> 8), UInt8(raw & 0xFF))
        (bytes[16], bytes[17]) = (UInt8(sequence >> 8), UInt8(sequence & 0xFF))
        return bytes
    }

    func hear(_ bytes: [UInt8], adapter: UInt16 = 0) {
        central.hear(
            Advertisement(
                address: address, adapter: adapter, received: clock.now, rssi: -71, isConnectable: false,
                manufacturerData: [0x0499: bytes]))
    }

    func temperatures() -> [Float] { outlet.batches.filter { $0.channel == .temperature }.flatMap(\.values) }

    func stages() -> [(stage: DeviceStage, reason: String?, next: String?)] {
        outlet.events.compactMap {
            if case .stage(let stage, let reason, let next) = $0 { (stage, reason, next) } else { nil }
        }
    }

    func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Lets time pass second by second, so that the session looks at the clock.
    func pass(_ seconds: Int) async {
        for _ in 0..<seconds {
            await until { clock.waiting >= 3 }
            clock.advance(bySeconds: 1)
        }
        await until { clock.waiting >= 3 }
    }
}

@Suite(.timeLimit(.minutes(2)))
struct AdvertSessionTests {
    @Test func `a tag streams from the scan, is never connected, and tells no value twice`() async throws {
        let tag = try Tag()
        let (scan, session) = await tag.start()
        for index in 0..<5 {
            // Sent three times each, and heard by two adapters.
            for adapter in [UInt16(0), 1, 0] {
                tag.hear(tag.payload(205 + UInt16(index), celsius: 20 + Double(index)), adapter: adapter)
            }
            tag.clock.advance(bySeconds: 1.285)
        }
        // One of an adapter that is behind.
        tag.hear(tag.payload(208, celsius: 99), adapter: 1)
        #expect(tag.temperatures() == [20, 21, 22, 23, 24])
        let humidity = tag.outlet.batches.filter { $0.channel.rawValue == "humidity" }
        #expect(humidity.count == 5 && humidity[0].values == [53.49])
        #expect(humidity.map { $0.sequence } == [205, 206, 207, 208, 209])
        #expect(tag.outlet.batches.allSatisfy { $0.channel != .acceleration })
        #expect(tag.stages().map(\.stage) == [.matched, .streaming])
        #expect(tag.outlet.events.contains(.signal(rssi: -71)))
        #expect(tag.central.links.isEmpty && tag.outlet.losses.isEmpty)
        session.cancel()
        await #expect(throws: CancellationError.self) { try await session.value }
        #expect(tag.stages().last?.stage == .stopped)
        tag.hear(tag.payload(300))
        #expect(tag.temperatures().count == 5)
        scan.cancel()
        _ = await scan.result
    }

    @Test func `a tag that falls silent is out of reach with the cause, and is heard again`() async throws {
        let tag = try Tag()
        let (scan, session) = await tag.start()
        tag.hear(tag.payload(10))
        let first = tag.clock.now
        await tag.pass(61)
        let lost = try #require(tag.stages().last)
        #expect(lost.stage == .interrupted && lost.reason?.contains("out of reach") == true)
        #expect(lost.next?.contains("battery") == true)
        #expect(tag.outlet.links.last == "gone")
        tag.hear(tag.payload(300, celsius: 18))
        #expect(tag.stages().last?.stage == .resumed && tag.outlet.links.last == "streaming")
        let gap = try #require(tag.outlet.losses.first)
        #expect(tag.outlet.losses.count == 1 && gap.cause == .disconnected && gap.first == first)
        #expect(gap.end == tag.clock.now && gap.count == 61)
        #expect(tag.temperatures() == [24.3, 18])
        for task in [session, scan] {
            task.cancel()
            _ = await task.result
        }
    }

    @Test(arguments: [3600.0, -3600])
    func `a clock that is set takes no tag out of reach, and keeps none that is silent`(_ step: Double) async throws {
        let tag = try Tag()
        let (scan, session) = await tag.start()
        tag.hear(tag.payload(10))
        await tag.pass(1)
        tag.clock.set(to: tag.clock.now.advanced(bySeconds: step))
        await tag.pass(2)
        #expect(tag.stages().last?.stage == .streaming)
        tag.hear(tag.payload(11))
        await tag.pass(30)
        #expect(tag.stages().last?.stage == .streaming)
        await tag.pass(31)
        try await Task.sleep(for: .milliseconds(100))
        #expect(tag.stages().last?.stage == .interrupted)
        for task in [session, scan] {
            task.cancel()
            _ = await task.result
        }
    }

    @Test func `measurements that were not heard are counted`() async throws {
        let tag = try Tag()
        let (scan, session) = await tag.start()
        tag.hear(tag.payload(65_534))
        tag.clock.advance(bySeconds: 4)
        // Three measurements over the roll-over: 65535, 0 and 1 are missing.
        tag.hear(tag.payload(2))
        tag.hear(Array(tag.payload(3).prefix(20)))
        tag.hear(hex("03291A1ECE1EFC18F94202CA0B53"))
        await tag.pass(1)
        await tag.until { tag.outlet.losses.contains { $0.cause == .damaged } }
        let gap = try #require(tag.outlet.losses.first { $0.cause == .gap })
        #expect(gap.count == 3 && gap.unit == .blocks)
        #expect(tag.outlet.losses.filter { $0.cause == .damaged }.map(\.count) == [1])
        for task in [session, scan] {
            task.cancel()
            _ = await task.result
        }
    }

    @Test func `values without a number are taken again only after their interval`() throws {
        let library = ProfileLibrary(folders: [])
        let profile = try #require(library.profile("ruuvi.tag"))
        var plain = profile
        plain.frames[0].sequenceModulo = nil
        let outlet = CollectingOutlet()
        var streams = try ProfiledStreams(
            device: DeviceID(rawValue: "tag"), profile: plain, settings: SettingValues(plain), wanted: nil)
        let address = try #require(BluetoothAddress("CB:B8:33:4C:88:4F", kind: .random))
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        let bytes = hex("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")
        let news = [0.0, 0.1, 5, 9.9, 10, 12, 20].map { seconds in
            streams.hear(
                Advertisement(
                    address: address, received: start.advanced(bySeconds: seconds), manufacturerData: [0x0499: bytes]),
                isStreamed: true, into: outlet)
        }
        #expect(news == [true, false, false, false, true, false, true])
    }

    @Test func `nobody who listens is told as the cause`() async throws {
        let tag = try Tag()
        let (scan, session) = await tag.start()
        tag.hear(tag.payload(10))
        scan.cancel()
        _ = await scan.result
        tag.central.refuseScan(Failure(.notPermitted, "Bluetooth is switched off. Run “rfkill unblock bluetooth”."))
        let finder = tag.finder
        let again = Task { try await finder.run { _ in } }
        await tag.until { tag.clock.waiting >= 3 }
        // The radio is off and stays off: the next scan is refused too.
        for _ in 0..<20 {
            tag.central.refuseScan(Failure(.notPermitted, "Bluetooth is switched off. Run “rfkill unblock bluetooth”."))
        }
        for _ in 0..<61 {
            await tag.until { tag.clock.waiting >= 3 }
            tag.clock.advance(bySeconds: 1)
        }
        await tag.until { tag.stages().last?.stage == .interrupted }
        #expect(tag.stages().last?.reason?.contains("switched off") == true)
        for task in [session, again] {
            task.cancel()
            _ = await task.result
        }
    }
}
