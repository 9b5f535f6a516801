import Bluetooth
import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

private let down = BluetoothUUID("0734594A-A8E7-4B1A-A6B1-CD5243059A57") ?? BluetoothUUID(0)
private let up = BluetoothUUID("8B00ACE7-EB0B-49B0-BBE9-9AEE0A26E1A3") ?? BluetoothUUID(0)

/// A ring with one night of 1500 samples, four seconds apart, that ended a minute ago; its clock is an hour ahead.
private final class Ring: Sendable {
    static let count = 1500
    static let block = 512

    let clock = ManualClock(start: Instant(nanoseconds: 1_800_000_000_000_000_000))
    let central: ScriptedCentral
    let disk = HistoryDisk()
    let session: ProfiledSession
    /// When the night began, by the host's clock.
    let began: Instant
    private let file: [UInt8]
    private struct State {
        var pending: [UInt8] = []
        var isOpen = false
        var requests: [UInt8] = []
        var blocks: [Int] = []
        /// The link is lost when this block is asked for.
        var cutsAt: Int?
        /// This block comes damaged, so often.
        var damage: (block: Int, times: Int)?
        /// Its files, and those of which it says nothing; each is the same night.
        var files = ["20270115000000"]
        var silent: Set<String> = []
        var opened: [String] = []
    }
    private let state = Mutex(State())

    init(streams: Set<Channel>? = nil, version: UInt8 = 3) throws {
        central = ScriptedCentral(clock: clock)
        var database = ScriptedCentral.database([])
        database.services = [
            GATTService(
                uuid: BluetoothUUID("14839AC4-7D7E-415C-9A42-167340CF2339") ?? BluetoothUUID(0), handles: 1...6,
                characteristics: [
                    GATTCharacteristic(
                        uuid: down, declaration: 2, value: 3, properties: [.notify],
                        descriptors: [GATTDescriptor(uuid: BluetoothUUID(0x2902), handle: 4)]),
                    GATTCharacteristic(
                        uuid: up, declaration: 5, value: 6, properties: [.write, .writeWithoutResponse], descriptors: []
                    ),
                ])
        ]
        central.offer(database)
        central.limit(23)
        began = clock.now.advanced(bySeconds: -60 - Double(4 * Self.count))
        file = Self.night(from: Self.local(began), version: version)
        let profile = try #require(ProfileLibrary(folders: []).profile("wellue.o2ring"))
        let address = try #require(BluetoothAddress("F1:00:00:00:00:61", kind: .random))
        var choices = DeviceChoices()
        choices.channels = streams
        session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "O2Ring 1"),
            address: address, profile: profile, choices: choices, central: central, clock: clock)
        central.onWrite { [unowned self] _, bytes in self.answer(bytes) }
    }

    private static func local(_ instant: Instant) -> (date: CivilDate, second: Int) {
        let seconds = instant.nanoseconds / 1_000_000_000 + 3600
        return (CivilDate(daysSince1970: Int(seconds / 86_400)), Int(seconds % 86_400))
    }

    static func record(_ index: Int) -> [UInt8] {
        [UInt8(90 + index % 10), UInt8(50 + index % 20), 0, UInt8(index % 7), 0]
    }

    private static func night(from start: (date: CivilDate, second: Int), version: UInt8) -> [UInt8] {
        let (year, duration) = (start.date.year, 4 * count)
        var bytes: [UInt8] = [
            version, 0, UInt8(year & 255), UInt8(year >> 8), UInt8(start.date.month), UInt8(start.date.day),
        ]
        bytes += [UInt8(start.second / 3600), UInt8(start.second / 60 % 60), UInt8(start.second % 60), 0, 0, 0, 0]
        bytes += [UInt8(duration & 255), UInt8(duration >> 8)]
        bytes += [UInt8](repeating: 0, count: 40 - bytes.count)
        for index in 0..<count { bytes += record(index) }
        return bytes
    }

    func lose(at block: Int?) { state.withLock { $0.cutsAt = block } }
    func list(_ files: [String], silent: Set<String>) { state.withLock { ($0.files, $0.silent) = (files, silent) } }
    /// The files that were opened, in order.
    var opened: [String] { state.withLock { $0.opened } }
    func damage(_ block: Int, times: Int) { state.withLock { $0.damage = (block, times) } }
    /// The commands that were heard, in order, and the blocks that were asked for.
    var requests: [UInt8] { state.withLock { $0.requests } }
    var blocks: [Int] { state.withLock { $0.blocks } }

    private func answer(_ bytes: [UInt8]) -> ScriptedCentral.Reply {
        let request: [UInt8]? = state.withLock { state in
            state.pending += bytes
            guard state.pending.count >= 7, state.pending.count >= 8 + Int(state.pending[5]) else { return nil }
            defer { state.pending = [] }
            return state.pending
        }
        guard let request else { return .done }
        state.withLock { $0.requests.append(request[1]) }
        switch request[1] {
        case 0x14:
            let (date, second) = Self.local(clock.now)
            let text =
                #"{"CurTIME":"\#(date.year)-\#(date.month)-\#(date.day),\#(second / 3600):\#(second / 60 % 60):\#(second % 60)","#
                + #""FileList":"\#(state.withLock { $0.files.joined(separator: ",") })"}"#
            return reply(Array(text.utf8) + [0])
        case 0x03:
            let name = String(decoding: request[7...].prefix { $0 != 0 }, as: UTF8.self)
            let isSilent = state.withLock { state in
                state.opened.append(name)
                return state.silent.contains(name)
            }
            return isSilent ? .done : reply((0..<4).map { UInt8(truncatingIfNeeded: file.count >> (8 * $0)) })
        case 0x04:
            let block = Int(request[3]) | Int(request[4]) << 8
            let (cuts, isDamaged) = state.withLock { state in
                state.blocks.append(block)
                guard let damage = state.damage, damage.block == block, damage.times > 0 else {
                    return (state.cutsAt == block, false)
                }
                state.damage?.times -= 1
                return (false, true)
            }
            if cuts {
                central.links.last?.cut()
                return .done
            }
            let part = Array(file.dropFirst(block * Self.block).prefix(Self.block))
            return reply(part, isDamaged: isDamaged)
        case 0x05: return reply([])
        default: return reply([98, 66, 0, 0, 0, 0, 0, 97, 0, 3, 12, 1, 0])
        }
    }

    private func reply(_ content: [UInt8], isDamaged: Bool = false) -> ScriptedCentral.Reply {
        var bytes: [UInt8] = [0x55, 0, 0xFF, 0, 0, UInt8(content.count & 255), UInt8(content.count >> 8)] + content
        bytes.append(UInt8(truncatingIfNeeded: FrameCheck(.crc8).value(bytes.span.bytes, upTo: bytes.count)))
        if isDamaged { bytes[9] ^= 1 }
        return .values(
            stride(from: 0, to: bytes.count, by: 20).map { (down, Array(bytes[$0..<min($0 + 20, bytes.count)])) })
    }

    func start() -> Task<Void, any Error> {
        let (session, disk) = (session, disk)
        return Task { try await session.run(delivering: disk) }
    }

    func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until so many links have had nothing more to do but to stream.
    func settled(_ number: Int) async {
        await until {
            clock.waiting > 0
                && number == disk.inner.events.count { if case .stage(.configured, _, _) = $0 { true } else { false } }
        }
    }

    func reconnected(_ number: Int) async {
        await until {
            if central.links.count < number, clock.waiting > 0 { clock.advance(bySeconds: 1) }
            return central.links.count == number
        }
    }

    /// When the sample of an index was taken.
    func time(_ index: Int) -> Instant { began.advanced(bySeconds: Double(4 * index)) }
}

@Suite(.timeLimit(.minutes(2)))
struct RecordedNightTests {
    @Test
    func `a night that a ring recorded alone comes into the store, at the host's time, and is closed when durable`()
        async throws
    {
        let ring = try Ring()
        let task = ring.start()
        await ring.settled(1)
        #expect(ring.disk.values(.init(rawValue: "oxygen_saturation")) == (0..<Ring.count).map { Float(90 + $0 % 10) })
        #expect(ring.disk.values(.heartRate) == (0..<Ring.count).map { Float(50 + $0 % 20) })
        #expect(ring.disk.times(.heartRate) == (0..<Ring.count).map(ring.time))
        #expect(ring.requests.first == 0x14 && ring.requests.last == 0x05 && ring.blocks == Array(0...14))
        #expect(ring.disk.inner.batches.isEmpty, "nothing of it is shown as if it were now")
        // Nothing that erases or changes anything is ever said.
        #expect(Set(ring.requests).isSubset(of: [0x14, 0x03, 0x04, 0x05]))
        task.cancel()
        _ = await task.result
    }

    @Test func `only the hole is filled in which nobody listened`() async throws {
        let ring = try Ring()
        ring.disk.heard(ring.time(0)..<ring.time(400))
        ring.disk.heard(ring.time(900)..<ring.time(Ring.count))
        let task = ring.start()
        await ring.settled(1)
        #expect(ring.disk.times(.heartRate) == (401..<900).map(ring.time))
        // Behind the hole nothing more is asked for.
        #expect(ring.blocks == Array(0...12) && ring.requests.last == 0x05)
        task.cancel()
        _ = await task.result
    }

    @Test func `a link that is lost in the middle costs nothing: the next goes on behind what is durable`() async throws
    {
        let ring = try Ring()
        ring.lose(at: 9)
        let task = ring.start()
        await ring.until { ring.central.links.count == 1 && !ring.central.links[0].isUp }
        #expect(ring.disk.times(.heartRate).count == 708 && !ring.requests.contains(0x05), "nothing is acknowledged")
        ring.lose(at: nil)
        await ring.reconnected(2)
        await ring.settled(1)
        #expect(ring.disk.times(.heartRate) == (0..<Ring.count).map(ring.time), "every sample once")
        #expect(ring.requests.last == 0x05)
        task.cancel()
        _ = await task.result
    }

    @Test func `a disk that is full ends it without closing, and the ring streams all the same`() async throws {
        let ring = try Ring()
        ring.disk.fill(true)
        let task = ring.start()
        await ring.settled(1)
        #expect(!ring.requests.contains(0x05))
        let told = ring.disk.inner.events.contains {
            if case .stage(_, let reason, _) = $0 { reason?.contains("The disk is full") == true } else { false }
        }
        #expect(told)
        await ring.until {
            ring.clock.advance(bySeconds: 1)
            return ring.requests.contains(0x17)
        }
        #expect(ring.disk.inner.batches.contains { $0.channel == .heartRate })
        task.cancel()
        _ = await task.result
    }

    @Test func `a block that comes damaged is asked for again`() async throws {
        let ring = try Ring()
        ring.damage(3, times: 2)
        let task = ring.start()
        await ring.until {
            if ring.clock.waiting > 0, ring.blocks.count < 17 { ring.clock.advance(bySeconds: 5) }
            return ring.blocks.count == 17
        }
        await ring.settled(1)
        #expect(ring.blocks.count { $0 == 3 } == 3 && ring.disk.times(.heartRate).count == Ring.count)
        task.cancel()
        _ = await task.result
    }

    @Test func `the newest night comes first, and one of which the ring says nothing keeps no other`() async throws {
        let ring = try Ring()
        ring.list(["20270113000000", "20270114000000", "20270112000000"], silent: ["20270114000000"])
        let task = ring.start()
        await ring.until {
            if ring.clock.waiting > 0, ring.opened.count < 3 { ring.clock.advance(bySeconds: 1) }
            return ring.opened.count == 3
        }
        await ring.settled(1)
        #expect(ring.opened == ["20270114000000", "20270113000000", "20270112000000"])
        #expect(ring.disk.times(.heartRate).count == Ring.count && ring.requests.last == 0x05)
        task.cancel()
        _ = await task.result
    }

    @Test func `a file that cannot be understood is told and leaves no sample`() async throws {
        let ring = try Ring(version: 9)
        let task = ring.start()
        await ring.settled(1)
        #expect(ring.disk.times(.heartRate).isEmpty && ring.blocks == [0] && ring.requests.last == 0x05)
        let told = ring.disk.inner.events.contains {
            if case .stage(_, let reason, _) = $0 { reason?.contains("cannot be read") == true } else { false }
        }
        #expect(told)
        task.cancel()
        _ = await task.result
    }

    @Test func `of streams that nobody wants nothing is kept, nor asked for`() async throws {
        let ring = try Ring(streams: [.init(rawValue: "oxygen_saturation")])
        var task = ring.start()
        await ring.settled(1)
        #expect(ring.disk.times(.heartRate).isEmpty)
        #expect(ring.disk.times(.init(rawValue: "oxygen_saturation")).count == Ring.count)
        task.cancel()
        _ = await task.result
        let other = try Ring(streams: [.init(rawValue: "pulse_amplitude_index")])
        task = other.start()
        await other.settled(1)
        #expect(other.requests.isEmpty)
        task.cancel()
        _ = await task.result
    }
}
