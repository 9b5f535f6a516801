/// A buffer in front of standard output.
struct CSVBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    private var count = 0

    /// Bytes per write.
    private static let size = 1 << 20

    init() { bytes = .allocate(byteCount: Self.size + 64, alignment: 16) }

    deinit { bytes.deallocate() }

    /// Appends the first `length` bytes.
    mutating func append(_ text: SIMD32<UInt8>, count length: Int) {
        bytes.storeBytes(of: text, toByteOffset: count, as: SIMD32<UInt8>.self)
        count += length
    }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    /// Appends a few bytes.
    mutating func append(_ text: [UInt8]) {
        for byte in text { append(byte) }
    }

    /// Ends a row whose next may have up to `room` bytes, writing out when there is no room for it.
    mutating func endRow(room: Int) throws {
        append(UInt8(ascii: "\n"))
        if count > Self.size - room { try flush() }
    }

    /// The bytes that are not written yet.
    var pending: [UInt8] { Array(bytes[..<count]) }

    /// Writes the buffered bytes.
    mutating func flush() throws {
        guard count > 0 else { return }
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        count = 0
        try Output.write(Array(part))
    }
}
