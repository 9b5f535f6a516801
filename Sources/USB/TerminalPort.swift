import CLinux
import Glibc
import Runtime
import Signals

/// An open terminal in raw mode, closed when nobody holds it any more.
final class TerminalPort: Sendable {
    /// The descriptor, in non-blocking mode.
    let descriptor: Int32

    /// Opens and locks the terminal and sets it up.
    /// - Throws: `Failure` when it may not be opened or somebody else has it.
    init(_ path: String, _ settings: SerialSettings) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, "cannot be opened", errno) }
        // A lock for programs that ask, TIOCEXCL for those that do not.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(.failed, "Another program is using \(path). Close it and try again.")
        }
        nj_terminal_exclusive(descriptor)
        guard setUp(settings) else { throw Self.failure(path, "cannot be set up as a serial line", errno) }
        tcflush(descriptor, TCIOFLUSH)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func setUp(_ settings: SerialSettings) -> Bool {
        var mode = termios()
        guard tcgetattr(descriptor, &mode) == 0, let speed = Self.speeds[settings.baud] else { return false }
        cfmakeraw(&mode)
        mode.c_cflag &= ~tcflag_t(CSIZE | PARENB | PARODD | CSTOPB | HUPCL)
        let sizes = [5: CS5, 6: CS6, 7: CS7, 8: CS8]
        guard let size = sizes[settings.dataBits] else { return false }
        mode.c_cflag |= tcflag_t(CLOCAL | CREAD | size)
        if settings.parity != .none { mode.c_cflag |= tcflag_t(PARENB) }
        if settings.parity == .odd { mode.c_cflag |= tcflag_t(PARODD) }
        if settings.stopBits == 2 { mode.c_cflag |= tcflag_t(CSTOPB) }
        cfsetispeed(&mode, speed)
        cfsetospeed(&mode, speed)
        guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { return false }
        // Not every line has these wires, and not every bridge holds bytes back.
        nj_terminal_lines(descriptor, settings.isReady, settings.asksToSend)
        if let latency = settings.latencyMilliseconds, latency < 16 { nj_terminal_low_latency(descriptor) }
        return true
    }

    /// Baud rates by their termios(3) constants.
    private static let speeds: [Int: speed_t] = [
        1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
        19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600), 115_200: speed_t(B115200),
        230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
        1_000_000: speed_t(B1000000), 2_000_000: speed_t(B2000000),
    ]

    static func failure(_ path: String, _ what: String, _ number: Int32) -> Failure {
        switch number {
        case EACCES, EPERM:
            Failure(.notPermitted, "\(path) may not be used by this account. \(USBDevice.permissionAdvice)")
        case EBUSY: Failure(.failed, "Another program is using \(path). Close it and try again.")
        case ENOENT, ENODEV, ENXIO: Failure(.notFound, "\(path) is not there any more.")
        default: Failure(SystemError(number, "terminal", path), "\(path) \(what)")
        }
    }
}
