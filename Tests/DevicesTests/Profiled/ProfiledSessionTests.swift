import Bluetooth
import Signals
import TestKit
import Testing

@testable import Devices

private let control = ScriptedH10.control
private let data = ScriptedH10.data
private let heart = ScriptedH10.heart

@Suite(.timeLimit(.minutes(2)))
struct ProfiledSessionTests {
    @Test func `a strap is set up, streams, and is told to stop`() async throws {
        let strap = try ScriptedStrap()
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

    @Test func `cut and oversized values are counted and nothing else suffers`() async throws {
        let strap = try ScriptedStrap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<2)
        for length in [0, 1, 9, 11, 101] { link.send(Array(ScriptedH10.frame(2).prefix(length)), from: data) }
        link.send(ScriptedH10.frame(2) + [UInt8](repeating: 0x55, count: 1000), from: data)
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
        let strap = try ScriptedStrap()
        let frame = ScriptedH10.frame(0)
        strap.central.onWrite { uuid, bytes in
            guard bytes.starts(with: [2, 2]) else { return ScriptedH10.answer(uuid, bytes) }
            return .values([(data, frame), (control, hex("f002020600"))])
        }
        let task = strap.start()
        let link = await strap.central.link()
        await strap.until { link.writes.count { $0.1.first == 2 } == 2 }
        await strap.until { strap.acceleration().count == 1 && strap.stages().contains(.streaming) }
        #expect(link.writes.filter { $0.0 == control }.map { $0.1[0] } == [1, 2, 3, 2])
        #expect(strap.acceleration()[0].times.instant(at: 24) == strap.clock.now)
        task.cancel()
        _ = await task.result
        #expect(link.writes.last?.1 == hex("0302"))
    }

    @Test func `a device that only looks alike is left alone`() async throws {
        let strap = try ScriptedStrap()
        strap.central.offer(ScriptedCentral.database(ScriptedH10.offer.filter { $0.1 != heart }))
        let task = strap.start()
        let result = await task.result
        guard case .failure(let failure as Failure) = result else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == .notFound && failure.message.contains("2A37"))
        #expect(strap.central.links.allSatisfy { !$0.isUp && $0.writes.isEmpty })
    }

    @Test func `only what is wanted is asked for`() async throws {
        var choices = DeviceChoices()
        choices.channels = [.heartRate, .rrInterval]
        let strap = try ScriptedStrap(choices: choices)
        let task = strap.start()
        let link = await strap.ready()
        #expect(link.writes.isEmpty && link.subscriptions.contains(heart))
        task.cancel()
        _ = await task.result
        #expect(throws: Failure.self) {
            var wrong = DeviceChoices()
            wrong.settings = ["rate": "51"]
            _ = try ScriptedStrap(choices: wrong)
        }
    }

    @Test func `its clock is set before its streams start, and only where that is chosen`() async throws {
        for choice in ["on", "off"] {
            var choices = DeviceChoices()
            choices.settings = ["clock": choice]
            let strap = try ScriptedStrap(choices: choices)
            let task = strap.start()
            let link = await strap.ready()
            let files = link.writes.filter { $0.0 == ScriptedH10.files }.map(\.1)
            #expect(files.map { Array($0.prefix(5)) } == (choice == "on" ? [hex("0203800a07")] : []))
            #expect(link.subscriptions.contains(ScriptedH10.files) == (choice == "on"))
            #expect((link.writes.first?.0 == ScriptedH10.files) == (choice == "on"))
            #expect(link.writes.contains { $0.0 == ScriptedH10.control && $0.1.first == 2 })
            task.cancel()
            _ = await task.result
        }
    }
}
