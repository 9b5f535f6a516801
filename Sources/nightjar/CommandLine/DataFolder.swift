import Glibc
import Signals

/// Where a gateway keeps its things.
struct DataFolder {
    /// The option that names it.
    static let option = Option("--data", "DIR", "the gateway's folder (default: ~/.local/share/nightjar)")

    /// The folder.
    let path: String

    /// The folder that `--data` names, or the default one of this account.
    /// - Throws: `Failure` when there is neither option nor home.
    init(_ arguments: Arguments) throws {
        if let path = arguments.value("--data") {
            self.path = path
        } else if let data = Self.environment("XDG_DATA_HOME") {
            path = "\(data)/nightjar"
        } else if let home = Self.environment("HOME") {
            path = "\(home)/.local/share/nightjar"
        } else {
            throw Failure(.usage, "There is no home folder here; say where to keep things with --data DIR.")
        }
    }

    /// The gateway's socket.
    var socket: String { "\(path)/gateway.sock" }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
