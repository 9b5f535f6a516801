import Signals

/// The bytes of an HDF5 file, read at any place; whatever an address or a length says, never outside of them.
struct HDF5Bytes: Sendable {
    /// The bytes of the whole file.
    let bytes: [UInt8]
    /// Bytes that an address takes in this file.
    var offsetSize = 8
    /// Bytes that a length takes in this file.
    var lengthSize = 8
    /// The byte of the file that addresses count from.
    var base = 0

    /// The range of `count` bytes from `place` on.
    /// - Throws: `DecodeError` when the file ends before.
    func range(_ place: Int, _ count: Int) throws(DecodeError) -> Range<Int> {
        guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else {
            throw DecodeError(.truncated(needed: count, available: max(0, bytes.count - max(0, place))), at: place)
        }
        return place..<(place + count)
    }

    /// The little-endian number of `width` bytes (1 ... 8) at `place`.
    func unsigned(_ place: Int, _ width: Int) throws(DecodeError) -> UInt64 {
        var value: UInt64 = 0
        for index in try range(place, width).reversed() { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// The byte at `place`.
    func byte(_ place: Int) throws(DecodeError) -> Int { Int(try unsigned(place, 1)) }

    /// The number at `place` that counts something within the file.
    func count(_ place: Int, _ width: Int) throws(DecodeError) -> Int {
        guard let value = Int(exactly: try unsigned(place, width)) else {
            throw DecodeError(.invalid("a length is larger than any file"), at: place)
        }
        return value
    }

    /// The length stored at `place`.
    func length(_ place: Int) throws(DecodeError) -> Int { try count(place, lengthSize) }

    /// The address at `place`, from the start of the file; nil for the address that means there is none.
    func address(_ place: Int) throws(DecodeError) -> Int? {
        let value = try unsigned(place, offsetSize)
        guard value != UInt64.max >> UInt64(64 - 8 * offsetSize) else { return nil }
        guard let address = Int(exactly: value), address <= bytes.count - base else {
            throw DecodeError(.invalid("an address lies outside of the file"), at: place)
        }
        return address + base
    }

    /// The address stored at `place`.
    func pointer(_ place: Int) throws(DecodeError) -> Int {
        guard let address = try address(place) else {
            throw DecodeError(.invalid("an address is missing"), at: place)
        }
        return address
    }

    /// Whether the four letters `signature` stand at `place`.
    func has(_ signature: StaticString, at place: Int) -> Bool {
        guard let range = try? range(place, signature.utf8CodeUnitCount) else { return false }
        return signature.withUTF8Buffer { $0.elementsEqual(bytes[range]) }
    }

    /// Checks for the four letters `signature` at `place`.
    func expect(_ signature: StaticString, at place: Int) throws(DecodeError) {
        guard has(signature, at: place) else { throw DecodeError(.mismatch("“\(signature)” is expected"), at: place) }
    }

    /// The UTF-8 text from `place` to the next zero byte.
    func name(_ place: Int) throws(DecodeError) -> String {
        let longest = 1024
        var end = try range(place, 0).lowerBound
        while end < bytes.count, bytes[end] != 0, end - place < longest { end += 1 }
        guard end < bytes.count, bytes[end] == 0 else { throw DecodeError(.invalid("a name has no end"), at: place) }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }
}

extension HDF5Bytes {
    /// Finds the superblock, takes its sizes over and returns where the root group's header is.
    /// - Throws: `DecodeError` when there is none or its version is unknown.
    mutating func superblock() throws(DecodeError) -> Int {
        var place = 0
        // It stands at the start, or behind a user's block of 512 bytes or a doubling of it.
        while !isSignature(place) {
            place = place == 0 ? 512 : place * 2
            guard place < bytes.count else { throw DecodeError(.mismatch("this is no HDF5 file"), at: 0) }
        }
        let version = try byte(place + 8)
        switch version {
        case 0, 1:
            try takeSizes(place + 13)
            let addresses = place + (version == 0 ? 24 : 28)
            try takeBase(addresses, place)
            // After four addresses the root's entry: its name, then its header.
            return try pointer(addresses + 5 * offsetSize)
        case 2, 3:
            try takeSizes(place + 9)
            try takeBase(place + 12, place)
            return try pointer(place + 12 + 3 * offsetSize)
        default:
            throw DecodeError(.unsupported("version \(version) of the superblock is not known"), at: place + 8)
        }
    }

    private func isSignature(_ place: Int) -> Bool {
        let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
        guard let range = try? range(place, signature.count) else { return false }
        return bytes[range].elementsEqual(signature)
    }

    private mutating func takeSizes(_ place: Int) throws(DecodeError) {
        (offsetSize, lengthSize) = (try byte(place), try byte(place + 1))
        guard [2, 4, 8].contains(offsetSize), [2, 4, 8].contains(lengthSize) else {
            throw DecodeError(.unsupported("addresses have a size of 2, 4 or 8 bytes"), at: place)
        }
    }

    private mutating func takeBase(_ place: Int, _ superblock: Int) throws(DecodeError) {
        base = try pointer(place)
        guard base <= superblock else { throw DecodeError(.invalid("the base address is wrong"), at: place) }
    }
}
