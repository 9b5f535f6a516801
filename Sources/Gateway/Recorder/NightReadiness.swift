package import Signals
package import Store

/// Whether a night can be recorded from now on, told before it begins.
package struct NightReadiness: Hashable, Sendable {
    /// A device that would record.
    package struct Device: Hashable, Sendable {
        /// The device.
        package var device: DeviceID
        /// The name shown to people.
        package var name: String
        /// Whether its data are arriving.
        package var isStreaming: Bool
        /// Battery charge, 0 ... 100 %; nil when unknown.
        package var batteryPercent: Int?
        /// How much of it the night will use, in %; nil when nothing is known of its use.
        package var batteryNeed: Double?
        /// Bytes that an hour of it takes on disk, estimated.
        package var bytesPerHour: Double
    }

    /// Something to attend to before the night.
    package struct Warning: Hashable, Sendable {
        /// The kind of alert that it would become.
        package var kind: Alert.Kind
        /// The device concerned; nil for all.
        package var device: DeviceID?
        /// What will go wrong, in a sentence.
        package var message: String
        /// What to do about it, in a sentence.
        package var nextStep: String?
    }

    /// The devices that would record.
    package var devices: [Device]
    /// The length of the night that is assumed, in hours.
    package var hours: Double
    /// Bytes that the night is estimated to take.
    package var bytes: Double
    /// Bytes that are free; nil when that cannot be told.
    package var freeBytes: Int64?
    /// What to attend to; empty when all is well.
    package var warnings: [Warning]
}
