import Glibc

/// The device's end of a real terminal: what is written here comes out of the serial line, and the other way round.
final class PseudoTerminal: Sendable {
    /// Where the line is opened.
    let path: String
    private let descriptor: Int32

    init() throws {
        descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor)
        else {
            throw TerminalProblem()
        }
        path = String(cString: name)
    }

    deinit { close(descriptor) }

    struct TerminalProblem: Error {}

    /// Says bytes.
    func say(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN && errno != EINTR { return }
        }
    }

    /// What the other side has written so far.
    func hear() -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &chunk, chunk.count)
        return count > 0 ? Array(chunk[..<count]) : []
    }
}
