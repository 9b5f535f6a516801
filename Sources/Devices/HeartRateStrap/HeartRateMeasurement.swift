package import Signals

/// A value of the Heart Rate Measurement characteristic, 0x2A37 (Bluetooth SIG, Heart Rate Service 1.0, section 3.1;
/// GATT Specification Supplement).
///
/// Reserved flag bits are ignored. What follows the last whole field that the flags announce is not understood and
/// only counted in ``ignoredBytes``: an odd byte after the RR intervals is dropped and the intervals before it kept.
package struct HeartRateMeasurement: Hashable, Sendable {
    /// What the sensor says of its contact with the skin.
    package enum Contact: Hashable, Sendable {
        /// The sensor does not support contact detection.
        case unsupported
        /// No contact, or a poor one.
        case absent
        /// Skin contact.
        case detected
    }

    /// Heart rate in beats per minute; 0 means that there is no reading.
    package var rate: UInt16
    /// Whether the sensor touches the skin.
    package var contact: Contact
    /// Energy expended since the last reset, in kilojoules; 65 535 means that much or more. Nil when not sent.
    package var energy: UInt16?
    /// RR intervals in units of 1/1024 s, oldest first.
    package var intervals: [UInt16]
    /// Bytes at the end that belong to no field.
    package private(set) var ignoredBytes = 0

    /// Memberwise; what is not given has its default.
    package init(rate: UInt16, contact: Contact = .unsupported, energy: UInt16? = nil, intervals: [UInt16] = []) {
        self.rate = rate
        self.contact = contact
        self.energy = energy
        self.intervals = intervals
    }

    /// Decodes the value of one notification.
    /// - Throws: `DecodeError` with problem `truncated` when the value ends inside the flags, the rate or the energy.
    package init(_ bytes: [UInt8]) throws(DecodeError) {
        self.init(rate: 0)
        try decode(bytes.span.bytes)
    }

    /// Decodes the value of one notification in place, reusing the storage of ``intervals``; unchanged when it throws.
    /// - Throws: `DecodeError` with problem `truncated` when the value ends inside the flags, the rate or the energy.
    package mutating func decode(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        let flags = Flags(rawValue: try cursor.little(UInt8.self))
        let rate = flags.contains(.wideRate) ? try cursor.little(UInt16.self) : UInt16(try cursor.little(UInt8.self))
        let energy = flags.contains(.energy) ? try cursor.little(UInt16.self) : nil

        self.rate = rate
        self.energy = energy
        contact = !flags.contains(.contactSupported) ? .unsupported : flags.contains(.contact) ? .detected : .absent
        intervals.removeAll(keepingCapacity: true)
        if flags.contains(.intervals) {
            while cursor.remaining >= 2 { intervals.append(try cursor.little(UInt16.self)) }
        }
        ignoredBytes = cursor.remaining
    }
}

extension HeartRateMeasurement {
    /// The flags, the first byte of a value.
    struct Flags: OptionSet {
        var rawValue: UInt8
        static let wideRate = Flags(rawValue: 0x01)
        static let contact = Flags(rawValue: 0x02)
        static let contactSupported = Flags(rawValue: 0x04)
        static let energy = Flags(rawValue: 0x08)
        static let intervals = Flags(rawValue: 0x10)
    }
}

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
