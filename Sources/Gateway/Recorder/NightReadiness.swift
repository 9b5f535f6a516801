public import Signals
public import Store

/// Whether a night can be recorded from now on, told before it begins.
public struct NightReadiness: Hashable, Sendable {
    /// One device that would take part.
    public struct Device: Hashable, Sendable {
        /// Which.
        public var device: DeviceID
        /// Its name.
        public var name: String
        /// Whether its data are coming.
        public var isStreaming: Bool
        /// Battery charge, 0 ... 100 %; nil when unknown.
        public var batteryPercent: Int?
        /// How much of it the night will use, in %; nil when nothing is known of its use.
        public var batteryNeed: Double?
        /// Bytes that an hour of it takes on disk, estimated.
        public var bytesPerHour: Double
    }

    /// Something to see to before the night.
    public struct Warning: Hashable, Sendable {
        /// What it is about.
        public var kind: Alert.Kind
        /// The device concerned; nil for all.
        public var device: DeviceID?
        /// What will go wrong, for a person to read.
        public var message: String
        /// What to do, for a person to read.
        public var nextStep: String?
    }

    /// The devices that would take part.
    public var devices: [Device]
    /// How long the night is taken to be, in hours.
    public var hours: Double
    /// Bytes that the night will take, estimated.
    public var bytes: Double
    /// Bytes that are free; nil when that cannot be told.
    public var freeBytes: Int64?
    /// What to see to; empty when all is well.
    public var warnings: [Warning]
}
