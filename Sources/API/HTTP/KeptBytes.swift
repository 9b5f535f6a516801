import Synchronization

/// Bytes that many answers share without a copy, with their tag.
final class KeptBytes: @unchecked Sendable {  // The bytes are written once, before anybody else has them.
    let bytes: UnsafeRawBufferPointer
    let entityTag: String
    /// The compressed form, made on first use.
    private let packing = Mutex<KeptBytes?>(nil)

    init(_ source: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 8)
        copy.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(copy)
        entityTag = EntityTag.of(bytes)
    }

    /// The compressed form; nil when it cannot be made.
    var packed: KeptBytes? {
        packing.withLock { packing in
            if packing == nil { packing = Gzip.pack(Array(bytes)).map { KeptBytes($0) } }
            return packing
        }
    }

    /// Whether the compressed form has been made.
    var isPacked: Bool { packing.withLock { $0 != nil } }

    deinit { bytes.deallocate() }
}
