/// Appends integers in little-endian order; the other half of `ByteCursor`.
struct ByteWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Appends an integer.
    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends bytes as they are.
    mutating func append(bytes more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}
