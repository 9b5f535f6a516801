/// Something that should have been recorded and was not, or could not be read: kept with the night, shown with it
/// and written into each export.
public struct Loss: Hashable, Sendable {
    /// Why data are missing or in doubt.
    public struct Cause: RawRepresentable, Hashable, Sendable {
        /// The name used in the store, in snake case.
        public var rawValue: String

        /// A cause of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No samples between two that belong to one stream.
        public static let gap = Cause(rawValue: "gap")
        /// A ring or queue was full.
        public static let overflow = Cause(rawValue: "overflow")
        /// Samples that had been received before.
        public static let duplicate = Cause(rawValue: "duplicate")
        /// Samples that came after their epoch was closed.
        public static let late = Cause(rawValue: "late")
        /// A device's or the host's clock jumped.
        public static let clockStep = Cause(rawValue: "clock_step")
        /// Bytes that are not a valid frame or block.
        public static let damaged = Cause(rawValue: "damaged")
        /// A block with a wrong checksum.
        public static let checksum = Cause(rawValue: "checksum")
        /// A file that ends inside a block.
        public static let truncated = Cause(rawValue: "truncated")
        /// The link to the device was down.
        public static let disconnected = Cause(rawValue: "disconnected")
        /// The gateway did not run.
        public static let gatewayDown = Cause(rawValue: "gateway_down")
        /// The wearer refuses the recording of the channel.
        public static let refused = Cause(rawValue: "refused")
        /// Samples that stand for others that the recorder left out on purpose, because it lay still.
        public static let filled = Cause(rawValue: "filled")
        /// The recorder was stopped and started again.
        public static let interrupted = Cause(rawValue: "interrupted")
        /// The recorder itself reports an overrun.
        public static let deviceOverrun = Cause(rawValue: "device_overrun")
    }

    /// The unit of ``count``.
    public enum Unit: String, Hashable, Sendable {
        case samples, blocks, seconds
    }

    /// The cause.
    public var cause: Cause
    /// The amount, in ``unit``.
    public var count: Double
    /// The unit of ``count``.
    public var unit: Unit
    /// When it began; nil when that is unknown.
    public var first: Instant?
    /// When it ended; nil for a point or when unknown.
    public var end: Instant?
    /// The channel concerned; nil for all of a device's.
    public var channel: Channel?
    /// What happened, for a person to read; byte offsets where a file is concerned.
    public var detail: String

    /// Memberwise; what is not given has its default.
    public init(
        _ cause: Cause, count: Double, unit: Unit, first: Instant? = nil, end: Instant? = nil,
        channel: Channel? = nil, detail: String = ""
    ) {
        self.cause = cause
        self.count = count
        self.unit = unit
        self.first = first
        self.end = end
        self.channel = channel
        self.detail = detail
    }
}
