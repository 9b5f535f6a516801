import Glibc
import Runtime
import Signals

/// Standard output and standard error, written straight to their descriptors.
///
/// All text goes through one place that shows harmless what a name or a number from a file or a radio could steer a terminal
/// with; as JSON escapes it, so that JSON stays the same JSON. Only ``draw(_:)`` writes what moves the cursor.
enum Output {
    /// Writes text to standard output.
    /// - Throws: `Failure` when the disk is full; a closed pipe ends the program quietly, as `head` expects.
    static func write(_ bytes: [UInt8]) throws { try write(harmless(bytes), to: STDOUT_FILENO) }

    /// Writes bytes that are no text to standard output.
    static func write(binary bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

    /// Draws lines on the terminal over those that were drawn before.
    /// - Parameter before: how many these were.
    static func draw(_ lines: [ScreenLine], over before: Int) throws {
        var text = before > 0 ? "\u{1B}[\(before)A" : ""
        for line in lines { text += line.drawn }
        try write(Array((text + "\u{1B}[J").utf8), to: STDOUT_FILENO)
    }

    /// Writes a line to standard output.
    static func line(_ text: String) throws { try write(Array("\(text)\n".utf8)) }

    /// Writes a line for a person to standard error; failing to do so harms nobody.
    static func note(_ text: String) { try? write(harmless(Array("\(text)\n".utf8)), to: STDERR_FILENO) }

    /// Whether standard error is a terminal that can redraw a line.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// A question on standard error, without the end of the line.
    static func prompt(_ text: String) { try? write(harmless(Array(text.utf8)), to: STDERR_FILENO) }

    /// The same text with nothing in it that steers a terminal.
    private static func harmless(_ bytes: [UInt8]) -> [UInt8] {
        // Most text is plain, and tables are long.
        guard bytes.contains(where: { ($0 < 0x20 && $0 != 10 && $0 != 9) || $0 >= 0x7F }) else { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).harmless(keepsLines: true).utf8)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EPIPE { exit(0) }
            guard count > 0 else {
                throw Failure(SystemError(errno, "write"), "Output cannot be written")
            }
            done += count
        }
    }
}
