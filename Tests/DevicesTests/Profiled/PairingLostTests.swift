import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

private let data = ScriptedH10.data
private let control = ScriptedH10.control
private let heart = ScriptedH10.heart

/// A device that has forgotten its pairing.
@Suite(.timeLimit(.minutes(2)))
struct PairingLostTests {
    private func lastStage(_ strap: ScriptedStrap) -> (DeviceStage, String?, String?)? {
        strap.outlet.events.compactMap {
            if case .stage(let stage, let reason, let nextStep) = $0 { (stage, reason, nextStep) } else { nil }
        }.last
    }

    @Test func `a device that gives nothing is left alone until it is paired anew`() async throws {
        let strap = try ScriptedStrap()
        strap.central.losePairing([heart, data, control])
        let task = strap.start()
        await strap.until { strap.central.mayPair.count == 2 && strap.clock.waiting > 0 }
        // With a pairing, then without one; then nothing more for a minute.
        #expect(strap.central.mayPair == [true, false])
        await strap.until { lastStage(strap)?.0 == .interrupted }
        strap.clock.advance(bySeconds: 59)
        try await Task.sleep(for: .milliseconds(20))
        #expect(strap.central.links.count == 2)
        let state = try #require(lastStage(strap))
        #expect(state.0 == .interrupted && state.1?.contains("pairing with this machine is lost") == true)
        #expect(state.2?.contains("nightjar devices pair bluetooth-") == true)
        // One word, and it streams.
        try await strap.session.perform(.pairAnew)
        let link = await strap.ready()
        #expect(strap.central.forgotten.count == 1 && strap.central.mayPair == [true, false, true])
        _ = link
        let streaming = await strap.central.link(2)
        strap.stream(streaming, 0..<2)
        #expect(strap.acceleration().count == 2)
        task.cancel()
        _ = await task.result
    }

    @Test func `the waits for a pairing that nobody makes anew grow`() async throws {
        let strap = try ScriptedStrap()
        strap.central.losePairing([heart, data, control])
        let task = strap.start()
        for (index, wait) in ProfiledSession.pairingBackOff.enumerated() {
            await strap.until { strap.central.mayPair.count == 2 * (index + 1) && strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: wait - 1)
            try await Task.sleep(for: .milliseconds(10))
            #expect(strap.central.links.count == 2 * (index + 1))
            strap.clock.advance(bySeconds: 1)
        }
        task.cancel()
        _ = await task.result
    }

    @Test func `what needs no pairing goes on, and the rest says what to do`() async throws {
        let strap = try ScriptedStrap()
        strap.central.losePairing([data, control])
        let task = strap.start()
        await strap.until { strap.stages().contains(.configured) }
        let link = await strap.central.link(1)
        link.send(hex("10 3b 53 04"), from: heart)
        #expect(strap.outlet.beats.count == 1 && strap.central.links.count == 2)
        let state = try #require(lastStage(strap))
        #expect(state.0 == .resumed && state.1?.contains("only to whom it is paired with") == true)
        #expect(state.2?.contains("nightjar devices pair") == true)
        // Paired anew, the link is made again and everything comes.
        try await strap.session.perform(.pairAnew)
        await strap.until { strap.clock.waiting > 0 }
        strap.clock.advance(bySeconds: 1)
        await strap.until {
            if strap.central.links.count < 3, strap.clock.waiting > 0 { strap.clock.advance(bySeconds: 1) }
            return strap.central.links.count == 3
        }
        await strap.until { strap.stages().count { $0 == .configured } == 2 }
        let next = await strap.central.link(2)
        strap.stream(next, 0..<2)
        #expect(strap.acceleration().count == 2)
        task.cancel()
        _ = await task.result
    }

    @Test func `a strap that was never in trouble is never asked to pair anew, and knows no other command`()
        async throws
    {
        let strap = try ScriptedStrap()
        #expect(strap.session.device.commands == [.pairAnew])
        await #expect(throws: Failure.self) { try await strap.session.perform(.vibrate(seconds: 1)) }
        let task = strap.start()
        _ = await strap.ready()
        #expect(strap.central.mayPair == [true] && strap.central.forgotten.isEmpty)
        task.cancel()
        _ = await task.result
    }
}
