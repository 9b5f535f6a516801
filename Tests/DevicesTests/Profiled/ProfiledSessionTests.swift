import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

private let control = BluetoothUUID("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
private let data = BluetoothUUID("FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
private let heart = BluetoothUUID(0x2A37)

/// A strap with an accelerometer, played by a script, and a session with it.
private struct Strap {
    static let offer: [(UInt32, BluetoothUUID, GATTCharacteristic.Properties)] = [
        (0x180D, heart, [.notify]), (0x180A, BluetoothUUID(0x2A29), [.read]), (0x180A, BluetoothUUID(0x2A24), [.read]),
        (0x180A, BluetoothUUID(0x2A25), [.read]), (0x180F, BluetoothUUID(0x2A19), [.read, .notify]),
    ]
    // The two vendor characteristics are in one service.
    static func database(from first: UInt16 = 1) -> GATTDatabase {
        var database = ScriptedCentral.database(offer, from: first)
        let handle = first + 4 * UInt16(offer.count)
        let cccd = BluetoothUUID(0x2902)
        database.services.append(
            GATTService(
                uuid: BluetoothUUID("FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0),
                handles: handle...(handle + 6),
                characteristics: [
                    GATTCharacteristic(
                        uuid: control, declaration: handle + 1, value: handle + 2,
                        properties: [.read, .write, .indicate],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 3)]),
                    GATTCharacteristic(
                        uuid: data, declaration: handle + 4, value: handle + 5, properties: [.notify],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 6)]),
                ]))
        return database
    }

    let clock = ManualClock()
    let central: ScriptedCentral
    let outlet = CollectingOutlet()
    let session: ProfiledSession

    init(choices: DeviceChoices = DeviceChoices()) throws {
        central = ScriptedCentral(clock: clock)
        central.offer(Self.database())
        central.set(control, hex("0f05000000000000000000000000000000"))
        central.set(BluetoothUUID(0x2A29), Array("Polar Electro Oy\0".utf8))
        central.set(BluetoothUUID(0x2A24), Array("H10".utf8))
        central.set(BluetoothUUID(0x2A25), Array("7C432D1C".utf8))
        central.set(BluetoothUUID(0x2A19), [83])
        central.onWrite(Self.answer)
        let library = ProfileLibrary(folders: [])
        let profile = try #require(library.profile("polar.h10"))
        let address = try #require(BluetoothAddress("F1:0B:7C:43:2D:1C", kind: .random))
        session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "Polar H10 7C432D1C"),
            address: address, profile: profile, choices: choices, central: central, clock: clock)
    }

    @Sendable static func answer(_ uuid: BluetoothUUID, _ bytes: [UInt8]) -> ScriptedCentral.Reply {
        switch (bytes.first, bytes.dropFirst().first) {
        case (1, 2): .values([(control, hex("f001020000 00041900 3200 6400 c800 01011000 0203 0200 0400 0800"))])
        case (1, 0): .values([(control, hex("f0010000000001820001010e00"))])
        case (2, let type?): .values([(control, [0xF0, 2, type, 0, 0, 1])])
        case (3, let type?): .values([(control, [0xF0, 3, type, 0, 0])])
        default: .done
        }
    }

    func start() -> Task<Void, any Error> {
        let (session, outlet) = (session, outlet)
        return Task { try await session.run(delivering: outlet) }
    }

    /// A frame of 25 samples, half a second, whose last sample is `index` halves after the device's start.
    func frame(_ index: Int) -> [UInt8] {
        var bytes: [UInt8] = [2]
        let time = UInt64(599_000_000_000_000_000 + index * 500_000_000)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: time >> UInt64(8 * shift))) }
        bytes.append(1)
        for sample in 0..<25 { bytes += [UInt8(sample), 0, 0, 0, 0xE8, 0x03] }
        return bytes
    }

    /// Sends frames, half a second of the clock each.
    func stream(_ link: ScriptedPeripheral, _ range: Range<Int>) {
        for index in range {
            clock.advance(bySeconds: 0.5)
            link.send(frame(index), from: data)
        }
    }

    func stages() -> [DeviceStage] {
        outlet.events.compactMap { if case .stage(let stage, _, _) = $0 { stage } else { nil } }
    }

    /// Waits until something holds.
    func until(_ condition: @Sendable () -> Bool) async {
        while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// A link on which everything is set up.
    func ready(_ index: Int = 0) async -> ScriptedPeripheral {
        let link = await central.link(index)
        await until { stages().count { $0 == .configured } > index }
        return link
    }

    func acceleration() -> [SampleBatch] { outlet.batches.filter { $0.channel == .acceleration } }
}

@Suite(.timeLimit(.minutes(2)))
struct ProfiledSessionTests {
    @Test func `a strap is set up, streams, and is told to stop`() async throws {
        let strap = try Strap()
        let task = strap.start()
        let link = await strap.ready()
        #expect(strap.stages() == [.matched, .connected, .confirmed, .configured])
        #expect(
            link.writes.filter { $0.0 == control }.map(\.1)
                == [hex("0102"), hex("0202 00013200 01011000 02010800")])
        #expect(Set(link.subscriptions) == [heart, data, control, BluetoothUUID(0x2A19)])
        #expect(link.subscriptions.count == 4)
        strap.stream(link, 0..<10)
        link.send(hex("10 3b 53 04"), from: heart)
        let motion = strap.acceleration()
        #expect(motion.count == 10 && motion.allSatisfy { $0.count == 25 && $0.axes == 3 })
        #expect(Array(motion[0].values.prefix(6)) == [0, 0, 1, 0.001, 0, 1])
        #expect(strap.outlet.batches.contains { $0.channel == .heartRate && $0.values == [59] })
        #expect(strap.outlet.beats.count == 1)
        await strap.until { strap.outlet.events.contains(.battery(percent: 83)) }
        #expect(
            strap.outlet.events.contains(
                .identified(DeviceIdentity(maker: "Polar Electro Oy", model: "H10", serial: "7C432D1C"))))
        #expect(strap.stages().last == .streaming)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(link.writes.last?.1 == hex("0302"))
        #expect(!link.isUp && strap.stages().last == .stopped)
        #expect(strap.outlet.losses.isEmpty)
    }

    @Test func `a link lost in mid-night is made again and the hole has its cause`() async throws {
        let strap = try Strap()
        let task = strap.start()
        var link = await strap.ready()
        strap.stream(link, 0..<20)
        let last = try #require(strap.acceleration().last?.times.instant(at: 24))
        // The time passes while there is no link: a link that is up for a minute without a value would count as silent.
        strap.central.refuse(Failure(.failed, "Nothing is heard."))
        link.cut("The device went out of reach.")
        await strap.until { strap.stages().count { $0 == .interrupted } == 2 }
        strap.clock.advance(bySeconds: 59.5)
        await strap.until {
            if strap.central.links.count < 2 { strap.clock.advance(bySeconds: 0.01) }
            return strap.central.links.count == 2
        }
        link = await strap.ready(1)
        // What it has sent already comes once more.
        link.send(strap.frame(19), from: data)
        strap.stream(link, 140..<150)
        let batches = strap.acceleration()
        #expect(batches.count == 30)
        let gaps = strap.outlet.losses.filter { $0.cause == .disconnected }
        #expect(gaps.count == 1 && gaps.first?.first == last)
        #expect(gaps.first?.end == batches[20].times.instant(at: 0))
        #expect(gaps.first?.detail == "The device went out of reach.")
        #expect(strap.outlet.losses.count { $0.cause == .duplicate } == 1)
        #expect(strap.outlet.losses.count == 2)
        var times = Set<Int64>()
        for batch in batches {
            for index in 0..<batch.count { #expect(times.insert(batch.times.instant(at: index).nanoseconds).inserted) }
        }
        #expect(strap.stages().contains(.interrupted) && strap.stages().last == .resumed)
        #expect(Set(link.subscriptions).count == 4 && link.writes.contains { $0.1.first == 2 })
        task.cancel()
        _ = await task.result
    }

    @Test func `values of a link that was replaced are not taken`() async throws {
        let strap = try Strap()
        let task = strap.start()
        let old = await strap.ready()
        old.cut()
        // Nothing had come: the next try waits a little.
        await strap.until { strap.clock.waiting > 0 && strap.stages().contains(.interrupted) }
        strap.clock.advance(bySeconds: 1)
        let new = await strap.ready(1)
        old.send(strap.frame(1), from: data)
        #expect(strap.acceleration().isEmpty)
        new.send(strap.frame(1), from: data)
        #expect(strap.acceleration().count == 1)
        task.cancel()
        _ = await task.result
    }

    @Test func `a link that says nothing is made again`() async throws {
        let strap = try Strap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<4)
        let last = try #require(strap.acceleration().last?.times.instant(at: 24))
        for _ in 0..<20 {
            await strap.until { strap.clock.waiting > 0 || !link.isUp }
            strap.clock.advance(bySeconds: 1)
        }
        let next = await strap.ready(1)
        #expect(!link.isUp)
        #expect(strap.outlet.links.contains("silent"))
        strap.stream(next, 60..<62)
        let silent = strap.outlet.losses.filter { $0.cause == .silent }
        #expect(silent.count == 1 && silent.first?.first == last)
        #expect(silent.first?.end == strap.acceleration()[4].times.instant(at: 0))
        task.cancel()
        _ = await task.result
    }

    @Test func `a link that carries too little is told and tried again`() async throws {
        let strap = try Strap()
        strap.central.limit(23)
        let task = strap.start()
        await strap.until { strap.stages().contains(.interrupted) }
        let reasons = strap.outlet.events.compactMap { event -> String? in
            if case .stage(.interrupted, let reason, _) = event { reason } else { nil }
        }
        #expect(reasons.first?.contains("takes only 23 bytes") == true)
        strap.central.limit(247)
        await strap.until { strap.clock.waiting > 0 }
        strap.clock.advance(bySeconds: 1)
        let link = await strap.ready()
        #expect(link.transmissionUnit == 23)
        strap.stream(await strap.central.link(1), 0..<2)
        #expect(strap.acceleration().count == 2 && strap.outlet.losses.isEmpty)
        task.cancel()
        _ = await task.result
    }

    @Test func `handles that change are looked up anew`() async throws {
        let strap = try Strap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<4)
        strap.central.offer(Strap.database(from: 101))
        link.changeServices()
        let next = await strap.ready(1)
        next.send(strap.frame(4), handle: 25)
        #expect(strap.acceleration().count == 4)
        strap.stream(next, 5..<8)
        #expect(strap.acceleration().count == 7)
        task.cancel()
        _ = await task.result
    }

    @Test func `cut and oversized values are counted and nothing else suffers`() async throws {
        let strap = try Strap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<2)
        for length in [0, 1, 9, 11, 101] { link.send(Array(strap.frame(2).prefix(length)), from: data) }
        link.send(strap.frame(2) + [UInt8](repeating: 0x55, count: 1000), from: data)
        for length in [0, 1] { link.send(Array(hex("10 3b").prefix(length)), from: heart) }
        link.send([1, 2, 3], handle: 999)
        strap.stream(link, 2..<4)
        await strap.until { strap.clock.waiting > 0 }
        strap.clock.advance(bySeconds: 1)
        await strap.until { strap.outlet.losses.contains { $0.cause == .damaged && $0.channel == nil } }
        #expect(strap.acceleration().count == 4)
        let damaged = strap.outlet.losses.filter { $0.cause == .damaged && $0.channel == nil }
        #expect(damaged.map(\.count).reduce(0, +) == 6)
        task.cancel()
        _ = await task.result
    }

    @Test func `data may come before the start is answered, and a stream that runs is begun anew`() async throws {
        let strap = try Strap()
        let frame = strap.frame(0)
        strap.central.onWrite { uuid, bytes in
            guard bytes.starts(with: [2, 2]) else { return Strap.answer(uuid, bytes) }
            return .values([(data, frame), (control, hex("f002020600"))])
        }
        let task = strap.start()
        let link = await strap.central.link()
        await strap.until { link.writes.count { $0.1.first == 2 } == 2 }
        await strap.until { strap.acceleration().count == 1 }
        #expect(link.writes.filter { $0.0 == control }.map { $0.1[0] } == [1, 2, 3, 2])
        #expect(strap.stages().contains(.streaming))
        #expect(strap.acceleration()[0].times.instant(at: 24) == strap.clock.now)
        task.cancel()
        _ = await task.result
        #expect(link.writes.last?.1 == hex("0302"))
    }

    @Test func `a device that only looks alike is left alone`() async throws {
        let strap = try Strap()
        strap.central.offer(ScriptedCentral.database(Strap.offer))
        let task = strap.start()
        let result = await task.result
        guard case .failure(let failure as Failure) = result else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == .notFound && failure.message.contains("FB005C82"))
        #expect(strap.central.links.allSatisfy { !$0.isUp && $0.writes.isEmpty })
    }

    @Test func `only what is wanted is asked for`() async throws {
        var choices = DeviceChoices()
        choices.channels = [.heartRate, .rrInterval]
        let strap = try Strap(choices: choices)
        let task = strap.start()
        let link = await strap.ready()
        #expect(link.writes.isEmpty && link.subscriptions.contains(heart))
        task.cancel()
        _ = await task.result
        #expect(throws: Failure.self) {
            var wrong = DeviceChoices()
            wrong.settings = ["rate": "51"]
            _ = try Strap(choices: wrong)
        }
    }

    @Test func `a radio that is not there is told and waited for with growing patience`() async throws {
        let strap = try Strap()
        for _ in 0..<3 { strap.central.refuse(Failure(.failed, "There is no Bluetooth adapter. Plug one in.")) }
        let task = strap.start()
        for wait in [1.0, 2, 5] {
            await strap.until { strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: wait - 0.1)
            #expect(strap.central.links.isEmpty)
            strap.clock.advance(bySeconds: 0.1)
        }
        _ = await strap.ready()
        #expect(strap.stages().count { $0 == .interrupted } == 3)
        task.cancel()
        _ = await task.result
    }
}
