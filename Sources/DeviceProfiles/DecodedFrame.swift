public import Signals

/// What one frame of a device said, in order of its fields.
public struct DecodedFrame: Hashable, Sendable {
    /// Values of one channel, the axes of one sample beside each other.
    public struct Column: Hashable, Sendable {
        /// What is measured.
        public var channel: Channel
        /// The unit of ``values``.
        public var unit: SignalUnit
        /// Values per sample.
        public var axes: Int
        /// `count * axes` values; not a number where the device says that there is none.
        public var values: [Float]

        /// A column from its parts.
        public init(_ channel: Channel, _ unit: SignalUnit, axes: Int = 1, values: [Float]) {
            self.channel = channel
            self.unit = unit
            self.axes = axes
            self.values = values
        }

        /// Number of samples.
        public var count: Int { values.count / axes }
    }

    /// The channels.
    public var columns: [Column] = []
    /// The device's packet counter, as sent; see the profile's sequence role for where it rolls over.
    public var sequence: UInt64?
    /// The device's tick counter, as sent.
    public var counter: UInt64?
    /// The device's clock in nanoseconds of its own epoch.
    public var deviceTime: Int64?
    /// What was odd and did not prevent decoding: values out of range, bytes left over.
    public var remarks: [String] = []

    /// A frame that said nothing.
    public init() {}

    /// Forgets everything but keeps the storage of the columns' array.
    public mutating func clear() {
        columns.removeAll(keepingCapacity: true)
        sequence = nil
        counter = nil
        deviceTime = nil
        remarks.removeAll(keepingCapacity: true)
    }
}

/// A decoder for frames that fields cannot describe; a profile names it, and never ships code.
///
/// A codec may keep state from frame to frame: a line that is not complete, a counter, the scale that a device told.
public protocol FrameCodec: Sendable {
    /// The name in a profile's `codec`, such as `polar-pmd`.
    static var name: String { get }
    /// A codec that has seen nothing.
    init()
    /// Decodes one value; appends to `frame` nothing, one or several columns.
    /// - Throws: `DecodeError` for bytes that make no frame; the codec goes on with the next ones.
    mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError)
    /// Forgets what came before: the link is new.
    mutating func reset()
}
