import Signals
import Synchronization
import TestKit
import Testing
import USB

@testable import Devices

private let key = hex("00 11 22 33 44 55 66 77")

/// A receiver as its documents describe it, played by a script: answers every command, and passes on messages.
final class ScriptedStick: SerialLine {
    struct State: Sendable {
        var receive: (@Sendable (SerialEvent) -> Void)?
        var reader = AntReader()
        var heard: [AntMessage] = []
        var hearsAll = true
        var acceptsKey = true
        var answers = true
        var saysStarted = true
        var knowsAppending = true
        var openings = 0
    }

    let state: Mutex<State>
    let name = "script"

    init(_ change: (inout State) -> Void = { _ in }) {
        var state = State()
        change(&state)
        self.state = Mutex(state)
    }

    var heard: [AntMessage] { state.withLock { $0.heard } }

    func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        state.withLock {
            $0.receive = receive
            $0.openings += 1
        }
    }

    func write(_ bytes: [UInt8]) async throws {
        let messages = state.withLock { state -> [AntMessage] in
            state.reader.take(bytes).compactMap { if case .message(let message) = $0 { message } else { nil } }
        }
        for message in messages { answer(message) }
    }

    func close() { end(nil) }

    private func answer(_ message: AntMessage) {
        let said: [AntMessage] = state.withLock { state in
            state.heard.append(message)
            guard state.answers else { return [] }
            switch message.id {
            case 0x4A: return state.saysStarted ? [AntMessage(0x6F, [0x20])] : []
            case 0x4D: return [AntMessage(0x54, [8, 8, 0, 0xBA, state.hearsAll ? 0x36 : 0x32, 0])]
            case 0x46: return [AntMessage(0x40, [0, 0x46, state.acceptsKey ? 0 : 0x28])]
            case 0x6E: return [AntMessage(0x40, [0, 0x6E, state.knowsAppending ? 0 : 0x28])]
            default: return [AntMessage(0x40, [message.content.first ?? 0, message.id, 0])]
            }
        }
        for message in said { say(message.bytes) }
    }

    func say(_ bytes: [UInt8]) { state.withLock { $0.receive }?(.bytes(bytes)) }

    /// Passes on what a monitor sends.
    func pass(_ payload: [UInt8], from number: UInt16, channel: UInt8 = 0) {
        let sender = AntSender(number: UInt32(number), transmission: 1)
        say(AntMessage(0x4E, [channel] + payload + [0xC0] + sender.bytes + [0x20, 0xC4, 0]).bytes)
    }

    func unplug() { end("it was unplugged") }

    private func end(_ reason: String?) {
        let receive = state.withLock { state in
            defer { state.receive = nil }
            return state.receive
        }
        receive?(.closed(reason: reason))
    }
}

private let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

/// Plays a dialogue without any waiting; the actions that are not messages.
private func play(_ stick: ScriptedStick) async throws -> ([AntReceiver.Action], AntReceiver) {
    let receiver = Mutex(AntReceiver(key: key))
    let told = Mutex<[AntReceiver.Action]>([])
    let outbox = Mutex<[[UInt8]]>([])
    @Sendable func act(_ actions: [AntReceiver.Action]) {
        for action in actions {
            if case .send(let bytes) = action {
                outbox.withLock { $0.append(bytes) }
            } else {
                told.withLock { $0.append(action) }
            }
        }
    }
    try stick.open { event in
        if case .bytes(let bytes) = event { act(receiver.withLock { $0.take(bytes, at: start) }) }
    }
    act(receiver.withLock { $0.begin(at: start) })
    var now = start
    for _ in 0..<60 {
        while let bytes = outbox.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { try await stick.write(bytes) }
        now = now.advanced(bySeconds: 0.5)
        let later = now
        act(receiver.withLock { $0.check(at: later) })
    }
    return (told.withLock { $0 }, receiver.withLock { $0 })
}

@Suite struct AntReceiverTests {
    @Test func `a receiver is reset, given the key, and listens to everybody on 2457 MHz`() async throws {
        let stick = ScriptedStick()
        let (told, receiver) = try await play(stick)
        #expect(told == [.listening] && receiver.isListening)
        #expect(
            stick.heard == [
                .reset, .request(0x54), .networkKey(key), .appendSenderAndSignal, .assign(0),
                .sender(AntSender(number: 0), on: 0), .period(8070, on: 0), .frequency(57, on: 0),
                .searchForever(on: 0),
                .openToAll,
            ])
    }

    @Test func `one that says nothing after its reset, or cannot tell the signal, is used too`() async throws {
        let stick = ScriptedStick {
            $0.saysStarted = false
            $0.knowsAppending = false
        }
        let (told, _) = try await play(stick)
        #expect(told == [.listening] && stick.heard.contains(.appendSender))
    }

    @Test func `a key that is refused and a receiver that does not answer are told`() async throws {
        let (told, _) = try await play(ScriptedStick { $0.acceptsKey = false })
        guard case .failed(let reason)? = told.first else {
            Issue.record("nothing failed")
            return
        }
        #expect(told.count == 1 && reason.contains("network key"))
        let (silent, _) = try await play(ScriptedStick { $0.answers = false })
        guard case .failed(let why)? = silent.first else {
            Issue.record("nothing failed")
            return
        }
        #expect(why.contains("does not answer"))
    }

    @Test func `one that cannot hear everybody follows one monitor on each channel`() async throws {
        let stick = ScriptedStick { $0.hearsAll = false }
        var receiver = AntReceiver(key: key)
        var told: [AntReceiver.Action] = []
        let inbox = Mutex<[UInt8]>([])
        try stick.open { event in if case .bytes(let bytes) = event { inbox.withLock { $0 += bytes } } }
        func settle(_ actions: [AntReceiver.Action]) async throws {
            var actions = actions
            while !actions.isEmpty {
                for action in actions {
                    if case .send(let bytes) = action { try await stick.write(bytes) } else { told.append(action) }
                }
                let bytes = inbox.withLock { inbox in
                    defer { inbox = [] }
                    return inbox
                }
                actions = receiver.take(bytes, at: start)
            }
        }
        try await settle(receiver.begin(at: start))
        #expect(told == [.listening] && stick.heard.last == .open(0))
        let payload = [UInt8](repeating: 0, count: 8)
        for (channel, number) in [(UInt8(0), UInt16(100)), (1, 200), (0, 100), (2, 300)] {
            stick.pass(payload, from: number, channel: channel)
            let bytes = inbox.withLock { inbox in
                defer { inbox = [] }
                return inbox
            }
            try await settle(receiver.take(bytes, at: start))
        }
        let openings = stick.heard.filter { $0.id == 0x4B }.map { $0.content[0] }
        #expect(openings == [0, 1, 2, 3])
        let excluded = stick.heard.filter { $0.id == 0x59 && $0.content[0] == 3 }.map {
            UInt16($0.content[1]) | UInt16($0.content[2]) << 8
        }
        #expect(Set(excluded) == [100, 200, 300])
        #expect(told.count { if case .heard = $0 { true } else { false } } == 4)
        // A channel that was closed is opened again.
        try await settle(receiver.take(AntMessage(0x40, [1, 1, 7]).bytes, at: start))
        #expect(stick.heard.last == .open(1))
    }

    @Test func `a bicycle's sensor is nobody's heart`() {
        var receiver = AntReceiver(key: key)
        let bicycle = AntSender(number: 7, type: 11)
        #expect(
            receiver.take(
                AntMessage(0x4E, [0] + [UInt8](repeating: 0, count: 8) + [0x80] + bicycle.bytes).bytes, at: start
            )
            .isEmpty)
    }
}

@Suite(.timeLimit(.minutes(2)))
struct AntFinderTests {
    private let device = USBDevice(
        path: "1-1", address: 3, vendor: 0x0FCF, product: 0x1009, productName: "ANT USB-m Stick")

    private final class World: Sendable {
        let clock = ManualClock()
        let folder = TestFolder()
        let stick = ScriptedStick()
        let finder: AntFinder
        let events = Mutex<[FinderEvent]>([])

        init(hasKey: Bool = true) {
            if hasKey { folder.write("key", Array("0011223344556677".utf8)) }
            finder = AntFinder(
                key: AntKey(path: "\(folder.path)/key"), context: nil, tree: USBTree(root: "/nonexistent"), clock: clock
            ) { [stick] _ in stick }
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
            while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
        }
    }

    @Test func `a strap is found, streams, and goes on after the stick was pulled out`() async throws {
        let world = World()
        world.take(.attached(device))
        await world.until { world.stick.heard.contains(.openToAll) && world.obstacles.last == .some(nil) }
        let strap = AntStrap(beats: (0..<200).map { 0.1 + Double($0) * 0.9 })
        world.stick.pass(strap.payload(1) ?? [], from: 12_345)
        let found = try #require(world.found.first)
        #expect(found.id == "ant-12345" && found.bus == .ant && found.rssi == -60)
        #expect(found.profiles == ["ant.heart-rate"] && found.description?.kind == .heartRateStrap)
        let source = try world.finder.source(for: found, choices: DeviceChoices())
        #expect(source.device.id.rawValue == "ant-12345")
        let outlet = CollectingOutlet()
        let task = Task { try await source.run(delivering: outlet) }
        await world.until { outlet.links == ["connecting"] && outlet.events.count >= 3 }
        func send(_ range: Range<Int>) {
            for index in range {
                world.clock.advance(bySeconds: AntStrap.period)
                world.stick.pass(strap.payload(index) ?? [], from: 12_345)
                world.stick.pass(strap.payload(index) ?? [], from: 54_321)
            }
        }
        send(2..<120)
        let heard = (strap.beats.lastIndex { $0 <= strap.time(119) } ?? 0)
        await world.until { outlet.beats.count == heard }
        #expect(outlet.beats.map(\.rr) == strap.intervals(0..<heard))
        #expect(outlet.events.contains(.stage(.streaming, reason: nil, nextStep: nil)))
        #expect(outlet.events.contains(.signal(rssi: -60)))

        world.stick.unplug()
        world.take(.detached(path: "1-1"))
        await world.until { outlet.links.last == "gone" }
        world.clock.advance(bySeconds: 20)
        world.take(.attached(device))
        await world.until { world.stick.heard.count { $0 == .openToAll } == 2 }
        send(220..<260)
        await world.until { outlet.events.contains(.stage(.resumed, reason: nil, nextStep: nil)) }
        await world.until { outlet.losses.contains { $0.cause == .disconnected } }
        let loss = try #require(outlet.losses.first { $0.cause == .disconnected })
        #expect(loss.count > 19 && loss.count < 26 && loss.detail.contains("unplugged"))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Only intervals that there were.
        let truth = Set(strap.intervals(0..<190))
        #expect(outlet.beats.allSatisfy { truth.contains($0.rr) })
    }

    @Test func `a strap that is out of reach is interrupted with its reason`() async throws {
        let world = World()
        world.take(.attached(device))
        await world.until { world.stick.heard.contains(.openToAll) && world.obstacles.last == .some(nil) }
        let found = FoundDevice(id: "ant-12345", bus: .ant, seen: world.clock.now)
        let source = try world.finder.source(for: found, choices: DeviceChoices())
        let outlet = CollectingOutlet()
        let task = Task { try await source.run(delivering: outlet) }
        await world.until { outlet.events.count >= 3 }
        let strap = AntStrap(beats: (0..<200).map { 0.1 + Double($0) * 0.9 })
        world.stick.pass(strap.payload(3) ?? [], from: 12_345)
        await world.until { outlet.links.last == "streaming" }
        for _ in 0..<7 {
            await world.until { world.clock.waiting >= 2 }
            world.clock.advance(bySeconds: 1)
        }
        await world.until { outlet.links.last == "gone" }
        let told = outlet.events.compactMap { event -> String? in
            if case .stage(.interrupted, let reason, let next) = event { "\(reason ?? "") \(next ?? "")" } else { nil }
        }
        #expect(told.count == 1 && told.first?.contains("5 s") == true && told.first?.contains("Wear it") == true)
        task.cancel()
        _ = await task.result
    }

    @Test func `without the key it says where the key belongs, and begins when it is there`() async throws {
        let world = World(hasKey: false)
        world.take(.attached(device))
        await world.until { !world.obstacles.isEmpty }
        #expect(world.obstacles.first??.contains("\(world.folder.path)/key") == true)
        #expect(world.stick.heard.isEmpty)
        world.folder.write("key", Array("0011223344556677".utf8))
        await world.until { world.clock.waiting > 0 }
        world.clock.advance(bySeconds: 5)
        await world.until { world.stick.heard.contains(.openToAll) }
        await world.until { world.obstacles.last == .some(nil) }
        world.take(.detached(path: "1-1"))
    }

    @Test func `only a monitor's name makes a session`() {
        let world = World()
        for id in ["ant-", "ant-0", "ant-x", "ant-1048576", "usb-1"] {
            let found = FoundDevice(id: id, bus: .ant, seen: world.clock.now)
            #expect(throws: Failure.self) { try world.finder.source(for: found, choices: DeviceChoices()) }
        }
    }
}
