/// Bytes that many answers share without a copy, with their tag.
final class KeptBytes: @unchecked Sendable {  // The bytes are written once, before anybody else has them.
    let bytes: UnsafeRawBufferPointer
    let entityTag: String

    init(_ source: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 8)
        copy.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(copy)
        entityTag = EntityTag.of(bytes)
    }

    deinit { bytes.deallocate() }
}
