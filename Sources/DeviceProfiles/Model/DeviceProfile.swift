/// How to recognise a wearable, talk to it and understand it: one file of `device-profiles`.
///
/// A profile holds facts and no code. It is read once, checked as a whole (``ProfileParser``), joined with the profiles
/// it extends, and proves itself on its own vectors before anything uses it.
public struct DeviceProfile: Hashable, Sendable, Identifiable {
    /// The version of the format that this program understands.
    public static let formatVersion = 1
    /// The largest file that is read, in bytes.
    public static let maximumBytes = 65_536

    /// The name that choices, sessions and other profiles use: small letters, digits, dots and hyphens.
    public var id: String
    /// Counts up with every change; of two files with the same ``id`` the user's wins unless its revision is lower.
    public var revision: Int
    /// The name shown to people.
    public var name: String
    /// Who makes it; nil for a standard that many follow.
    public var maker: String?
    /// What a person should know before using it, in a sentence or two.
    public var about: String
    /// Where the facts in it come from: documents, captures, code.
    public var sources: [String]
    /// What the profile was verified with.
    public var verification: Verification
    /// The profiles whose frames, subscriptions and settings are part of this one.
    public var bases: [String] = []
    /// Which profile is first when several fit; the higher.
    public var priority = 0
    /// Any of these rules makes the profile fit; none for a profile that only serves as a base.
    public var match: [MatchRule] = []
    /// What must hold once the device can be asked; all of them.
    public var confirm: [Confirmation] = []
    /// How it is used over Bluetooth Low Energy; nil when it is not.
    public var bluetooth: BluetoothAccess?
    /// How the device is used over USB; nil when it is not.
    public var usb: USBAccess?
    /// Settings that a user may choose.
    public var settings: [ProfileSetting] = []
    /// How its bytes are decoded.
    public var frames: [FrameFormat] = []
    /// How its clock is used.
    public var time = TimeModel()
    /// How stored data are acknowledged; nil for a device that stores none or whose data are never acknowledged.
    public var acknowledgement: Acknowledgement?
    /// What the device gives, where that is less than what its frames can hold; nil for all of them.
    public var declaredStreams: [String]?
    /// Capabilities, for the device's page.
    public var capabilities: [Capability] = []
    /// Bytes with the values that they must decode to.
    public var vectors: [ProfileVector] = []

    /// The frame of the given name.
    public func frame(_ id: String) -> FrameFormat? { frames.first { $0.id == id } }
    /// The setting of the given name.
    public func setting(_ id: String) -> ProfileSetting? { settings.first { $0.id == id } }

    init(
        id: String, revision: Int, name: String, maker: String?, about: String, sources: [String],
        verification: Verification
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.maker = maker
        self.about = about
        self.sources = sources
        self.verification = verification
    }
}

extension DeviceProfile {
    /// How a profile was verified.
    public struct Verification: Hashable, Sendable {
        /// Kinds of evidence, the strongest first.
        public enum Ground: String, Hashable, Sendable, CaseIterable {
            /// Bytes captured from real devices.
            case realBytes = "real-bytes"
            /// Virtual hardware built from the device's firmware or specification.
            case virtualHardware = "virtual-hardware"
            /// Documentation alone.
            case documentation
        }

        /// The strongest evidence.
        public var ground: Ground
        /// What was compared with what, for people who decide whether to trust it.
        public var note: String
    }

    /// What a device can do. An open set: a profile may name a new one.
    public struct Capability: RawRepresentable, Hashable, Sendable {
        /// The word in the profile, in snake case.
        public var rawValue: String

        /// A capability of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Heart rate while it is worn.
        public static let liveHeartRate = Capability(rawValue: "live_hr")
        /// Intervals between beats.
        public static let intervals = Capability(rawValue: "rr")
        /// Acceleration sample by sample.
        public static let rawAcceleration = Capability(rawValue: "raw_acc")
        /// Stored data that can be fetched later.
        public static let offlineHistory = Capability(rawValue: "offline_history")
        /// Battery charge.
        public static let battery = Capability(rawValue: "battery")
    }

    /// How stored data are acknowledged, so that the device may delete them.
    public struct Acknowledgement: Hashable, Sendable {
        /// The write that acknowledges. It is sent only after the data are durable in the store.
        public var write: ProfileWrite
    }
}
