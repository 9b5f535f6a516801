import Signals
import Synchronization
import TestKit
import Testing
import USB

@testable import Devices

/// What was said each time.
private final class Flags: Sendable {
    private let state = Mutex<[Bool]>([])
    var all: [Bool] { state.withLock { $0 } }
    func add(_ flag: Bool) { state.withLock { $0.append(flag) } }
}

@Suite(.timeLimit(.minutes(2)))
struct AntFinderTests {
    private let device = USBDevice(
        path: "1-1", address: 3, vendor: 0x0FCF, product: 0x1009, productName: "ANT USB-m Stick")

    private final class Fixture: Sendable {
        let clock = ManualClock()
        let folder = TestFolder()
        let stick = ScriptedStick()
        let finder: AntFinder
        let events = Mutex<[FinderEvent]>([])
        /// Whether the stick was reset, each time that it was opened.
        let resets = Flags()

        init(hasKey: Bool = true) {
            if hasKey { folder.write("key", Array("0011223344556677".utf8)) }
            finder = AntFinder(
                key: AntKey(path: "\(folder.path)/key"), context: nil, tree: USBTree(root: "/nonexistent"), clock: clock
            ) { [stick, resets] _, isReset in
                resets.add(isReset)
                return stick
            }
        }

        func take(_ event: USBEvent) { finder.take(event) { [self] event in events.withLock { $0.append(event) } } }

        var found: [FoundDevice] {
            events.withLock { $0 }.compactMap { if case .found(let device) = $0 { device } else { nil } }
        }

        var obstacles: [String?] {
            events.withLock { $0 }.compactMap { event -> String?? in
                guard case .obstacle(.ant, let text) = event else { return .none }
                return .some(text)
            }
        }

        func until(_ condition: @Sendable () -> Bool) async {
            while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
        }
    }

    @Test func `a strap is found, streams, and goes on after the stick was pulled out`() async throws {
        let fixture = Fixture()
        fixture.take(.attached(device))
        await fixture.until { fixture.stick.heard.contains(.openToAll) && fixture.obstacles.last == .some(nil) }
        let strap = AntStrap(beats: (0..<200).map { 0.1 + Double($0) * 0.9 })
        fixture.stick.pass(strap.payload(1) ?? [], from: 12_345)
        let found = try #require(fixture.found.first)
        #expect(found.id == "ant-12345" && found.bus == .ant && found.rssi == -60)
        #expect(found.profiles == ["ant.heart-rate"] && found.description?.kind == .heartRateStrap)
        let source = try fixture.finder.source(for: found, choices: DeviceChoices())
        #expect(source.device.id.rawValue == "ant-12345")
        let outlet = CollectingOutlet()
        let task = Task { try await source.run(delivering: outlet) }
        await fixture.until { outlet.links == ["connecting"] && outlet.events.count >= 3 }
        func send(_ range: Range<Int>) {
            for index in range {
                fixture.clock.advance(bySeconds: AntStrap.period)
                fixture.stick.pass(strap.payload(index) ?? [], from: 12_345)
                fixture.stick.pass(strap.payload(index) ?? [], from: 54_321)
            }
        }
        send(2..<120)
        let heard = (strap.beats.lastIndex { $0 <= strap.time(119) } ?? 0)
        await fixture.until { outlet.beats.count == heard }
        #expect(outlet.beats.map(\.rr) == strap.intervals(0..<heard))
        #expect(outlet.events.contains(.stage(.streaming, reason: nil, nextStep: nil)))
        #expect(outlet.events.contains(.signal(rssi: -60)))

        fixture.stick.unplug()
        fixture.take(.detached(path: "1-1"))
        await fixture.until { outlet.links.last == "gone" }
        fixture.clock.advance(bySeconds: 20)
        fixture.take(.attached(device))
        await fixture.until { fixture.stick.heard.count { $0 == .openToAll } == 2 }
        send(220..<260)
        await fixture.until { outlet.events.contains(.stage(.resumed, reason: nil, nextStep: nil)) }
        await fixture.until { outlet.losses.contains { $0.cause == .disconnected } }
        let loss = try #require(outlet.losses.first { $0.cause == .disconnected })
        #expect(loss.count > 19 && loss.count < 26 && loss.detail.contains("unplugged"))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Only intervals that there were.
        let truth = Set(strap.intervals(0..<190))
        #expect(outlet.beats.allSatisfy { truth.contains($0.rr) })
    }

    /// A strap that streams.
    private func streaming() async throws -> (Fixture, CollectingOutlet, Task<Void, any Error>) {
        let fixture = Fixture()
        fixture.take(.attached(device))
        await fixture.until { fixture.stick.heard.contains(.openToAll) && fixture.obstacles.last == .some(nil) }
        let found = FoundDevice(id: "ant-12345", bus: .ant, seen: fixture.clock.now)
        let source = try fixture.finder.source(for: found, choices: DeviceChoices())
        let outlet = CollectingOutlet()
        let task = Task { try await source.run(delivering: outlet) }
        await fixture.until { outlet.events.count >= 3 }
        let strap = AntStrap(beats: (0..<200).map { 0.1 + Double($0) * 0.9 })
        fixture.stick.pass(strap.payload(3) ?? [], from: 12_345)
        await fixture.until { outlet.links.last == "streaming" }
        return (fixture, outlet, task)
    }

    @Test func `a strap that is out of reach is interrupted with its reason`() async throws {
        let (fixture, outlet, task) = try await streaming()
        for _ in 0..<7 {
            await fixture.until { fixture.clock.waiting >= 2 }
            fixture.clock.advance(bySeconds: 1)
        }
        await fixture.until { outlet.links.last == "gone" }
        let told = outlet.events.compactMap { event -> String? in
            if case .stage(.interrupted, let reason, let next) = event { "\(reason ?? "") \(next ?? "")" } else { nil }
        }
        #expect(told.count == 1 && told.first?.contains("5 s") == true && told.first?.contains("Wear it") == true)
        task.cancel()
        _ = await task.result
    }

    @Test(arguments: [3600.0, -3600])
    func `a clock that is set takes no strap out of reach, and keeps none that is silent`(_ step: Double) async throws {
        let (fixture, outlet, task) = try await streaming()
        fixture.clock.set(to: fixture.clock.now.advanced(bySeconds: step))
        for second in 0..<7 {
            await fixture.until { fixture.clock.waiting >= 2 }
            if second == 3 {
                try await Task.sleep(for: .milliseconds(50))
                #expect(outlet.links.last == "streaming")
            }
            fixture.clock.advance(bySeconds: 1)
        }
        for _ in 0..<2000 where outlet.links.last != "gone" { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(outlet.links.last == "gone")
        task.cancel()
        _ = await task.result
    }

    @Test func `a stick that another program uses, and one that has answered, are not reset`() async throws {
        let fixture = Fixture()
        fixture.stick.state.withLock { $0.isTaken = true }
        fixture.take(.attached(device))
        await fixture.until { fixture.resets.all.count == 1 && fixture.clock.waiting > 0 }
        fixture.clock.advance(bySeconds: 2)
        await fixture.until { fixture.resets.all.count == 2 && fixture.clock.waiting > 0 }
        // The other program has ended.
        fixture.stick.state.withLock { $0.isTaken = false }
        fixture.clock.advance(bySeconds: 5)
        await fixture.until { fixture.stick.heard.contains(.openToAll) && fixture.obstacles.last == .some(nil) }
        fixture.stick.unplug()
        await fixture.until { fixture.obstacles.last != .some(nil) && fixture.clock.waiting > 0 }
        fixture.clock.advance(bySeconds: 2)
        await fixture.until { fixture.resets.all.count == 4 }
        #expect(fixture.resets.all == [false, false, false, false])
    }

    @Test func `a stick that does not answer is reset before it is tried again, and not before that`() async throws {
        let fixture = Fixture()
        fixture.stick.state.withLock { $0.answers = false }
        fixture.take(.attached(device))
        await fixture.until {
            fixture.clock.advance(bySeconds: 0.5)
            return fixture.obstacles.contains { $0?.contains("does not answer") == true }
        }
        #expect(fixture.resets.all == [false])
        fixture.stick.state.withLock { $0.answers = true }
        await fixture.until {
            fixture.clock.advance(bySeconds: 0.5)
            return fixture.stick.heard.contains(.openToAll)
        }
        #expect(fixture.resets.all.dropFirst().first == true)
        fixture.take(.detached(path: device.path))
    }

    @Test func `without the key it says where the key belongs, and begins when it is there`() async throws {
        let fixture = Fixture(hasKey: false)
        fixture.take(.attached(device))
        await fixture.until { !fixture.obstacles.isEmpty }
        #expect(fixture.obstacles.first??.contains("\(fixture.folder.path)/key") == true)
        #expect(fixture.stick.heard.isEmpty)
        fixture.folder.write("key", Array("0011223344556677".utf8))
        await fixture.until { fixture.clock.waiting > 0 }
        fixture.clock.advance(bySeconds: 5)
        await fixture.until { fixture.stick.heard.contains(.openToAll) }
        await fixture.until { fixture.obstacles.last == .some(nil) }
        fixture.take(.detached(path: "1-1"))
    }

    @Test func `only a monitor's name makes a session`() {
        let fixture = Fixture()
        for id in ["ant-", "ant-0", "ant-x", "ant-1048576", "usb-1"] {
            let found = FoundDevice(id: id, bus: .ant, seen: fixture.clock.now)
            #expect(throws: Failure.self) { try fixture.finder.source(for: found, choices: DeviceChoices()) }
        }
    }
}
