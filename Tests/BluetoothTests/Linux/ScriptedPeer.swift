import Glibc
import Runtime
import Synchronization

/// A strap behind a socket pair: heart rate at handle 3 with its configuration at 4, a protected value at 6.
final class ScriptedPeer: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var asked: [[UInt8]] = []
        var isSecret = false
        var isSilent = false
        var before: [[UInt8]] = []
    }

    static let measurement: UInt16 = 3
    private let state = Mutex(State())

    /// A strap that, before its first answer, says `before`.
    init(before: [[UInt8]] = []) { state.withLock { $0.before = before } }

    /// All that it was told, in order.
    var asked: [[UInt8]] { state.withLock { $0.asked } }
    /// Refuses the protected value until the link is encrypted, as which the second request counts.
    func protect() { state.withLock { $0.isSecret = true } }
    /// Answers nothing more.
    func fallSilent() { state.withLock { $0.isSilent = true } }

    func serve(_ descriptor: Int32) {
        state.withLock { $0.descriptor = descriptor }
        _ = try? LoopThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 1024)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                for answer in answers(to: Array(buffer[..<count])) { send(answer) }
            }
        }
    }

    func send(_ unit: [UInt8]) {
        _ = Glibc.send(state.withLock { $0.descriptor }, unit, unit.count, Int32(MSG_NOSIGNAL))
    }

    func notify(_ value: [UInt8]) { send([0x1B, 3, 0] + value) }

    /// Ends the link.
    func hangUp() {
        shutdown(state.withLock { $0.descriptor }, Int32(SHUT_RDWR))
    }

    private func answers(to unit: [UInt8]) -> [[UInt8]] {
        let (isSilent, before) = state.withLock { state in
            state.asked.append(unit)
            defer { state.before = [] }
            return (state.isSilent, state.before)
        }
        guard !isSilent, let answer = answer(unit) else { return [] }
        return before + [answer]
    }

    private func answer(_ unit: [UInt8]) -> [UInt8]? {
        let first = unit.count > 2 ? UInt16(unit[1]) | UInt16(unit[2]) << 8 : 0
        func refuse(_ code: UInt8) -> [UInt8] { [0x01, unit[0], UInt8(first & 0xFF), UInt8(first >> 8), code] }
        switch unit[0] {
        case 0x02: return [0x03, 247, 0]
        case 0x10: return first <= 1 ? [0x11, 6, 1, 0, 0xFF, 0xFF, 0x0D, 0x18] : refuse(0x0A)
        case 0x08:
            let isDeclaration = unit.suffix(2) == [0x03, 0x28]
            guard isDeclaration, first <= 5 else { return refuse(0x0A) }
            let heart: [UInt8] = [2, 0, 0x10, 3, 0, 0x37, 0x2A]
            let secret: [UInt8] = [5, 0, 0x0A, 6, 0, 0x00, 0x2B]
            return [0x09, 7] + (first <= 2 ? heart + secret : secret)
        case 0x04: return first <= 4 ? [0x05, 1, 4, 0, 0x02, 0x29] : refuse(0x0A)
        case 0x0A:
            let isRefused = state.withLock { state in
                defer { state.isSecret = false }
                return state.isSecret
            }
            return isRefused ? refuse(0x05) : [0x0B, 42]
        case 0x12: return [0x13]
        default: return unit[0] & 0x40 == 0 && unit[0] & 1 == 0 ? refuse(0x06) : nil
        }
    }
}
