package import DeviceProfiles
import Recordings
package import Signals

extension DeviceDescription {
    /// What a device is by its profile, before it could be asked.
    /// - Parameters:
    ///   - profile: what it says and how.
    ///   - settings: what was chosen of the profile's settings.
    ///   - id: its name here.
    ///   - serial: what tells it from others of its kind until it says its serial number.
    ///   - name: what it calls itself; nil for the profile's name.
    package init(profile: DeviceProfile, settings: SettingValues, id: DeviceID, serial: String, name: String?) {
        var channels: [RecordedChannel] = []
        for format in profile.frames {
            for output in format.outputs
            where !Self.states.contains(output.channel.rawValue)
                && profile.declaredStreams?.contains(output.channel.rawValue) != false
            {
                let rate: Double? =
                    switch format.rate {
                    case .hertz(let numerator, let denominator): Double(numerator) / Double(max(1, denominator))
                    case .setting(let name): settings[name].flatMap { Double($0) }
                    case nil: nil
                    }
                guard !channels.contains(where: { $0.channel == output.channel }) else { continue }
                channels.append(
                    RecordedChannel(output.channel, axes: output.axes, unit: output.unit, nominalRate: rate))
            }
        }
        self.init(
            identity: DeviceIdentity(maker: profile.maker ?? "", model: profile.name, serial: serial), id: id,
            name: name ?? profile.name, kind: Self.kind(of: profile, channels), origin: .worn, channels: channels)
        quietSeconds = profile.bluetooth?.advertPatience
    }

    /// Channels that are reported as state of the device, not as samples.
    private static let states: Set<String> = ["battery_level", "contact", "body_location"]

    private static func kind(of profile: DeviceProfile, _ channels: [RecordedChannel]) -> Kind {
        let words = "\(profile.id) \(profile.name)".lowercased()
        if words.contains("ring") && !words.contains("string") { return .ring }
        let has = Set(channels.map(\.channel.rawValue))
        if has.contains("oxygen_saturation"), !has.contains("acceleration") { return .oximeter }
        if words.contains("watch") || words.contains("band") || words.contains("pinetime")
            || words.contains("infinitime")
            || words.contains("bangle")
        {
            return .wristband
        }
        return has.contains("heart_rate") ? .heartRateStrap : .sensor
    }
}
