/// Whether a night can be recorded now.
public struct NightReadiness: Sendable, Hashable, Codable {
    /// A device before a night.
    public struct ReadyDevice: Sendable, Hashable, Codable {
        /// The device.
        public var device: String
        /// What it is called.
        public var name: String
        /// Whether it sends.
        public var isStreaming: Bool
        /// Its battery in percent.
        public var battery: Int?
        /// What the night will take of it.
        public var batteryNeed: Double?

        enum CodingKeys: String, CodingKey {
            case device, name
            case isStreaming = "streaming"
            case battery = "battery_percent"
            case batteryNeed = "battery_need_percent"
        }
    }

    /// What stands against recording.
    public struct Warning: Sendable, Hashable, Codable {
        /// What it is in one word.
        public var kind: String
        /// The device.
        public var device: String?
        /// What it is.
        public var message: String
        /// What to do about it.
        public var nextStep: String?

        enum CodingKeys: String, CodingKey {
            case kind, device, message
            case nextStep = "next_step"
        }
    }

    /// How long the night is taken to be.
    public var hours: Double
    /// What it will need on the disk.
    public var bytes: Double?
    /// What is free there.
    public var freeBytes: Double?
    /// The devices.
    public var devices: [ReadyDevice]
    /// What stands against it.
    public var warnings: [Warning]

    enum CodingKeys: String, CodingKey {
        case hours, bytes, devices, warnings
        case freeBytes = "free_bytes"
    }
}
