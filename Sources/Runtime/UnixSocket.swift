import Glibc
import Signals

/// A stream socket with a name in the file system; closed unless it is handed over.
public struct UnixSocket: ~Copyable, Sendable {
    private let descriptor: Int32

    private init() throws {
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, flags, 0)
        guard descriptor >= 0 else { throw Self.failure("No socket can be made", SystemError(errno, "socket")) }
    }

    /// Listens at `path`, for the owner only (mode 0600). A socket file that was left behind by a process that died is
    /// removed; one that is answered, or a file of another kind, never.
    /// - Throws: `Failure` that says what is in the way and what to do.
    public static func listen(_ path: String) throws -> UnixSocket {
        try clear(path)
        let socket = try UnixSocket()
        // Before it has a name nobody can connect, so there is no moment with wider permissions.
        guard fchmod(socket.descriptor, 0o600) == 0 else {
            throw failure("\(path) cannot be protected", SystemError(errno, "fchmod", path))
        }
        guard try socket.name(path, { Glibc.bind($0, .init(__sockaddr__: $1), $2) }) == 0 else {
            throw failure("\(path) cannot be listened on", SystemError(errno, "bind", path))
        }
        guard Glibc.listen(socket.descriptor, 128) == 0 else {
            throw failure("\(path) cannot be listened on", SystemError(errno, "listen", path))
        }
        return socket
    }

    /// Connects to whoever listens at `path`.
    /// - Throws: `Failure`, `notFound` when nobody does.
    public static func connect(_ path: String) throws -> UnixSocket {
        let socket = try UnixSocket()
        guard try socket.name(path, { Glibc.connect($0, .init(__sockaddr__: $1), $2) }) == 0 else {
            throw failure("\(path) cannot be reached", SystemError(errno, "connect", path))
        }
        return socket
    }

    /// The descriptor, non-blocking, for a call that does not keep it.
    public var borrowed: Int32 { descriptor }

    /// Gives the descriptor to the caller, who closes it.
    public consuming func take() -> Int32 {
        let taken = descriptor
        discard self
        return taken
    }

    deinit { close(descriptor) }

    private static func clear(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(.failed, "\(path) is in the way and is not a socket. Move it, or use another folder.")
        }
        let probe = try UnixSocket()
        if try probe.name(path, { Glibc.connect($0, .init(__sockaddr__: $1), $2) }) == 0 || errno == EAGAIN {
            throw Failure(.failed, "Another program already answers at \(path). Stop it, or use another folder.")
        }
        guard errno == ECONNREFUSED, unlink(path) == 0 else {
            throw failure("\(path) was left behind and cannot be removed", SystemError(errno, "unlink", path))
        }
    }

    private func name(
        _ path: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: name.sun_path)
        guard !path.isEmpty, path.utf8.count < room else {
            throw Failure(
                .usage,
                "A socket's path has 1 to \(room - 1) bytes; \(path) has \(path.utf8.count). Use a shorter folder.")
        }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func failure(_ what: String, _ error: SystemError) -> Failure {
        Failure(error, what, as: [ENOENT, ECONNREFUSED].contains(error.number) ? .notFound : nil)
    }
}
