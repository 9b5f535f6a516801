import Bluetooth
import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

private let control = ScriptedH10.control
private let data = ScriptedH10.data
private let heart = ScriptedH10.heart

/// A Polar whose raw streams are not to be had: its heart rate and beats come all the same, and it is said why the others do
/// not.
@Suite(.timeLimit(.minutes(2)))
struct PolarRefusalTests {
    /// Has a heart rate come, and expects it to be taken on the first link.
    private func expectHeart(_ strap: ScriptedStrap, _ link: ScriptedPeripheral) {
        link.send(hex("10 3b 53 04"), from: heart)
        #expect(strap.outlet.batches.contains { $0.channel == .heartRate && $0.values == [59] })
        #expect(strap.outlet.beats.count == 1 && strap.central.links.count == 1)
    }

    private func reasons(_ strap: ScriptedStrap, of stage: DeviceStage) -> [String?] {
        strap.outlet.events.compactMap { if case .stage(stage, let reason, _) = $0 { .some(reason) } else { nil } }
    }

    @Test func `an old strap without raw streams gives its heart`() async throws {
        let strap = try ScriptedStrap()
        strap.central.offer(ScriptedCentral.database(ScriptedH10.offer))
        let task = strap.start()
        let link = await strap.ready()
        expectHeart(strap, link)
        #expect(link.writes.isEmpty)
        let said = reasons(strap, of: .streaming).last ?? nil
        #expect(said?.contains("It does not send acceleration") == true && said?.contains("FB005C81") == true)
        task.cancel()
        _ = await task.result
    }

    @Test(arguments: [control, data])
    func `a strap that refuses a subscription of its raw streams gives its heart`(refused: BluetoothUUID) async throws {
        let strap = try ScriptedStrap()
        strap.central.refuseSubscription(
            refused, Failure(.failed, "The device refused handle 24: writing is not allowed."))
        let task = strap.start()
        let link = await strap.ready()
        expectHeart(strap, link)
        #expect(reasons(strap, of: .streaming).last??.contains("refused handle 24: writing is not allowed.") == true)
        // Nothing is started that nobody would hear.
        #expect(link.writes.isEmpty)
        task.cancel()
        _ = await task.result
    }

    @Test func `a strap whose control point is silent gives its heart, and is asked again later`() async throws {
        let strap = try ScriptedStrap()
        strap.central.onWrite { _, _ in .done }
        let task = strap.start()
        let link = await strap.central.link()
        await strap.until { strap.clock.waiting > 0 && link.writes.count == 1 }
        strap.clock.advance(bySeconds: 5)
        await strap.until { strap.stages().contains(.configured) }
        expectHeart(strap, link)
        #expect(reasons(strap, of: .streaming).last??.contains("did not answer on its control point") == true)
        // It has come to its senses.
        let asked = link.writes.count
        for second in 0..<70 where link.writes.count == asked {
            await strap.until { strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: 1)
            link.send(hex("10 3b"), from: heart)
            try await Task.sleep(for: .milliseconds(2))
            if second < 50 { #expect(link.writes.count == asked) }
        }
        await strap.until { link.writes.count > asked }
        #expect(link.isUp && strap.central.links.count == 1)
        task.cancel()
        _ = await task.result
    }

    @Test func `a strap that was asked again and answers streams everything`() async throws {
        let strap = try ScriptedStrap()
        let answers = Answers()
        strap.central.onWrite { answers.isOn ? ScriptedH10.answer($0, $1) : .done }
        let task = strap.start()
        let link = await strap.central.link()
        await strap.until { strap.clock.waiting > 0 && link.writes.count == 1 }
        strap.clock.advance(bySeconds: 5)
        await strap.until { strap.stages().contains(.configured) }
        link.send(hex("10 3b"), from: heart)
        answers.turnOn()
        for _ in 0..<80 where !link.writes.contains(where: { $0.1.first == 2 }) {
            await strap.until { strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: 1)
            link.send(hex("10 3b"), from: heart)
            try await Task.sleep(for: .milliseconds(2))
        }
        await strap.until { (reasons(strap, of: .streaming).last ?? "…") == nil }
        strap.stream(link, 0..<3)
        #expect(strap.acceleration().count == 3 && strap.central.links.count == 1)
        task.cancel()
        _ = await task.result
        #expect(link.writes.last?.1 == hex("0302"))
    }

    @Test func `asking again for what is missing leaves what runs alone, and it is stopped in the end`() async throws {
        var choices = DeviceChoices()
        choices.settings = ["ecg": "on"]
        let strap = try ScriptedStrap(choices: choices) { $0.bluetooth?.start.reverse() }
        strap.central.onWrite { uuid, bytes in
            switch bytes {
            case [2, 0]: .done
            case let bytes where bytes.count > 1 && bytes[1] == 2: .done
            default: ScriptedH10.answer(uuid, bytes)
            }
        }
        let task = strap.start()
        let link = await strap.central.link()
        // The electrocardiogram runs; about acceleration nothing is answered.
        await strap.until { strap.clock.waiting > 0 && link.writes.contains { $0.1 == [1, 2] } }
        strap.clock.advance(bySeconds: 5)
        await strap.until { strap.stages().contains(.configured) }
        let asked = link.writes.count
        for _ in 0..<80 where link.writes.count == asked {
            await strap.until { strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: 1)
            link.send(hex("10 3b"), from: heart)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(link.writes.dropFirst(asked).map(\.1) == [[1, 2]], "only what is missing is asked for")
        let told = strap.stages().count
        for _ in 0..<20 where strap.stages().count == told {
            strap.clock.advance(bySeconds: 1)
            try await Task.sleep(for: .milliseconds(2))
        }
        let said = reasons(strap, of: .streaming).last ?? nil
        #expect(said?.contains("does not send acceleration:") == true, "\(said ?? "")")
        task.cancel()
        _ = await task.result
        #expect(link.writes.last?.1 == hex("0300"))
        #expect(link.writes.count { $0.1.first == 3 } == 1, "it was cut once, at the end")
    }

    @Test func `a control point that talks of something else has no more time to answer`() async throws {
        let strap = try ScriptedStrap()
        strap.central.onWrite { _, _ in .done }
        let task = strap.start()
        let link = await strap.central.link()
        await strap.until { strap.clock.waiting > 0 && link.writes.count == 1 }
        for _ in 0..<30 where !strap.stages().contains(.configured) {
            link.send(hex("f0 03 00 00 00"), from: control)
            strap.clock.advance(bySeconds: 1)
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(strap.stages().contains(.configured))
        #expect(reasons(strap, of: .configured).last??.contains("did not answer on its control point") == true)
        task.cancel()
        _ = await task.result
    }

    @Test func `a link too narrow for raw streams carries the heart`() async throws {
        let strap = try ScriptedStrap()
        strap.central.limit(23)
        let task = strap.start()
        let link = await strap.ready()
        expectHeart(strap, link)
        #expect(reasons(strap, of: .streaming).last??.contains("takes only 23 bytes at a time") == true)
        task.cancel()
        _ = await task.result
    }

    @Test func `where only raw streams are wanted, that they do not come is a failure`() async throws {
        var choices = DeviceChoices()
        choices.channels = [.acceleration]
        let strap = try ScriptedStrap(choices: choices)
        strap.central.onWrite { uuid, bytes in
            bytes.first == 2 ? .values([(control, hex("f002020d00"))]) : ScriptedH10.answer(uuid, bytes)
        }
        let task = strap.start()
        await strap.until { strap.stages().contains(.interrupted) }
        let said = reasons(strap, of: .interrupted)[0]
        #expect(said?.contains("does not stream: the device is being charged") == true)
        task.cancel()
        _ = await task.result
    }
}

/// Whether a script answers.
private final class Answers: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func turnOn() { state.withLock { $0 = true } }
}
