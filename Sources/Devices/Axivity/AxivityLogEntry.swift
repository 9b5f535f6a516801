package import Signals

/// One line of the recorder's own log, in reply to `LOG`.
package struct AxivityLogEntry: Hashable, Sendable {
    /// The number of the entry.
    package var index: Int
    /// What happened; 0x0200 and above are the reasons for which a recording ended.
    package var code: UInt16
    /// The time as the recorder wrote it, on its own clock.
    package var time: String
    /// The text of the firmware.
    package var text: String

    /// Reads `LOG,0,0x0202,2024/03/04,22:15:00,text`.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        let fields = try AxivityFields(line, after: "LOG,")
        index = Int(try fields.number(0) as UInt16)
        let hexadecimal = fields.text(1)
        guard hexadecimal.hasPrefix("0x"), let code = UInt16(hexadecimal.dropFirst(2), radix: 16) else {
            throw DecodeError(.invalid("“\(line)” has no code"), at: 0)
        }
        self.code = code
        let rest = (2..<max(2, fields.count)).map { fields.text($0) }
        // The time itself has a comma in it, as in other replies.
        let parts = rest.count > 1 && rest[1].contains(":") ? 2 : 1
        time = rest.prefix(parts).joined(separator: " ")
        text = rest.dropFirst(parts).joined(separator: ",")
    }

    /// Whether the recorder stopped because something was wrong, and not at its time or with a full memory.
    package var isError: Bool { [0x0208, 0x020A, 0x020C, 0x020D].contains(code) || meaning == nil && code >> 8 == 2 }

    /// Why a recording ended; nil for other entries.
    package var meaning: String? {
        switch code {
        case 0x0201: "the time to record was over"
        case 0x0202: "the memory was full"
        case 0x0208: "the battery was too low to begin"
        case 0x020A: "the battery was empty"
        case 0x020C: "the memory could not be written"
        case 0x020D: "the sensor could not be read"
        default: nil
        }
    }
}
