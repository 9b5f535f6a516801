import Glibc

/// The network key of ANT+. It is given to registered developers only and may not be passed on, so it does not ship: the
/// owner puts it into a file.
package struct AntKey: Sendable {
    /// The path of the key file.
    package let path: String

    /// The key in the file at `path`.
    package init(path: String) { self.path = path }

    /// The eight bytes; nil where there is no such file or it holds anything but sixteen hexadecimal digits, which may have
    /// blanks or colons between them.
    package var bytes: [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &text, text.count)
        guard count > 0, count < text.count else { return nil }
        return Self.parse(String(decoding: text[..<count], as: UTF8.self))
    }

    /// The eight bytes of a key of sixteen hexadecimal digits, with or without separators; nil for anything else.
    package static func parse(_ text: String) -> [UInt8]? {
        let digits = text.filter { !$0.isWhitespace && $0 != ":" && $0 != "-" && $0 != "," }
        guard digits.utf8.count == 16, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: 16, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// How to get the key, for the message that it is missing.
    package var advice: String {
        "An ANT+ stick is plugged in, and the network key of ANT+ is missing. It is free for whoever registers at "
            + "thisisant.com and may not be passed on: write its sixteen digits into \(path)."
    }
}
