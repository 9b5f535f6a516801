/// Writes zip archives of stored, not packed, files.
public struct ZipWriter {
    /// The archive without its directory.
    public private(set) var files: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// An empty archive.
    public init() {}

    /// Adds a file.
    public mutating func add(_ name: String, _ content: [UInt8]) {
        let offset = files.count
        let common =
            little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(Int(Self.crc(content)), 4)
            + little(content.count, 4) + little(content.count, 4) + little(name.utf8.count, 2) + little(0, 2)
        files += little(0x0403_4B50, 4) + common + Array(name.utf8) + content
        directory += little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
        directory += little(0, 4) + little(offset, 4) + Array(name.utf8)
        count += 1
    }

    /// The whole archive.
    public var bytes: [UInt8] {
        let end = little(0x0605_4B50, 4) + little(0, 2) + little(0, 2) + little(count, 2) + little(count, 2)
        return files + directory + end + little(directory.count, 4) + little(files.count, 4) + little(0, 2)
    }

    /// The checksum of zip and others (CRC-32).
    public static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }
}

/// The lowest `count` bytes of `value`, the least significant first.
public func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
