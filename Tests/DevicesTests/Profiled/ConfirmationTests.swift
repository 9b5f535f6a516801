import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

private let data = ScriptedH10.data
private let heart = ScriptedH10.heart

@Suite(.timeLimit(.minutes(2)))
struct ConfirmationTests {
    private func strap(_ frame: String) throws -> ScriptedStrap {
        try ScriptedStrap { $0.confirm.append(.firstFrame(frame)) }
    }

    @Test func `a device is confirmed by its first frame and not before`() async throws {
        let strap = try strap("pmd")
        let task = strap.start()
        let link = await strap.ready()
        #expect(strap.stages() == [.matched, .connected, .configured])
        // A heart rate could be anybody's.
        link.send(hex("10 3b 53 04"), from: heart)
        #expect(strap.outlet.batches.isEmpty && strap.outlet.beats.isEmpty)
        link.send(Array(ScriptedH10.frame(0).prefix(4)), from: data)
        strap.stream(link, 1..<3)
        link.send(hex("10 3b 53 04"), from: heart)
        #expect(strap.stages() == [.matched, .connected, .configured, .confirmed, .streaming])
        #expect(strap.acceleration().count == 2 && strap.outlet.beats.count == 1)
        // What has shown itself once is known when it comes again.
        link.cut()
        let next = await strap.ready(1)
        next.send(hex("10 3b 53 04"), from: heart)
        #expect(strap.outlet.beats.count == 2)
        task.cancel()
        _ = await task.result
    }

    @Test func `a device whose frames are others is left alone`() async throws {
        let strap = try strap("pmd")
        let task = strap.start()
        let link = await strap.ready()
        for _ in 0..<3 { link.send([2, 0, 0], from: data) }
        let result = await task.result
        guard case .failure(let failure as Failure) = result else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == .notFound && failure.message.contains("only looks alike"))
        #expect(!link.isUp && strap.outlet.batches.isEmpty && strap.central.links.count == 1)
        // What was started is stopped all the same.
        #expect(link.writes.last?.1 == hex("0302"))
    }

    @Test func `a heart rate can confirm a strap`() async throws {
        let strap = try ScriptedStrap { profile in
            let name = profile.bluetooth?.subscriptions.first { $0.characteristic == "2A37" }?.frames.first
            profile.confirm.append(.firstFrame(name ?? ""))
        }
        let task = strap.start()
        let link = await strap.ready()
        link.send([], from: heart)
        #expect(!strap.stages().contains(.confirmed))
        link.send(hex("10 3b 53 04"), from: heart)
        #expect(strap.outlet.beats.count == 1 && strap.stages().contains(.confirmed))
        task.cancel()
        _ = await task.result
    }
}
