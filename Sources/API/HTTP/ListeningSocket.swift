import CLinux
import Glibc
import Runtime
import Signals

/// A TCP socket that waits for connections; closed unless it is handed over.
struct ListeningSocket: ~Copyable {
    private let descriptor: Int32

    /// Listens on an IP address; on `::` for IPv4 too.
    /// - Throws: `Failure` that says which address and what to do.
    init(_ address: ListenAddress, literal: String, isSetUp: Bool = false) throws {
        let isV6 = literal.contains(":")
        descriptor = socket(isV6 ? AF_INET6 : AF_INET, Self.stream, 0)
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "socket", address.description), "\(address) cannot be listened on")
        }
        set(SOL_SOCKET, SO_REUSEADDR, 1)
        // A client that vanished (cable, sleep) is given up after 30 s of unanswered data, not after 15 minutes.
        set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 30_000)
        // Little waits in the kernel: what a slow client of live events cannot take is dropped by age, not kept.
        set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 128 << 10)
        if isV6 { set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, literal == "::" ? 0 : 1) }
        let result = nj_bind_address(descriptor, literal, address.port)
        guard result <= 0 else {
            throw Failure(.usage, "\"\(literal)\" is no IP address. Write localhost, an IPv4 or an IPv6 address.")
        }
        if result != 0 && errno == EADDRINUSE {
            let other = address.port == .max ? 8001 : address.port + 1
            let choice =
                isSetUp
                ? "nightjar lan on --port \(other)" : "--listen \(ListenAddress(host: address.host, port: other))"
            throw Failure(
                .failed,
                "Port \(address.port) of \(literal) is in use by another program. Stop it, or choose another port: \(choice)",
                cause: AddressInUse())
        }
        guard result == 0, listen(descriptor, 128) == 0 else {
            let error = SystemError(errno, result == 0 ? "listen" : "bind", address.description)
            throw Failure(error, "\(address) cannot be listened on")
        }
    }

    /// The port, also when the system chose it.
    var port: UInt16? {
        UInt16(exactly: nj_bound_port(descriptor))
    }

    /// Gives the descriptor to the caller, who closes it.
    consuming func take() -> Int32 {
        let taken = descriptor
        discard self
        return taken
    }

    deinit { close(descriptor) }

    private static let stream =
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
