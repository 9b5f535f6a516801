import CZlib
import Glibc
import Signals

/// The journal's bytes: records one after the other, each with its length and a checksum before it.
///
/// | byte | |
/// |---|---|
/// | 0-3 | length of the record, little-endian |
/// | 4-7 | CRC-32 of it, little-endian |
/// | 8… | the record |
enum RelayJournalFile {
    static let headCount = 8
    static let recordLimit = RelayFrame.bodyLimit + 4096

    static func append(_ record: [UInt8], to bytes: inout [UInt8]) {
        for number in [UInt32(clamping: record.count), checksum(record)] {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        bytes += record
    }

    /// The records of a file, up to the first that is not whole: what follows it was never promised.
    /// - Returns: The records, and how many bytes they take.
    static func records(in bytes: [UInt8]) -> (records: [RelayRecord], whole: Int) {
        var records: [RelayRecord] = []
        var offset = 0
        while bytes.count - offset >= headCount {
            func number(_ at: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[offset + at + $1]) << (8 * UInt32($1)) }
            }
            let count = Int(number(0))
            let start = offset + headCount
            guard count <= recordLimit, bytes.count - start >= count else { break }
            let body = Array(bytes[start..<start + count])
            guard checksum(body) == number(4), let record = try? RelayRecord(body) else { break }
            records.append(record)
            offset = start + count
        }
        return (records, offset)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) })
    }
}
