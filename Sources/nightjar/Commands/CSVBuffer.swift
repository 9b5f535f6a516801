/// Bytes on their way to standard output.
struct CSVBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    private var count = 0

    /// Bytes that are written at a time.
    private static let size = 1 << 20

    init() { bytes = .allocate(byteCount: Self.size + 64, alignment: 16) }

    deinit { bytes.deallocate() }

    /// Adds the first `length` of 32 bytes.
    mutating func append(_ text: SIMD32<UInt8>, count length: Int) {
        bytes.storeBytes(of: text, toByteOffset: count, as: SIMD32<UInt8>.self)
        count += length
    }

    /// Adds one byte.
    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    /// Adds few bytes.
    mutating func append(_ text: [UInt8]) {
        for byte in text { append(byte) }
    }

    /// Ends a row whose next may have up to `room` bytes, writing out when there is no room for it.
    mutating func endRow(room: Int) throws {
        append(UInt8(ascii: "\n"))
        if count > Self.size - room { try flush() }
    }

    /// What has not been written out yet.
    var pending: [UInt8] { Array(bytes[..<count]) }

    /// Writes out what there is.
    mutating func flush() throws {
        guard count > 0 else { return }
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        count = 0
        try Output.write(Array(part))
    }
}
