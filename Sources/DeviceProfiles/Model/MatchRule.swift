/// A way to recognise a device. Everything that is given must hold.
package enum MatchRule: Hashable, Sendable {
    /// Matched by advertisement.
    case bluetooth(BluetoothRule)
    /// Matched by USB descriptors.
    case usb(USBRule)
    /// Matched by the first bytes or the name of a file.
    case file(FileRule)

    /// A rule on advertisements; every condition given must hold.
    package struct BluetoothRule: Hashable, Sendable {
        /// The local name.
        package var name: NamePattern?
        /// The UUID of a service that it must list.
        package var service: String?
        /// The UUID of a service that it must send data of.
        package var serviceData: String?
        /// The company identifier of its manufacturer data.
        package var manufacturer: UInt16?
        /// Bytes that those data must have.
        package var data: BytePattern?
        /// The address in capital letters, `F1:F2:F3:F4:F5:F6`, for one device alone.
        package var address: String?
    }

    /// A rule on USB descriptors; every condition given must hold.
    package struct USBRule: Hashable, Sendable {
        /// The vendor identifier, `idVendor`.
        package var vendor: UInt16?
        /// The product identifier, `idProduct`.
        package var product: UInt16?
        /// The maker's string.
        package var manufacturer: NamePattern?
        /// The product's string.
        package var productName: NamePattern?
        /// The serial number's string.
        package var serial: NamePattern?
        /// Class, subclass and protocol of an interface; -1 for any.
        package var interface: [Int]?

        /// Whether nothing but the numbers of a chip that many makers build in is given.
        package var namesBridgeOnly: Bool {
            guard let vendor, manufacturer == nil, productName == nil, serial == nil else { return false }
            return BridgeChip.contains(vendor: vendor, product: product)
        }
    }

    /// A rule on files; every condition given must hold.
    package struct FileRule: Hashable, Sendable {
        /// The file's name.
        package var name: NamePattern?
        /// Bytes near its start.
        package var magic: BytePattern?
    }
}

/// Bytes at a place, of which a mask says what counts.
package struct BytePattern: Hashable, Sendable {
    /// The offset of the first byte.
    package var offset: Int
    /// The bytes that are expected, after masking.
    package var bytes: [UInt8]
    /// The bits that are compared; as long as ``bytes``.
    package var mask: [UInt8]

    /// A pattern in which every bit counts unless a mask is given.
    package init(offset: Int = 0, bytes: [UInt8], mask: [UInt8]? = nil) {
        self.offset = offset
        self.bytes = bytes
        self.mask = mask ?? Array(repeating: 0xFF, count: bytes.count)
    }

    /// Whether `data` holds the pattern.
    package func matches(_ data: RawSpan) -> Bool {
        guard offset >= 0, offset <= data.byteCount, bytes.count <= data.byteCount - offset else { return false }
        for index in bytes.indices {
            let byte = data.unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)
            guard byte & mask[index] == bytes[index] & mask[index] else { return false }
        }
        return true
    }
}

/// A text in which `*` stands for any run of characters and `?` for any one.
package struct NamePattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as written in the profile.
    package let description: String
    private let pattern: [UInt8]

    /// A pattern; the bytes of its UTF-8 form are compared.
    package init(_ text: String) {
        description = text
        pattern = Array(text.utf8)
    }

    /// Characters other than wildcards, which make it specific.
    package var literalCount: Int { pattern.count { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") } }
    /// The characters before the first one that stands for others.
    package var prefix: String {
        String(decoding: pattern.prefix { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Whether all of `text` fits. Takes at most the product of both lengths in steps.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var (here, place) = (0, 0)
        var (star, resume): (Int?, Int) = (nil, 0)
        while place < text.count {
            if here < pattern.count, pattern[here] == UInt8(ascii: "*") {
                (star, resume) = (here, place)
                here += 1
            } else if here < pattern.count, pattern[here] == UInt8(ascii: "?") || pattern[here] == text[place] {
                here += 1
                place += 1
            } else if let last = star {
                resume += 1
                (here, place) = (last + 1, resume)
            } else {
                return false
            }
        }
        return pattern[here...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
