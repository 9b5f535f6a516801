/// The little of the Protocol Buffers encoding that is written to devices: numbers, texts and messages (protobuf.dev,
/// *Encoding*).
enum ProtocolBuffer {
    /// One number; a negative one takes ten bytes, as an `int32` does.
    static func field(_ number: Int, _ value: Int) -> [UInt8] { variable(number << 3) + variable(value) }

    /// A message whose fields 1, 2 and so on are these numbers.
    static func message(_ number: Int, _ values: [Int]) -> [UInt8] {
        content(number, values.enumerated().flatMap { field($0.offset + 1, $0.element) })
    }

    /// A text, or a message that is made already.
    static func content(_ number: Int, _ body: [UInt8]) -> [UInt8] {
        variable(number << 3 | 2) + variable(body.count) + body
    }

    /// A base-128 varint: seven bits in each byte, the lowest first.
    private static func variable(_ value: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(value))
        var bytes: [UInt8] = []
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
