package import Signals

/// One of the 14 notes of 32 bytes that make up a recording's annotation, in reply to `ANNOTATEnn`.
package struct AxivityNote: Hashable, Sendable {
    /// The number of the note, 0 ... 13.
    package var index: Int
    /// The text without padding.
    package var text: String

    /// Reads `ANNOTATE03=text`, padded with blanks to 32 bytes.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        let bytes = Array(line.utf8)
        guard bytes.starts(with: "ANNOTATE".utf8), bytes.count >= 11, bytes[10] == UInt8(ascii: "="),
            let index = Int(String(decoding: bytes[8..<10], as: UTF8.self)), (0...13).contains(index)
        else { throw DecodeError(.mismatch("“\(line)” is no note"), at: 0) }
        self.index = index
        let padding: Set<UInt8> = [0x20, 0x00, 0x7F, UInt8(ascii: "?")]
        let body = bytes[11...]
        // Erased flash comes as bytes of 255, which a 7-bit line shows as question marks.
        let isErased = !body.isEmpty && body.allSatisfy { padding.contains($0) }
        text = isErased ? "" : Self.trimmed(String(decoding: body, as: UTF8.self))
    }

    /// `text` without blanks at the end.
    static func trimmed(_ text: String) -> String {
        let body = text.utf8.reversed().drop { $0 == 0x20 }.reversed()
        return String(decoding: Array(body), as: UTF8.self)
    }
}

/// The keys under which notes are kept in a recording, as Axivity's own software names them.
package enum AxivityNoteKey: String, Hashable, Sendable, CaseIterable {
    /// A code for the wearer.
    case subject = "_sc"
    /// Where it is worn.
    case position = "_p"
    /// The name of the study.
    case study = "_s"
    /// Free text.
    case notes = "_n"
    /// The IANA name of the zone of the recorder's clock.
    case zone = "_tz"
}

/// What a person wants to remember about a recording, as it is kept in the recorder: `key=value` pairs joined by `&`,
/// url-encoded, in 14 pieces of 32 bytes.
enum AxivityAnnotation {
    /// Bytes of all notes together.
    static let capacity = 14 * 32

    /// The pieces, all 14 of them; unused ones are empty.
    /// - Throws: `Failure` with code `usage` when the notes do not fit.
    static func pieces(_ notes: [String: String]) throws -> [String] {
        let text = notes.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(
            separator: "&")
        let bytes = Array(text.utf8)
        guard bytes.count <= capacity else {
            throw Failure(
                .usage, "The notes have \(bytes.count) bytes and a recorder keeps \(capacity): shorten them.")
        }
        return (0..<14).map { String(decoding: bytes.dropFirst($0 * 32).prefix(32), as: UTF8.self) }
    }

    /// Letters, digits and `-_.` stay, a blank becomes `+`, everything else `%XX` of its UTF-8.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var result = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": result.unicodeScalars.append(scalar)
            case " ": result.append("+")
            default: result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return result
    }
}
