import Signals
import Synchronization
import USB

@testable import Devices

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
        /// Whether another program has it.
        var isTaken = false
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
        if state.withLock({ $0.isTaken }) { throw Failure(.failed, "Another program is using it.") }
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
