import Runtime
import Signals

/// The folder of a gateway.
struct DataFolder {
    /// The option that names it.
    static let option = Option("--data", "DIR", "the gateway's folder (default: ~/.local/share/nightjar)")

    /// The path of the folder.
    let path: String

    /// The folder that `--data` names, or the default one of this account.
    /// - Throws: `Failure` when there is neither option nor home.
    init(_ arguments: Arguments) throws {
        if let path = arguments.value("--data") {
            self.path = path
        } else if let path = PersonalFolder.data.path() {
            self.path = path
        } else {
            throw Failure(.usage, "There is no home folder here; say where to keep things with --data DIR.")
        }
    }

    /// The folder at `path`.
    init(path: String) { self.path = path }

    /// The gateway's socket.
    var socket: String { "\(path)/gateway.sock" }
}
