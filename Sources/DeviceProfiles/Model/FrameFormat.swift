public import Signals

/// How one kind of frame is laid out.
public struct FrameFormat: Hashable, Sendable, Identifiable {
    /// How often samples come.
    public enum Rate: Hashable, Sendable {
        /// Samples per second, as a fraction.
        case hertz(numerator: Int, denominator: Int)
        /// As many as the setting of this name says.
        case setting(String)
    }

    /// What is done with bytes after the last field.
    public enum Surplus: String, Hashable, Sendable, CaseIterable {
        /// They are dropped and remarked.
        case remark
        /// They belong to the format and are dropped.
        case ignore
        /// They make the frame wrong.
        case refuse
    }

    /// The name within the profile.
    public var id: String
    /// The fewest bytes.
    public var minimum = 0
    /// The most bytes.
    public var maximum = FrameFormat.attributeBytes
    /// Bytes that all such frames share, by which one is told from another.
    public var starts: BytePattern?
    /// How often samples come; nil when it is not known or they come when they come.
    public var rate: Rate?
    /// Bytes after the last field.
    public var surplus = Surplus.remark
    /// The fields in order; empty when a codec decodes.
    public var fields: [FieldFormat] = []
    /// The name of the ``FrameCodec`` that decodes; nil for fields.
    public var codec: String?
    /// What the frame can give: of the fields, or as declared for a codec.
    public var outputs: [Output] = []
    /// What the sequence number rolls over at; nil when there is none.
    public var sequenceModulo: UInt64?
    /// How the counter counts; nil when there is none.
    public var counter: Counter?
    /// What the device's time means; nil when there is none.
    public var deviceTime: DeviceTime?

    /// The longest value of an attribute (Core Specification 5.4, vol 3 part F, 3.2.9).
    public static let attributeBytes = 512
    /// The longest frame on USB.
    public static let streamBytes = 16_384
    /// The most values in one frame.
    public static let maximumValues = 4096

    /// One channel that a frame can give.
    public struct Output: Hashable, Sendable {
        /// What is measured.
        public var channel: Channel
        /// In which unit.
        public var unit: SignalUnit
        /// Names of the values of a sample; one empty name for a single value.
        public var axes: [String]
    }

    /// A counter of ticks.
    public struct Counter: Hashable, Sendable {
        /// This many ticks make ``seconds``.
        public var ticks: Int
        /// The seconds that ``ticks`` take.
        public var seconds: Int
        /// Bits after which it rolls over, 1 ... 64.
        public var bits: Int
        /// Which sample it belongs to.
        public var stamps: Stamp
        /// A value that means that there is none, often 0; nil when all mean something.
        public var invalid: UInt64?
    }

    /// A clock's reading.
    public struct DeviceTime: Hashable, Sendable {
        /// Nanoseconds per unit.
        public var unitNanoseconds: Int64
        /// Where the clock's zero lies; nil for a clock that begins when the device does.
        public var epoch: Instant?
        /// Whether it shows local time.
        public var isLocal: Bool
        /// Which sample it belongs to.
        public var stamps: Stamp
    }

    /// Which sample of a frame a time belongs to.
    public enum Stamp: String, Hashable, Sendable, CaseIterable { case first, last, each }
}
