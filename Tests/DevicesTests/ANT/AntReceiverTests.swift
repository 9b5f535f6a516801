import Signals
import Synchronization
import TestKit
import Testing
import USB

@testable import Devices

private let key = hex("00 11 22 33 44 55 66 77")

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
                .sender(AntSender(number: 0, type: 0), on: 0), .period(8070, on: 0), .frequency(57, on: 0),
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

    @Test func `one that cannot hear everybody follows one sensor on each channel`() async throws {
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
        #expect(told == [.listening] && stick.heard.last == .open(7))
        #expect(stick.heard.contains(.sender(AntSender(number: 0, type: 124), on: 7)))
        #expect(stick.heard.contains(.period(8134, on: 7)) && stick.heard.contains(.period(8070, on: 0)))
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
        #expect(openings == [0, 7, 1, 2, 3])
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
