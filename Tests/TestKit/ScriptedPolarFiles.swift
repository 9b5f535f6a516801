import Bluetooth
import Synchronization

/// The file system of a Polar device behind its file protocol, as a ``ScriptedCentral`` has it: files by their paths, and
/// for an H10 the recording that goes on.
package final class ScriptedPolarFiles: Sendable {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var recording: String?
        var pending: [UInt8] = []
        var requests: [String] = []
        var errors: [String: UInt8] = [:]
        /// A piece of the next answer of this request is lost, so often.
        var damage: (request: String, times: Int)?
        var cuts: String?
        var ended: [UInt8] = []
    }
    private let state = Mutex(State())
    /// Bytes of an answer in one value.
    private let size: Int
    /// Loses the link.
    private let cut: @Sendable () -> Void

    /// An empty one.
    package init(size: Int = 228, cut: @escaping @Sendable () -> Void = {}) {
        (self.size, self.cut) = (size, cut)
    }

    /// All files.
    package var files: [String: [UInt8]] { state.withLock { $0.files } }
    /// The name of the recording that goes on.
    package var recording: String? { state.withLock { $0.recording } }
    /// What was asked for, in order: `get PATH`, `remove PATH`, `status`, `stop`, `record NAME`.
    package var requests: [String] { state.withLock { $0.requests } }
    /// Lays a file down.
    package func put(_ path: String, _ bytes: [UInt8]) { state.withLock { $0.files[path] = bytes } }
    /// It records already, and writes these bytes down as it ends.
    package func record(_ name: String, ending bytes: [UInt8]) {
        state.withLock { ($0.recording, $0.ended) = (name, bytes) }
    }
    /// Gives an error code to a request.
    package func refuse(_ request: String, _ code: UInt8?) { state.withLock { $0.errors[request] = code } }
    /// Loses a piece of the answer.
    package func damage(_ request: String, times: Int) { state.withLock { $0.damage = (request, times) } }
    /// Loses the link instead of an answer.
    package func lose(at request: String?) { state.withLock { $0.cuts = request } }

    /// What it says to a piece of a request.
    package func answer(_ value: [UInt8]) -> ScriptedCentral.Reply {
        let message: [UInt8]? = state.withLock { state in
            guard let head = value.first else { return nil }
            if head & 1 == 0 { state.pending = [] }
            state.pending += value.dropFirst()
            return head >> 1 & 3 == 1 ? state.pending : nil
        }
        guard let message, message.count >= 2 else { return .done }
        let request = Self.words(message)
        let (isCut, error, isDamaged) = state.withLock { state in
            state.requests.append(request)
            let isDamaged = state.damage.map { $0.request == request && $0.times > 0 } ?? false
            if isDamaged { state.damage?.times -= 1 }
            return (state.cuts == request, state.errors[request], isDamaged)
        }
        if isCut {
            cut()
            return .done
        }
        if let error { return refusal(error) }
        guard let content = content(request) else { return refusal(103) }
        if content.isEmpty { return refusal(0) }
        var pieces = pieces(content)
        if isDamaged { pieces.remove(at: pieces.count / 2) }
        return .values(pieces.map { (ScriptedH10.files, $0) })
    }

    private func refusal(_ code: UInt8) -> ScriptedCentral.Reply { .values([(ScriptedH10.files, [0, code, 0])]) }

    private static func words(_ message: [UInt8]) -> String {
        if message[1] & 0x80 != 0 {
            switch message[0] {
            case 16: return "status"
            case 15: return "stop"
            // Type 1 each second, then its name.
            case 14: return "record " + String(decoding: message.dropFirst(10), as: UTF8.self)
            default: return "query \(message[0])"
            }
        }
        let path = String(decoding: message.dropFirst(6), as: UTF8.self)
        return (message[3] == 0 ? "get " : message[3] == 3 ? "remove " : "\(message[3]) ") + path
    }

    /// The content of an answer; nil where there is no such file.
    private func content(_ request: String) -> [UInt8]? {
        state.withLock { state in
            let path = String(request.drop { $0 != " " }.dropFirst())
            switch request.prefix(while: { $0 != " " }) {
            case "status":
                guard let name = state.recording else { return [0x08, 0] }
                return [0x08, 1, 0x12, UInt8(name.utf8.count)] + Array(name.utf8)
            case "stop":
                guard let name = state.recording else { return nil }
                state.files["/\(name)/SAMPLES.BPB"] = state.ended
                state.recording = nil
                return []
            case "record":
                state.recording = path
                return []
            case "remove": return state.files.removeValue(forKey: path) == nil ? nil : []
            default: return path.hasSuffix("/") ? folder(path, state.files) : state.files[path]
            }
        }
    }

    private func folder(_ path: String, _ files: [String: [UInt8]]) -> [UInt8]? {
        var entries: [String: Int] = [:]
        for (file, bytes) in files where file.hasPrefix(path) {
            let rest = file.dropFirst(path.count)
            if let slash = rest.firstIndex(of: "/") {
                entries[String(rest[...slash])] = 0
            } else {
                entries[String(rest)] = bytes.count
            }
        }
        guard !entries.isEmpty else { return path == "/" ? [] : nil }
        return entries.sorted { $0.key < $1.key }.flatMap { name, size -> [UInt8] in
            let entry = [0x0A, UInt8(name.utf8.count)] + Array(name.utf8) + [0x10] + Self.variable(size)
            return [0x0A, UInt8(entry.count)] + entry
        }
    }

    /// A number of seven bits in each byte, the lowest first.
    package static func variable(_ value: Int) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private func pieces(_ content: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: content.count, by: size).enumerated().map { index, start in
            let end = min(start + size, content.count)
            let status: UInt8 = end < content.count ? 6 : 2
            return [UInt8(index & 15) << 4 | status | (index == 0 ? 0 : 1)] + content[start..<end]
        }
    }
}
