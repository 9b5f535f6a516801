public import Signals

/// One field of a frame. Fields are read once, from left to right.
public struct FieldFormat: Hashable, Sendable {
    /// How a value lies in the bytes.
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
        /// Bytes that are passed over.
        case bytes(Int)
        /// UTF-8 to the end, without a closing zero.
        case text
        /// Nothing is read: bits of a field before, masked and then shifted to the right.
        case derived(from: String, mask: UInt64, shift: Int, isSigned: Bool)
        /// The fields of ``members``, one after the other.
        case structure
    }

    /// How often a field comes.
    public enum Repetition: Hashable, Sendable {
        /// Once.
        case once
        /// As often as it fits into what is left.
        case rest
        /// This often.
        case times(Int)
        /// As often as a field before says.
        case field(String)
    }

    /// When a field is there: a field before, masked, has this value.
    public struct Condition: Hashable, Sendable {
        /// The field before.
        public var field: String
        /// What counts of it.
        public var mask: UInt64
        /// What it must be.
        public var value: UInt64
    }

    /// What a field is besides a measurement.
    public enum Role: Hashable, Sendable {
        /// The packet counter.
        case sequence
        /// The counter of ticks.
        case counter
        /// The clock.
        case deviceTime
        /// A text about the device: `maker`, `model`, `serial`, `firmware`, `hardware` or `software`.
        case identity(String)
    }

    /// The name by which fields after it speak of it; nil when none does.
    public var id: String?
    /// How a value lies in the bytes.
    public var encoding: Encoding
    /// Whether the highest byte comes first.
    public var isBigEndian = false
    /// Values beside each other that make one sample, by name; one empty name for a single value.
    public var axes = [""]
    /// How often it comes.
    public var repetition = Repetition.once
    /// The fields of a structure.
    public var members: [FieldFormat] = []
    /// When it is there; nil for always.
    public var condition: Condition?
    /// What it must be; empty for anything.
    public var expected: [Int64] = []
    /// What means that there is no value.
    public var invalid: [Int64] = []
    /// The value in ``unit`` is (raw + offset) * numerator / denominator.
    public var scale = Scale()
    /// The scale by the choice of a setting; nil for ``scale`` always.
    public var scaleSetting: ScaleSetting?
    /// Words for values.
    public var labels: [Int64: String] = [:]
    /// What is measured; nil when it is not handed on.
    public var channel: Channel?
    /// In which unit.
    public var unit = SignalUnit.one
    /// What is plausible, in ``unit``; values outside are remarked and kept.
    public var range: ClosedRange<Double>?
    /// What it is besides a measurement.
    public var role: Role?

    /// From raw numbers to a unit, exactly.
    public struct Scale: Hashable, Sendable {
        /// Added to the raw number first.
        public var offset: Int64 = 0
        /// Multiplies.
        public var numerator: Int64 = 1
        /// Divides.
        public var denominator: Int64 = 1
    }

    /// Scales by the choice of a setting.
    public struct ScaleSetting: Hashable, Sendable {
        /// The setting.
        public var setting: String
        /// The scale for each choice.
        public var scales: [String: Scale]
    }
}
