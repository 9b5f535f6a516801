public import Signals

/// One field of a frame. Fields are read once, from left to right.
public struct FieldFormat: Hashable, Sendable {
    /// The encoding of a value.
    public enum Encoding: Hashable, Sendable {
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
        /// The fields of ``members``, one after the other.
        case structure
    }

    /// How often a field is repeated.
    public enum Repetition: Hashable, Sendable {
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
    public struct Condition: Hashable, Sendable {
        /// The name of an earlier field.
        public var field: String
        /// The bits of it that are compared.
        public var mask: UInt64
        /// The value that they must have.
        public var value: UInt64
    }

    /// What a field means besides a measurement.
    public enum Role: Hashable, Sendable {
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
    public var id: String?
    /// The encoding of the value.
    public var encoding: Encoding
    /// Whether the highest byte comes first.
    public var isBigEndian = false
    /// Values beside each other that make one sample, by name; one empty name for a single value.
    public var axes = [""]
    /// How often the field is repeated.
    public var repetition = Repetition.once
    /// The fields of a structure; empty for a plain value.
    public var members: [FieldFormat] = []
    /// When the field is present; nil for always.
    public var condition: Condition?
    /// The values that are valid; empty for any.
    public var expected: [Int64] = []
    /// Raw values that mean "no value".
    public var invalid: [Int64] = []
    /// The value in ``unit`` is (raw + offset) * numerator / denominator.
    public var scale = Scale()
    /// The scale by the choice of a setting; nil for ``scale`` always.
    public var scaleSetting: ScaleSetting?
    /// Labels of raw values, for text channels.
    public var labels: [Int64: String] = [:]
    /// The channel that is measured; nil when the value is not passed on.
    public var channel: Channel?
    /// The unit after scaling.
    public var unit = SignalUnit.one
    /// The plausible range, in ``unit``; values outside are flagged and kept.
    public var range: ClosedRange<Double>?
    /// What it means besides a measurement; nil for nothing.
    public var role: Role?

    /// From a raw number to a unit, as an exact fraction.
    public struct Scale: Hashable, Sendable {
        /// Added to the raw number before scaling.
        public var offset: Int64 = 0
        /// The numerator of the factor.
        public var numerator: Int64 = 1
        /// The denominator of the factor.
        public var denominator: Int64 = 1
    }

    /// A scale that depends on a setting.
    public struct ScaleSetting: Hashable, Sendable {
        /// The name of the setting.
        public var setting: String
        /// The scale for each value of the setting.
        public var scales: [String: Scale]
    }
}
