package import Signals

/// A write to a device.
package struct ProfileWrite: Hashable, Sendable {
    /// An answer that must follow a write.
    package struct Answer: Hashable, Sendable {
        /// The characteristic that indicates or notifies it; nil for the one written to, and on USB.
        package var characteristic: String?
        /// The bytes that it begins with.
        package var starts: BytePattern
        /// How long it may take, in milliseconds.
        package var withinMilliseconds = 5000
    }

    /// A condition on a setting.
    package struct Condition: Hashable, Sendable {
        /// The name of the setting.
        package var setting: String
        /// The values for which it is written.
        package var values: [String]
    }

    /// The UUID of the characteristic; empty over USB.
    package var characteristic = ""
    /// The service that it is in, where the UUID alone is not enough.
    package var service: String?
    /// The bytes, with placeholders.
    package var template: WriteTemplate
    /// Whether the bytes may be sent in several writes where the MTU is too small for one: for characteristics that
    /// stand for a serial line.
    package var mayBeSplit = false
    /// Whether it is a write with response.
    package var withResponse = true
    /// What must come back before the next write; nil when nothing does.
    package var answer: Answer?
    /// The streams for which it is written, any of them; empty for all, also when a person wants none of them.
    package var streams: Set<Channel> = []
    /// Whether it is written only once the device has handed over what it had kept.
    package var isAfterHandover = false
    /// When it is written; nil for always.
    package var condition: Condition?
    /// How long to wait afterwards, in milliseconds.
    package var waitMilliseconds = 0
    /// Whether the session goes on when the device refuses it.
    package var isOptional = false
}

/// Bytes of which some are filled in when they are sent.
package struct WriteTemplate: Hashable, Sendable {
    /// A run of fixed bytes, or a placeholder.
    package enum Part: Hashable, Sendable {
        /// Fixed bytes.
        case bytes([UInt8])
        /// The value of the first of these settings or ``builtIn`` values that is not empty.
        case hole(names: [String], form: Form)
    }

    /// The encoding of a placeholder.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case u8, u16, u32, i8, i16, i32, u16be, u32be
        /// ASCII text.
        case text
        /// The last six characters as ASCII.
        case last6
        /// Eight hexadecimal digits in ASCII of the value's four bytes, the lowest first.
        case hex32
        /// Four hexadecimal digits in ASCII of the value's two bytes, the lower first.
        case hex16
        /// Of `now` alone: year in the century, month, day, hour, minute and second of local time, two decimal digits each.
        case bcd6
        /// Of `now` alone: the ten bytes of Current Time 0x2A2B in local time.
        case currentTime = "current_time"
        /// Of `now` alone: local time to the millisecond and its distance from UTC as Polar's file protocol (PSFTP)
        /// takes them for its query 3, a message of date (1: year, month, day), time (2: hour, minute, second,
        /// millisecond) and minutes ahead of UTC (3) in the encoding of Protocol Buffers.
        case polarTime = "polar_time"

        /// Whether only the placeholder `now` may have it.
        var isClock: Bool { self == .bcd6 || self == .currentTime || self == .polarTime }
    }

    /// A checksum over all bytes before it, with the usual parameters of ``FrameCheck``.
    package enum Checksum: String, Hashable, Sendable, CaseIterable {
        /// The sum of the bytes modulo 256.
        case sum8
        /// The bytes, exclusively or-ed.
        case xor
        /// CRC-8/SMBUS.
        case crc8
        /// CRC-16/IBM-3740, the lower byte first.
        case crc16
    }

    /// Names that no setting may have: `now`, seconds since 1970; `address`, the device's in twelve hexadecimal digits;
    /// `name`, what the device calls itself; `serial`, its serial number where it was read; `midnight` and `yesterday`,
    /// the beginning of this day and of the one before in local time, in seconds since 1970 of a clock that takes local
    /// time for UTC; `index`, of an acknowledgement alone, the first block that is not kept yet.
    package static let builtIn = ["now", "address", "name", "serial", "midnight", "yesterday", "index"]

    /// The parts, in order.
    package var parts: [Part]
    /// Filled with zeros to this length, before the checksum; nil for none.
    package var paddedLength: Int?
    /// The checksum that is appended; nil for none.
    package var checksum: Checksum?

    /// Memberwise; what is not given has its default.
    package init(parts: [Part], paddedLength: Int? = nil, checksum: Checksum? = nil) {
        self.parts = parts
        self.paddedLength = paddedLength
        self.checksum = checksum
    }
}
