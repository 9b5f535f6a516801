import Glibc
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

    /// The folder of a demonstration, beside the one of this account's own data, unless `--data` names one.
    /// - Throws: `Failure` when there is neither option nor home.
    static func demo(_ arguments: Arguments) throws -> DataFolder {
        let own = try DataFolder(arguments)
        return arguments.value("--data") == nil ? DataFolder(path: "\(own.path)-demo") : own
    }

    /// The folder of what is asked of a gateway: ``demo(_:)`` where there is nothing but that, and it is said that it is.
    /// - Throws: `Failure` when there is neither option nor home.
    static func asked(_ arguments: Arguments) throws -> DataFolder {
        let (own, demo) = (try DataFolder(arguments), try demo(arguments))
        guard own.path != demo.path, !own.hasStore, demo.hasStore else { return own }
        Output.note("nightjar: this is the demonstration in \(demo.path).")
        return demo
    }

    /// Whether a gateway has kept anything there.
    var hasStore: Bool { access("\(path)/store.sqlite", F_OK) == 0 }

    /// The folder at `path`.
    init(path: String) { self.path = path }

    /// The gateway's socket.
    var socket: String { "\(path)/gateway.sock" }
}
