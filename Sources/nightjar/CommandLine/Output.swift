import Glibc
import Signals

/// Standard output and standard error, written straight to their descriptors.
enum Output {
    /// Writes bytes to standard output.
    /// - Throws: `Failure` when the disk is full; a closed pipe ends the program quietly, as `head` expects.
    static func write(_ bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

    /// Writes a line to standard output.
    static func line(_ text: String) throws { try write(Array("\(text)\n".utf8)) }

    /// Writes a line for a person to standard error; failing to do so harms nobody.
    static func note(_ text: String) { try? write(Array("\(text)\n".utf8), to: STDERR_FILENO) }

    /// Whether standard error is a terminal that can redraw a line.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// A question on standard error, without the end of the line.
    static func prompt(_ text: String) { try? write(Array(text.utf8), to: STDERR_FILENO) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EPIPE { exit(0) }
            guard count > 0 else {
                throw Failure(.failed, "Output cannot be written: \(String(cString: strerror(errno))).")
            }
            done += count
        }
    }
}
