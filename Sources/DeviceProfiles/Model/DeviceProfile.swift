import Signals

/// How to recognise a wearable, talk to it and understand it: one file of `device-profiles`.
///
/// A profile holds facts and no code. It is read once, checked as a whole (``ProfileParser``), joined with the profiles
/// it extends, and proves itself on its own vectors before anything uses it.
package struct DeviceProfile: Hashable, Sendable, Identifiable {
    /// The version of the format that this program understands.
    package static let formatVersion = 1
    /// The largest file that is read, in bytes.
    package static let maximumBytes = 65_536

    /// The name that choices, sessions and other profiles use: small letters, digits, dots and hyphens.
    package var id: String
    /// Counts up with every change; of two files with the same ``id`` the user's wins unless its revision is lower.
    package var revision: Int
    /// The name shown to people.
    package var name: String
    /// Who makes it; nil for a standard that many follow.
    package var maker: String?
    /// What a person should know before using it, in a sentence or two.
    package var about: String
    /// Where the facts in it come from: documents, captures, code.
    package var sources: [String]
    /// What the profile was verified with.
    package var verification: Verification
    /// The profiles whose frames, subscriptions and settings are part of this one.
    package var bases: [String] = []
    /// Which profile is first when several fit; the higher.
    package var priority = 0
    /// Any of these rules makes the profile fit; none for a profile that only serves as a base.
    package var match: [MatchRule] = []
    /// What must hold once the device can be asked; all of them.
    package var confirm: [Confirmation] = []
    /// How it is used over Bluetooth Low Energy; nil when it is not.
    package var bluetooth: BluetoothAccess?
    /// How the device is used over USB; nil when it is not.
    package var usb: USBAccess?
    /// Settings that a user may choose.
    package var settings: [ProfileSetting] = []
    /// How its bytes are decoded.
    package var frames: [FrameFormat] = []
    /// How its clock is used.
    package var time = TimeModel()
    /// How stored data are acknowledged; nil for a device that stores none or whose data are never acknowledged.
    package var acknowledgement: Acknowledgement?
    /// What the device gives, where that is less than what its frames can hold; nil for all of them.
    package var declaredStreams: [String]?
    /// Capabilities, for the device's page.
    package var capabilities: [Capability] = []
    /// Bytes with the values that they must decode to.
    package var vectors: [ProfileVector] = []

    /// The frame of the given name.
    package func frame(_ id: String) -> FrameFormat? { frames.first { $0.id == id } }
    /// The setting of the given name.
    package func setting(_ id: String) -> ProfileSetting? { settings.first { $0.id == id } }

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
    package struct Verification: Hashable, Sendable {
        /// Kinds of evidence, the strongest first.
        package enum Ground: String, Hashable, Sendable, CaseIterable {
            /// Bytes captured from real devices.
            case realBytes = "real-bytes"
            /// Virtual hardware built from the device's firmware or specification.
            case virtualHardware = "virtual-hardware"
            /// Documentation alone.
            case documentation
        }

        /// The strongest evidence.
        package var ground: Ground
        /// What was compared with what, for people who decide whether to trust it.
        package var note: String
    }

    /// What a device can do. An open set: a profile may name a new one.
    package struct Capability: RawRepresentable, Hashable, Sendable {
        /// The word in the profile, in snake case.
        package var rawValue: String

        /// A capability of the given name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Heart rate while it is worn.
        package static let liveHeartRate = Capability(rawValue: "live_hr")
        /// Intervals between beats.
        package static let intervals = Capability(rawValue: "rr")
        /// Acceleration sample by sample.
        package static let rawAcceleration = Capability(rawValue: "raw_acc")
        /// Stored data that can be fetched later.
        package static let offlineHistory = Capability(rawValue: "offline_history")
        /// Battery charge.
        package static let battery = Capability(rawValue: "battery")
    }

    /// How stored data are acknowledged, so that the device may delete them.
    package struct Acknowledgement: Hashable, Sendable {
        /// The write that acknowledges. It is sent only after the data are durable in the store.
        package var write: ProfileWrite
    }
}

extension DeviceProfile {
    /// Whether it describes a device that can be found, and not only a part of others.
    package var isDevice: Bool { !match.isEmpty || usb != nil }

    /// The buses that it is reached over.
    package var buses: [String] {
        (bluetooth == nil ? [] : ["bluetooth"]) + (usb == nil ? [] : ["usb"])
    }

    /// The channels that it gives, the same channel once.
    package var streams: [String] {
        if let declaredStreams { return declaredStreams }
        var names: [String] = []
        for output in frames.flatMap(\.outputs) where !names.contains(output.channel.rawValue) {
            names.append(output.channel.rawValue)
        }
        return names
    }
}

extension DeviceProfile {
    /// The streams that it offers, in words.
    package var streamWords: String {
        streams.map { name in
            switch name {
            case "rr_interval": "RR intervals"
            case "ecg": "ECG"
            case "eeg": "EEG"
            case "ppg": "PPG"
            default: name.split(separator: "_").joined(separator: " ")
            }
        }.joined(separator: ", ")
    }
}

extension DeviceProfile.Verification.Ground {
    /// The ground in words.
    package var words: String {
        switch self {
        case .realBytes: "bytes of real devices"
        case .virtualHardware: "virtual hardware"
        case .documentation: "documents only"
        }
    }
}

extension DecodedFrame {
    /// Whether a frame has no content at all, as for a part of a line.
    package var isSilent: Bool {
        columns.allSatisfy(\.values.isEmpty) && texts.isEmpty && sequence == nil && counter == nil && deviceTime == nil
    }
}
