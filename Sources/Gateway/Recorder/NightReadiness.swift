public import Signals
public import Store

/// Whether a night can be recorded from now on, told before it begins.
public struct NightReadiness: Hashable, Sendable {
    /// A device that would record.
    public struct Device: Hashable, Sendable {
        /// The device.
        public var device: DeviceID
        /// The name shown to people.
        public var name: String
        /// Whether its data are arriving.
        public var isStreaming: Bool
        /// Battery charge, 0 ... 100 %; nil when unknown.
        public var batteryPercent: Int?
        /// How much of it the night will use, in %; nil when nothing is known of its use.
        public var batteryNeed: Double?
        /// Bytes that an hour of it takes on disk, estimated.
        public var bytesPerHour: Double
    }

    /// Something to attend to before the night.
    public struct Warning: Hashable, Sendable {
        /// The kind of alert that it would become.
        public var kind: Alert.Kind
        /// The device concerned; nil for all.
        public var device: DeviceID?
        /// What will go wrong, in a sentence.
        public var message: String
        /// What to do about it, in a sentence.
        public var nextStep: String?
    }

    /// The devices that would record.
    public var devices: [Device]
    /// The length of the night that is assumed, in hours.
    public var hours: Double
    /// Bytes that the night is estimated to take.
    public var bytes: Double
    /// Bytes that are free; nil when that cannot be told.
    public var freeBytes: Int64?
    /// What to attend to; empty when all is well.
    public var warnings: [Warning]
}
