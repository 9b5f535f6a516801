package import Signals

/// One field of a frame. Fields are read once, from left to right.
package struct FieldFormat: Hashable, Sendable {
    /// The encoding of a value.
    package enum Encoding: Hashable, Sendable {
        /// A whole number of 8, 16, 24, 32, 40, 48 or 64 bits.
        case integer(bits: Int, isSigned: Bool)
        /// An IEEE 754 number of 16, 32 or 64 bits.
        case float(bits: Int)
        /// The 16-bit SFLOAT of ISO/IEEE 11073-20601.
        case sfloat
        /// The 32-bit FLOAT of ISO/IEEE 11073-20601.
        case medicalFloat
        /// A whole number of 1 ... 32 bits beside others, the lowest bit of a byte first or, big-endian, the highest.
        case bits(Int, isSigned: Bool)
        /// This many bytes are skipped.
        case bytes(Int)
        /// UTF-8 to the end, without a closing zero.
        case text
        /// Nothing is read: bits of a field before, masked and then shifted to the right.
        case derived(from: String, mask: UInt64, shift: Int, isSigned: Bool)
        /// Nothing is read: bits of several fields before beside each other, those of the first highest.
        case joined([Piece], isSigned: Bool)
        /// A time of the calendar, one or two bytes for each part.
        case calendar([CalendarPart], isDecimal: Bool)
        /// The fields of ``members``, one after the other.
        case structure
    }

    /// Bits of a field before, for ``Encoding/joined(_:isSigned:)``.
    package struct Piece: Hashable, Sendable {
        /// The name of an earlier field.
        package var field: String
        /// The bits that are taken.
        package var mask: UInt64

        /// How many bits these are, from the lowest to the highest one of the mask.
        var width: Int { max(0, 64 - mask.leadingZeroBitCount - mask.trailingZeroBitCount) }
    }

    /// A part of a time of the calendar.
    package enum CalendarPart: String, Hashable, Sendable, CaseIterable {
        /// The year in two bytes.
        case year
        /// The year of the century from 2000 on, in one byte.
        case shortYear = "year2"
        case month, day, hour, minute, second
        /// 256ths of a second.
        case fraction = "fraction256"
        /// A byte that says nothing, such as the day of the week.
        case skip

        /// Bytes that it takes.
        var bytes: Int { self == .year ? 2 : 1 }
    }

    /// A power by which the values of a field are multiplied, told by a field before.
    package struct Exponent: Hashable, Sendable {
        /// The name of an earlier field.
        package var field: String
        /// Whether it is a power of ten; else of two.
        package var isDecimal: Bool
    }

    /// Figures that were read before anything streams, and correct what does: (value - offset) * gain.
    package struct Calibration: Hashable, Sendable {
        /// The name under which a field that was read is kept; nil for none.
        package var offset: String?
        /// The name under which a field that was read is kept; nil for none.
        package var gain: String?
    }

    /// How often a field is repeated.
    package enum Repetition: Hashable, Sendable {
        /// Exactly once.
        case once
        /// Until the bytes end.
        case rest
        /// This many times.
        case times(Int)
        /// As often as the value of an earlier field.
        case field(String)
    }

    /// When a field is there: a field before, masked, has this value.
    package struct Condition: Hashable, Sendable {
        /// The name of an earlier field.
        package var field: String
        /// The bits of it that are compared.
        package var mask: UInt64
        /// The value that they must have.
        package var value: UInt64
    }

    /// What a field means besides a measurement.
    package enum Role: Hashable, Sendable {
        /// The packet's sequence number, which shows missing packets.
        case sequence
        /// The device's tick counter.
        case counter
        /// The device's clock.
        case deviceTime
        /// A text about the device: `maker`, `model`, `serial`, `firmware`, `hardware` or `software`.
        case identity(String)
    }

    /// The name by which fields after it speak of it; nil when none does.
    package var id: String?
    /// The encoding of the value.
    package var encoding: Encoding
    /// Whether the highest byte comes first.
    package var isBigEndian = false
    /// Values beside each other that make one sample, by name; one empty name for a single value.
    package var axes = [""]
    /// How often the field is repeated.
    package var repetition = Repetition.once
    /// The fields of a structure; empty for a plain value.
    package var members: [FieldFormat] = []
    /// When the field is present; nil for always.
    package var condition: Condition?
    /// The values that are valid; empty for any.
    package var expected: [Int64] = []
    /// Raw values that mean "no value".
    package var invalid: [Int64] = []
    /// The value in ``unit`` is (raw + offset) * numerator / denominator.
    package var scale = Scale()
    /// The scale by the choice of a setting; nil for ``scale`` always.
    package var scaleSetting: ScaleSetting?
    /// Labels of raw values, for text channels.
    package var labels: [Int64: String] = [:]
    /// The channel that is measured; nil when the value is not passed on.
    package var channel: Channel?
    /// The unit after scaling.
    package var unit = SignalUnit.one
    /// The plausible range, in ``unit``; values outside are flagged and kept.
    package var range: ClosedRange<Double>?
    /// What it means besides a measurement; nil for nothing.
    package var role: Role?
    /// The power that its values are multiplied by; nil for none.
    package var exponent: Exponent?
    /// The name under which its values are kept for ``calibration``; nil when they are not.
    package var keptAs: String?
    /// How its values are corrected; nil when they are not.
    package var calibration: Calibration?
    /// This field and all within it.
    var withMembers: [FieldFormat] { [self] + members.flatMap(\.withMembers) }
    /// Structures may lie within each other so deep.
    static let deepest = 3

    /// From a raw number to a unit, as an exact fraction.
    package struct Scale: Hashable, Sendable {
        /// Added to the raw number before scaling.
        package var offset: Int64 = 0
        /// The numerator of the factor.
        package var numerator: Int64 = 1
        /// The denominator of the factor.
        package var denominator: Int64 = 1
    }

    /// A scale that depends on a setting.
    package struct ScaleSetting: Hashable, Sendable {
        /// The name of the setting.
        package var setting: String
        /// The scale for each value of the setting.
        package var scales: [String: Scale]
    }
}
