package import Signals

/// The layout of one kind of frame.
package struct FrameFormat: Hashable, Sendable, Identifiable {
    /// The sample rate.
    package enum Rate: Hashable, Sendable {
        /// Samples per second, as a fraction.
        case hertz(numerator: Int, denominator: Int)
        /// The value of the setting of this name, in samples per second.
        case setting(String)
    }

    /// What is done with bytes beyond the last field.
    package enum Surplus: String, Hashable, Sendable, CaseIterable {
        /// They are ignored and counted.
        case remark
        /// They belong to the format and are ignored.
        case ignore
        /// They make the frame invalid.
        case refuse
    }

    /// The frame's name within the profile.
    package var id: String
    /// The least number of bytes.
    package var minimum = 0
    /// The greatest number of bytes.
    package var maximum = FrameFormat.attributeBytes
    /// Bytes that all such frames share, by which one is told from another.
    package var starts: BytePattern?
    /// How often samples come; nil when it is not known or they come when they come.
    package var rate: Rate?
    /// What is done with bytes beyond the last field.
    package var surplus = Surplus.remark
    /// The fields in order; empty when a codec decodes.
    package var fields: [FieldFormat] = []
    /// The name of the ``FrameCodec`` that decodes; nil for fields.
    package var codec: String?
    /// What the frame can give: of the fields, or as declared for a codec; nothing for one of the ``parts`` of another.
    package var outputs: [Output] = []
    /// What the fields fill: ``outputs``, also for a part.
    var columns: [Output] = []
    /// The checksum by which damaged frames are known; nil for none.
    package var check: FrameCheck?
    /// How frames are cut out of values of which each may be a piece of one, or hold several; nil where each is one.
    package var spans: StreamFraming?
    /// The frames that make this one together, one axis each, where their sequence numbers agree; empty for all others.
    package var parts: [String] = []
    /// What the sequence number rolls over at; nil when there is none.
    package var sequenceModulo: UInt64?
    /// How the counter counts; nil when there is none.
    package var counter: Counter?
    /// What the device's time means; nil when there is none.
    package var deviceTime: DeviceTime?

    /// The longest value of an attribute (Core Specification 5.4, vol 3 part F, 3.2.9).
    package static let attributeBytes = 512
    /// The longest frame over USB, in bytes.
    package static let streamBytes = 16_384
    /// The most values in a frame.
    package static let maximumValues = 4096

    /// Whether it holds figures that correct the values of other frames.
    package var keepsValues: Bool { fields.flatMap(\.withMembers).contains { $0.keptAs != nil } }

    /// A channel that a frame gives.
    package struct Output: Hashable, Sendable {
        /// What is measured.
        package var channel: Channel
        /// In which unit.
        package var unit: SignalUnit
        /// Names of the values of a sample; one empty name for a single value.
        package var axes: [String]
    }

    /// A tick counter of the device.
    package struct Counter: Hashable, Sendable {
        /// Ticks that take ``seconds``.
        package var ticks: Int
        /// The seconds that ``ticks`` take.
        package var seconds: Int
        /// Bits after which it wraps, 1 ... 64.
        package var bits: Int
        /// Which sample it belongs to.
        package var stamps: Stamp
        /// A value that means that there is none, often 0; nil when all mean something.
        package var invalid: UInt64?
    }

    /// A time stamp of the device's clock.
    package struct DeviceTime: Hashable, Sendable {
        /// Nanoseconds per unit of the stamp.
        package var unitNanoseconds: Int64
        /// Where the clock's zero lies; nil for a clock that begins when the device does.
        package var epoch: Instant?
        /// Whether the clock shows local time.
        package var isLocal: Bool
        /// Which sample it belongs to.
        package var stamps: Stamp
    }

    /// Which sample of a frame a time belongs to.
    package enum Stamp: String, Hashable, Sendable, CaseIterable { case first, last, each }
}
