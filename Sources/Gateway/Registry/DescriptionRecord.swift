import Devices
import Documents
import Recordings
import Runtime
import Signals
import Store

/// A found device as the store keeps it, so that it can be waited for after a restart: JSON, of which what is missing
/// or strange is left out.
enum DescriptionRecord {
    static func encode(_ found: FoundDevice) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.field("name", found.name)
            json.array("profiles", found.profiles)
            guard let device = found.description else { return }
            json.object("device") { json in
                json.field("id", device.id.rawValue)
                json.field("name", device.name)
                json.field("kind", device.kind.rawValue)
                json.field("preview", device.isPreview)
                json.field("maker", device.identity.maker)
                json.field("model", device.identity.model)
                json.field("serial", device.identity.serial)
                json.field("firmware", device.identity.firmware)
                json.array("commands", device.commands.map(\.rawValue).sorted())
                json.array("channels") { json in
                    for channel in device.channels { json.object { write(channel, &$0) } }
                }
            }
        }
        return json.bytes
    }

    /// The device as it was last found; without a description where none was kept.
    static func decode(_ known: KnownDevice) -> FoundDevice {
        let record = (try? JSONValue(parsing: known.description))?.object ?? [:]
        var profiles = strings(record["profiles"])
        if let profile = known.profile { profiles = [profile] + profiles.filter { $0 != profile } }
        return FoundDevice(
            id: known.id, bus: FoundDevice.Bus(rawValue: known.bus) ?? .bluetooth, name: record["name"]?.string,
            profiles: profiles, description: record["device"]?.object.map { description($0, known.device) },
            seen: known.adopted)
    }

    private static func description(_ record: [String: JSONValue], _ id: DeviceID) -> DeviceDescription {
        func text(_ key: String) -> String { record[key]?.string ?? "" }
        var channels: [RecordedChannel] = []
        if case .array(let values)? = record["channels"] { channels = values.compactMap(channel) }
        return DeviceDescription(
            identity: DeviceIdentity(
                maker: text("maker"), model: text("model"), serial: text("serial"), firmware: text("firmware")),
            id: id, name: text("name"), kind: DeviceDescription.Kind(rawValue: text("kind")) ?? .sensor, origin: .worn,
            channels: channels, commands: Set(strings(record["commands"]).compactMap(DeviceCommand.Name.init)),
            isPreview: record["preview"]?.bool ?? false)
    }

    private static func write(_ channel: RecordedChannel, _ json: inout JSONText) {
        json.field("channel", channel.channel.rawValue)
        json.array("axes", channel.axes)
        json.field("unit", channel.unit.rawValue)
        json.field("rate", channel.nominalRate)
    }

    private static func channel(_ value: JSONValue) -> RecordedChannel? {
        guard let members = value.object, let name = members["channel"]?.string, let unit = members["unit"]?.string
        else { return nil }
        return RecordedChannel(
            Channel(rawValue: name), axes: strings(members["axes"]), unit: SignalUnit(rawValue: unit),
            nominalRate: members["rate"]?.number)
    }

    private static func strings(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap(\.string)
    }
}

extension DeviceDescription {
    /// The same device under another name in the store.
    func named(_ id: DeviceID) -> DeviceDescription {
        DeviceDescription(
            identity: identity, id: id, name: name, kind: kind, origin: origin, channels: channels, commands: commands,
            isPreview: isPreview)
    }
}
