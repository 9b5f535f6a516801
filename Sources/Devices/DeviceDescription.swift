package import Recordings
package import Signals

/// What a device is, before and apart from anything it sends.
package struct DeviceDescription: Hashable, Sendable {
    /// Where the samples come from; shown wherever the device is shown and written into exports.
    package enum Origin: String, Hashable, Sendable, CaseIterable {
        /// A device that somebody wears.
        case worn
        /// A recording of a real body, played again.
        case replayed
        /// Generated samples; no body is behind them.
        case synthetic
    }

    /// The sort of device.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case heartRateStrap = "heart_rate_strap"
        case wristband
        case recorder
        case ring
        case oximeter
        case sensor
    }

    /// Maker, model, serial number and firmware; may become better known while ``id`` stays.
    package var identity: DeviceIdentity
    /// The name under which the gateway keeps its samples.
    package let id: DeviceID
    /// The name shown to people.
    package var name: String
    /// The sort of device.
    package var kind: Kind
    /// Whether a body is behind the samples.
    package var origin: Origin
    /// The streams that it can send, with nominal rates.
    package var channels: [RecordedChannel]
    /// The commands that it takes.
    package var commands: Set<DeviceCommand.Name>
    /// Whether its samples are only a look at the device, such as a recorder's readings while it is plugged in: to be shown,
    /// and to be kept as a night only when a person chose that.
    package var isPreview: Bool
    /// Seconds of silence that are normal for the device; nil for the usual 10.
    package var quietSeconds: Double?

    /// A description from its parts; the name here is by default that of the identity.
    package init(
        identity: DeviceIdentity, id: DeviceID? = nil, name: String, kind: Kind, origin: Origin,
        channels: [RecordedChannel], commands: Set<DeviceCommand.Name> = [], isPreview: Bool = false
    ) {
        self.identity = identity
        self.id = id ?? identity.deviceID
        self.name = name.harmless()
        self.kind = kind
        self.origin = origin
        self.channels = channels
        self.commands = commands
        self.isPreview = isPreview
    }

    /// Whether it can tell anything of a body; one that cannot, such as a thermometer for the bedroom, is never worn.
    package var tellsOfBody: Bool {
        channels.isEmpty || channels.contains { Self.ambient.contains($0.channel.rawValue) == false }
    }

    private static let ambient: Set<String> = [
        "temperature", "humidity", "pressure", "light", "battery", "battery_level", "movement_counter",
    ]

    /// Whether the samples are generated.
    package var isSynthetic: Bool { origin == .synthetic }
}
