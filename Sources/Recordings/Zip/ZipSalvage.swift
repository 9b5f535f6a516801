import Glibc
import Signals

/// Finds the members of an archive that has lost its directory, by the header before each of them (APPNOTE 4.3.7).
enum ZipSalvage {
    /// A member that was found by its local header.
    struct Member {
        var name: String
        /// Whether it is compressed with Deflate; otherwise it is stored.
        var isDeflated: Bool
        /// The offset of its data in the archive.
        var start: Int
        /// Its packed bytes; nil when only the directory told.
        var size: Int?
    }

    private static let headerSize = 30
    private static let longestName = 512
    private static let limit = 100
    private static let chunk = 1 << 18

    /// The members of `file`, from front to back.
    static func members(of file: RecordingFile) throws -> [Member] {
        var members: [Member] = []
        var offset = 0
        while offset < file.size, members.count < limit {
            try Task.checkCancellation()
            // A header at the end of a piece is whole in the next one.
            let piece = try file.bytes(at: offset, count: chunk + headerSize + longestName)
            var next = min(piece.count, chunk)
            var at = 0
            while at < min(piece.count, chunk), members.count < limit {
                guard piece[at] == 0x50, let (member, length) = member(piece, at, base: offset) else {
                    at += 1
                    continue
                }
                members.append(member)
                at += length
                // Packed bytes whose number is known are not searched.
                if let size = member.size, size > 0, size <= file.size - member.start {
                    at = member.start - offset + size
                }
                next = max(next, at)
            }
            offset += next
        }
        return members
    }

    /// The member whose header begins at byte `at`, and the length of the header.
    private static func member(_ bytes: [UInt8], _ at: Int, base: Int) -> (Member, Int)? {
        var cursor = ByteCursor(bytes.span.bytes.extracting(at...))
        guard let signature: UInt32 = try? cursor.little(), signature == 0x0403_4B50, (try? cursor.skip(2)) != nil,
            let flags: UInt16 = try? cursor.little(), let method: UInt16 = try? cursor.little(),
            method == 0 || method == 8, (try? cursor.skip(8)) != nil, let size: UInt32 = try? cursor.little(),
            (try? cursor.skip(4)) != nil, let nameLength: UInt16 = try? cursor.little(),
            let extraLength: UInt16 = try? cursor.little(), (1...longestName).contains(Int(nameLength)),
            let name = try? cursor.array(Int(nameLength)), name.allSatisfy({ $0 >= 0x20 })
        else { return nil }
        let length = headerSize + Int(nameLength) + Int(extraLength)
        let isStreamed = flags & 8 != 0 && size == 0
        return (
            Member(
                name: String(decoding: name, as: UTF8.self), isDeflated: method == 8, start: base + at + length,
                size: isStreamed ? nil : Int(size)), length
        )
    }
}
