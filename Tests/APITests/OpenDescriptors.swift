import Foundation
import Synchronization

/// What this process has open.
enum OpenDescriptors {
    static func targets() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    }
}

/// One word from a handler to its test.
final class OutcomeBox: Sendable {
    private let text = Mutex<String?>(nil)
    var value: String? { text.withLock { $0 } }
    func set(_ value: String) { text.withLock { $0 = value } }
}

extension OpenDescriptors {
    /// Connections of this machine with a local port that are held open by some process.
    static func sockets(port: UInt16) -> Int {
        let table = (try? String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)) ?? ""
        let suffix = ":" + String(port, radix: 16, uppercase: true)
        return table.split(separator: "\n").dropFirst().count { line in
            let columns = line.split(separator: " ")
            return columns.count > 9 && columns[1].hasSuffix(suffix) && columns[3] != "06" && columns[9] != "0"
        }
    }
}

/// A reference that keeps nothing alive.
final class WeakBox: Sendable {
    private struct Reference: Sendable { weak var object: (any AnyObject & Sendable)? }
    private let reference = Mutex(Reference())
    var isAlive: Bool { reference.withLock { $0.object != nil } }
    func set(_ object: any AnyObject & Sendable) { reference.withLock { $0.object = object } }
}
