import Signals

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
