import Bluetooth
import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

private let up = BluetoothUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E") ?? BluetoothUUID(0)
private let down = BluetoothUUID("6E400003-B5A3-F393-E0A9-E50E24DCCA9E") ?? BluetoothUUID(0)

/// An outlet whose disk a test can take away.
private final class Disk: DeviceOutlet {
    let inner = CollectingOutlet()
    private let state = Mutex((full: false, kept: [SampleBatch](), durable: 0, before: Instant?.none))

    func deliver(_ batch: SampleBatch) { inner.deliver(batch) }
    func deliver(_ beats: BeatBatch) { inner.deliver(beats) }
    func deliver(_ event: DeviceEvent, at instant: Instant) { inner.deliver(event, at: instant) }
    func keep(_ history: SampleBatch) { state.withLock { $0.kept.append(history) } }
    func settle() async throws {
        try state.withLock { state in
            if state.full { throw Failure(.failed, "The disk is full.") }
            state.durable = state.kept.count
        }
    }
    func newest(_ channel: Channel) -> Instant? {
        state.withLock { state in
            state.kept.prefix(state.durable).filter { $0.channel == channel }
                .map { $0.times.instant(at: $0.count - 1) }.max() ?? state.before
        }
    }

    /// Everything up to `instant` was kept in an earlier session.
    func remember(_ instant: Instant) { state.withLock { $0.before = instant } }

    func fill(_ isFull: Bool) { state.withLock { $0.full = isFull } }
    var kept: [SampleBatch] { state.withLock { $0.kept } }
    func counts() -> [Float] { kept.filter { $0.channel == .counts }.flatMap(\.values) }
    func stages() -> [(DeviceStage, String?)] {
        inner.events.compactMap { if case .stage(let stage, let reason, _) = $0 { (stage, reason) } else { nil } }
    }
}

/// A wrist band of Open Movement with three closed blocks of two epochs each, and a session with it.
private final class Band: Sendable {
    let clock = ManualClock()
    let central: ScriptedCentral
    let disk = Disk()
    let session: ProfiledSession
    private let state = Mutex((index: 0, line: ""))

    init(choices: DeviceChoices = DeviceChoices(), clockBehind: Int64 = 0) throws {
        central = ScriptedCentral(clock: clock)
        var database = ScriptedCentral.database([])
        database.services = [
            GATTService(
                uuid: BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E") ?? BluetoothUUID(0), handles: 1...6,
                characteristics: [
                    GATTCharacteristic(
                        uuid: up, declaration: 2, value: 3, properties: [.write, .writeWithoutResponse], descriptors: []
                    ),
                    GATTCharacteristic(
                        uuid: down, declaration: 4, value: 5, properties: [.notify],
                        descriptors: [GATTDescriptor(uuid: BluetoothUUID(0x2902), handle: 6)]),
                ])
        ]
        central.offer(database)
        central.limit(23)
        let library = ProfileLibrary(folders: [])
        let profile = try #require(library.profile("openmovement.axle"))
        let address = try #require(BluetoothAddress("E0:00:00:12:34:56", kind: .random))
        session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "axLE-Band-123456"),
            address: address, profile: profile, choices: choices, central: central, clock: clock)
        let now = clock.now.nanoseconds / 1_000_000_000 - clockBehind
        central.onWrite { [unowned self] _, bytes in self.answer(bytes, now) }
    }

    /// Blocks 0, 1 and 2 end three, two and one hours ago.
    static func block(_ number: Int, now: Int64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 512)
        func put(_ value: Int64, _ count: Int, _ at: Int) {
            for byte in 0..<count { bytes[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * Int64(byte))) }
        }
        put(Int64(number), 2, 0)
        put(16, 2, 2)
        put(now - Int64(3 - number) * 3600 - 60, 4, 4)
        put(60, 2, 10)
        put(Int64(10 * number + 1), 4, 34)
        put(Int64(10 * number + 2), 4, 42)
        let sum = stride(from: 0, to: 510, by: 2).reduce(UInt16(0)) {
            $0 &+ (UInt16(bytes[$1]) | UInt16(bytes[$1 + 1]) << 8)
        }
        put(Int64(0 &- sum), 2, 510)
        return bytes
    }

    private func answer(_ bytes: [UInt8], _ now: Int64) -> ScriptedCentral.Reply {
        let text = String(decoding: bytes, as: UTF8.self)
        let line: String? = state.withLock { state in
            state.line += text
            guard state.line.hasSuffix("\r\n") else { return nil }
            defer { state.line = "" }
            return String(state.line.dropLast(1))
        }
        guard let line else { return .done }
        var reply: String
        switch line.first {
        case "U": reply = "Authenticated"
        case "T": reply = "T:\(now)"
        case "Q", "W":
            let index = state.withLock { state in
                if line.first == "W" { state.index = Int(line.dropFirst().prefix(2), radix: 16) ?? 0 }
                return state.index
            }
            reply = "T:\(now)\r\nB:3\r\nE:1\r\nN:1\r\nC:3\r\nI:\(index)"
        case "R":
            let index = state.withLock { state in
                defer { state.index += 1 }
                return state.index
            }
            reply = Self.block(index, now: now).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case "I": reply = "OP:01, 50, 8"
        case "B": reply = "B:80%"
        default: reply = "!"
        }
        let all = Array((reply + "\r\n").utf8)
        return .values(
            stride(from: 0, to: all.count, by: 20).map { (down, Array(all[$0..<min($0 + 20, all.count)])) })
    }

    func start() -> Task<Void, any Error> {
        let (session, disk) = (session, disk)
        return Task { try await session.run(delivering: disk) }
    }

    /// Everything written on a link, as lines.
    func said(_ link: ScriptedPeripheral) -> [String] {
        String(decoding: link.writes.flatMap(\.1), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

@Suite(.timeLimit(.minutes(2)))
struct HandoverTests {
    @Test func `what a band has kept is taken over before it streams, and acknowledged block by block`() async throws {
        let band = try Band()
        let task = band.start()
        let link = await band.central.link()
        await band.until { band.said(link).contains("I") }
        let said = band.said(link)
        let hex = said.first { $0.hasPrefix("T") && $0.count == 9 }
        #expect(said == ["U123456", "T", "Q", "W0000", "R", "W0100", "R", "W0200", "R", "W0300", hex, "I"])
        #expect(band.disk.counts() == [1, 2, 11, 12, 21, 22])
        let times = band.disk.kept.filter { $0.channel == .counts }.map { $0.times.instant(at: 1) }
        #expect(times == [3, 2, 1].map { band.clock.now.advanced(bySeconds: Double(-3600 * $0)) })
        #expect(band.disk.stages().contains { $0.1 == "It hands over what it has kept: block 3 of 3." })
        // Nothing of it is shown as if it were now, and the band is told nothing that wipes.
        #expect(band.disk.inner.batches.isEmpty)
        #expect(!said.contains { "EXP".contains($0.first ?? "?") })
        task.cancel()
        _ = await task.result
    }

    @Test func `a disk that is full leaves everything on the band, which streams all the same`() async throws {
        let band = try Band()
        band.disk.fill(true)
        let task = band.start()
        let link = await band.central.link()
        await band.until { band.said(link).contains("I") }
        #expect(band.said(link).filter { $0.hasPrefix("W") } == ["W0000"])
        #expect(band.disk.stages().contains { $0.1?.contains("The disk is full.") == true })
        // At the next connection there is room; nothing is missing.
        band.disk.fill(false)
        link.cut()
        await band.until { band.clock.waiting > 0 }
        await band.until {
            if band.central.links.count < 2 { band.clock.advance(bySeconds: 1) }
            return band.central.links.count == 2
        }
        let next = await band.central.link(1)
        await band.until { band.said(next).contains("I") }
        #expect(Set(band.disk.counts()) == [1, 2, 11, 12, 21, 22])
        #expect(band.said(next).filter { $0.hasPrefix("W") }.last == "W0300")
        task.cancel()
        _ = await task.result
    }

    @Test func `what is kept already is not taken twice`() async throws {
        let band = try Band()
        let task = band.start()
        await band.until { band.central.links.first.map { band.said($0).contains("I") } ?? false }
        band.central.links[0].cut()
        await band.until { band.clock.waiting > 0 }
        await band.until {
            if band.central.links.count < 2 { band.clock.advance(bySeconds: 1) }
            return band.central.links.count == 2
        }
        let next = await band.central.link(1)
        await band.until { band.said(next).contains("I") }
        #expect(band.disk.counts() == [1, 2, 11, 12, 21, 22])
        task.cancel()
        _ = await task.result
    }

    @Test func `a block of which a part is kept already gives the rest`() async throws {
        let band = try Band()
        band.disk.remember(band.clock.now.advanced(bySeconds: -3 * 3600 - 60))
        let task = band.start()
        let link = await band.central.link()
        await band.until { band.said(link).contains("I") }
        #expect(band.disk.counts() == [2, 11, 12, 21, 22])
        #expect(band.disk.kept.allSatisfy { $0.values.count == $0.count * $0.axes })
        task.cancel()
        _ = await task.result
    }

    @Test func `a band whose clock was reset says how long ago it was`() async throws {
        let band = try Band(clockBehind: 1_600_000_000)
        let task = band.start()
        let link = await band.central.link()
        await band.until { band.said(link).contains("I") }
        let times = band.disk.kept.filter { $0.channel == .counts }.map { $0.times.instant(at: 1) }
        #expect(times == [3, 2, 1].map { band.clock.now.advanced(bySeconds: Double(-3600 * $0)) })
        task.cancel()
        _ = await task.result
    }

    @Test func `a person who wants only epochs gets no stream, and one who wants only the stream no epochs`()
        async throws
    {
        var choices = DeviceChoices()
        choices.channels = [.counts]
        let epochs = try Band(choices: choices)
        let first = epochs.start()
        let link = await epochs.central.link()
        await epochs.until { epochs.disk.stages().contains { $0.0 == .configured } }
        #expect(!epochs.said(link).contains("I") && epochs.disk.counts().count == 6)
        #expect(Set(epochs.disk.kept.map(\.channel)) == [.counts])
        first.cancel()
        _ = await first.result
        choices.channels = [.acceleration]
        let stream = try Band(choices: choices)
        let second = stream.start()
        let other = await stream.central.link()
        await stream.until { stream.said(other).contains("I") }
        #expect(!stream.said(other).contains("R") && stream.disk.kept.isEmpty)
        second.cancel()
        _ = await second.result
    }
}
