extension HeartRateMeasurement {
    /// The most intervals that fit in the 20 bytes of a notification on a link with the smallest transmission unit.
    package static let intervalsPerNotification = 8

    /// The bytes of a notification with this value, in the shortest form: one byte for a rate up to 255.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(5 + 2 * intervals.count)
        encode(into: &bytes)
        return bytes
    }

    /// Replaces `bytes` by a notification with this value, reusing their storage.
    package func encode(into bytes: inout [UInt8]) {
        var flags: Flags = []
        if rate > 255 { flags.insert(.wideRate) }
        if contact != .unsupported { flags.insert(.contactSupported) }
        if contact == .detected { flags.insert(.contact) }
        if energy != nil { flags.insert(.energy) }
        if !intervals.isEmpty { flags.insert(.intervals) }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(flags.rawValue)
        bytes.append(UInt8(truncatingIfNeeded: rate))
        if rate > 255 { bytes.append(UInt8(truncatingIfNeeded: rate >> 8)) }
        if let energy { bytes.append(little: energy) }
        for interval in intervals { bytes.append(little: interval) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(little value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }
}
