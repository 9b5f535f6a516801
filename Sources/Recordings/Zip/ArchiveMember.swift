import CISAL
import CZip
import Signals

/// Reads a member through libzip.
final class StoredMember: MemberReader {
    private let entry: OpaquePointer
    // The entry reads from the archive, which must live as long.
    private let archive: ZipMembers
    private(set) var damage: String?

    init(_ entry: OpaquePointer, of archive: ZipMembers) {
        self.entry = entry
        self.archive = archive
    }

    deinit { zip_fclose(entry) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard damage == nil else { return 0 }
        let count = Int(zip_fread(entry, buffer.baseAddress, UInt64(buffer.count)))
        if count < 0 { damage = String(cString: zip_error_strerror(zip_file_get_error(entry))) }
        return max(0, count)
    }
}

/// A member packed by Deflate, of which libzip gives the packed bytes.
final class DeflatedMember: MemberReader {
    private let packed: StoredMember
    private let inflater: Inflater
    private let expected: UInt32
    private var sum: UInt32 = 0
    private var isFinished = false
    private(set) var damage: String?

    /// The member whose packed bytes are `packed`, and whose unpacked bytes have the CRC-32 `sum`.
    init(_ packed: StoredMember, sum expected: UInt32) throws {
        self.packed = packed
        self.expected = expected
        inflater = try Inflater()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isFinished, buffer.count > 0 else { return 0 }
        let (count, step) = inflater.read(into: buffer) { packed.read(into: $0) }
        let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        sum = crc32_gzip_refl(sum, start, UInt64(count))
        isFinished = step != .more
        switch step {
        case .more: break
        case .ended: damage = sum == expected ? nil : "its checksum is wrong"
        case .cut: damage = packed.damage ?? "the archive ends inside it"
        case .damaged: damage = "its packed bytes are damaged"
        }
        return count
    }
}
