import Devices
import Glibc
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// A disk that takes as long as a test says: reads wait while it is stuck.
final class StuckDisk: Sendable {
    private struct State {
        var isStuck = false
        var waiting = 0
    }
    private let state = Mutex(State())

    /// Reads that wait for it.
    var waiting: Int { state.withLock(\.waiting) }

    func stick(_ isStuck: Bool) { state.withLock { $0.isStuck = isStuck } }

    /// What a read does before it begins.
    func wait() {
        guard
            state.withLock({ state in
                if state.isStuck { state.waiting += 1 }
                return state.isStuck
            })
        else { return }
        // A test that fails lets go of it in the end, too.
        for _ in 0..<30_000 where state.withLock(\.isStuck) { usleep(1000) }
        state.withLock { $0.waiting -= 1 }
    }
}

@Suite("What finders have told", .timeLimit(.minutes(2)))
struct FinderQueueTests {
    private func found(_ id: String, rssi: Int = -50) -> FinderEvent {
        .found(FoundDevice(id: id, bus: .bluetooth, rssi: rssi, seen: Bench.noon))
    }

    private func all(of queue: FinderQueue) async -> [String] {
        queue.end()
        var told: [String] = []
        while let event = await queue.next() {
            switch event {
            case .found(let device): told.append("\(device.id) \(device.rssi ?? 0)")
            case .lost(let id): told.append("lost \(id)")
            case .obstacle(_, let message): told.append(message ?? "none")
            }
        }
        return told
    }

    @Test("keeps the newest sighting of a device in its first place, and the order of everything else")
    func newest() async {
        let queue = FinderQueue(limit: 9)
        for event in [
            found("a", rssi: -80), found("b"), found("a", rssi: -40), .lost(id: "a"), found("a"),
            .obstacle(.usb, "x"), .obstacle(.usb, nil),
        ] { queue.add(event) }
        #expect(await all(of: queue) == ["a -40", "b -50", "lost a", "a -50", "x", "none"])
        #expect(queue.dropped == 0)
    }

    @Test("holds no more than it may, drops sightings first, and counts what it dropped")
    func bounded() async {
        let queue = FinderQueue(limit: 4)
        for number in 0..<1000 { queue.add(found("\(number)")) }
        #expect(queue.dropped == 996)
        queue.add(.lost(id: "0"))
        queue.add(.obstacle(.bluetooth, "The adapter is gone."))
        #expect(queue.dropped == 998)
        #expect(await all(of: queue) == ["2 -50", "3 -50", "lost 0", "The adapter is gone."])
        queue.add(found("late"))
        #expect(await queue.next() == nil)
    }

    @Test("says of a device that goes and comes again and again no more than that, and forgets that none has gone")
    func flickering() async {
        let queue = FinderQueue(limit: 4)
        queue.add(.lost(id: "away"))
        for number in 0..<50 {
            queue.add(.lost(id: "a"))
            queue.add(found("a", rssi: -number))
        }
        for _ in 0..<2 { queue.add(.lost(id: "b")) }
        #expect(queue.dropped == 0)
        #expect(await all(of: queue) == ["lost away", "lost a", "a -49", "lost b"])
    }

    @Test("lets the radio's thread go on while the store is stuck, and looks at everything afterwards")
    func stuckStore() async throws {
        let (disk, strap) = (StuckDisk(), ScriptedDevice("1"))
        let id = "bluetooth-F1:00:00:00:00:01"
        let fixture = try GatewayFixture([id: strap]) { $0.beforeRead = { disk.wait() } }
        await fixture.start()
        try await fixture.adopt(id, strap)
        fixture.finder.report(.lost(id: id))
        await fixture.takeSightings()
        strap.end()
        await eventually("its session is over") { fixture.gateway.devices.pipelines.allSatisfy(\.isFinished) }
        disk.stick(true)
        // It is found again: what follows of that reads the store.
        fixture.finder.find(id, at: fixture.clock.now)
        await eventually("the store is asked") { disk.waiting > 0 }
        // The radio's thread, which tells of a crowd.
        let told = Promise<Bool>()
        let radio = try LoopThread {
            for number in 0..<2000 { fixture.finder.find("bluetooth-\(number)", at: fixture.clock.now) }
            told.keep(true)
        }
        #expect(await told.holds(within: .seconds(20)))
        #expect(disk.waiting > 0 && fixture.gateway.devices.droppedSightings > 1000)
        // Nor does it hold what a device sends.
        fixture.gateway.devices.tick()
        disk.stick(false)
        radio.join()
        await fixture.takeSightings()
        await eventually("it runs again") { strap.runs == 2 }
        await fixture.stop()
    }
}
