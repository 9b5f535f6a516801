import Foundation
import Signals

/// A folder that is there as long as this is.
final class Folder {
    /// Short, as the path of a socket may not be long.
    let path: String

    init() throws {
        var name = Array("/tmp/njXXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Failure(.failed, "No folder can be made in /tmp.") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
