import Documents
import Glibc
import NightjarClient
import Runtime

/// Devices as they come, change and go: redrawn in place on a terminal; elsewhere a line for each change of state.
final class DeviceScreen {
    /// What opens a stream, as far as it is about devices.
    private struct Snapshot: Decodable {
        var home: DeviceListing
    }
    private struct Gone: Decodable {
        var id: String
    }

    private let isJSON: Bool
    private let all: Bool
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var listing = DeviceListing(devices: [], buses: [])
    private var told: [String: String] = [:]
    private var drawnLines = 0

    init(isJSON: Bool, all: Bool) {
        self.isJSON = isJSON
        self.all = all
    }

    /// Shows what an event changes and tells whether anything was.
    func show(_ event: ServerEvent) -> Bool {
        guard let value = try? JSONValue(parsing: Array(event.data.utf8)) else { return false }
        switch event.name {
        case "snapshot":
            guard let snapshot = try? value.decoded(as: Snapshot.self) else { return false }
            listing = snapshot.home
            if isTerminal && !isJSON { return draw() }
            if isJSON { return tellAll(value) }
            if listing.devices.isEmpty { for line in listing.lines(all: all) { Output.note(line) } }
            return listing.devices.reduce(false) { tell($1, nil) || $0 }
        case "entry":
            guard let device = try? value.decoded(as: DeviceListing.Device.self) else { return false }
            if let index = listing.devices.firstIndex(where: { $0.id == device.id }) {
                listing.devices[index] = device
            } else {
                listing.devices.append(device)
            }
            return isTerminal && !isJSON ? draw() : tell(device, event.data)
        case "forgotten":
            guard let id = try? value.decoded(as: Gone.self).id else { return false }
            listing.devices.removeAll { $0.id == id }
            told[id] = nil
            return isTerminal && !isJSON && draw()
        case "obstacle":
            guard let bus = try? value.decoded(as: DeviceListing.Bus.self) else { return false }
            listing.buses.removeAll { $0.bus == bus.bus }
            listing.buses.append(bus)
            if isTerminal && !isJSON { return draw() }
            if let obstacle = bus.obstacle {
                Output.note("\(DeviceListing.word(bus.bus)) is not available: \(obstacle)")
            }
            return false
        default: return false
        }
    }

    /// Each device of a snapshot as an object of its own.
    private func tellAll(_ snapshot: JSONValue) -> Bool {
        guard case .array(let devices) = snapshot.object?["home"]?.object?["devices"] else { return false }
        for device in devices { try? Output.write(device.text + [10]) }
        return !devices.isEmpty
    }

    private func tell(_ device: DeviceListing.Device, _ data: String?) -> Bool {
        if isJSON {
            guard let data else { return false }
            try? Output.line(data)
            return true
        }
        guard device.isKnown || !device.profiles.isEmpty || all else { return false }
        let lines = device.isKnown ? device.lines : device.foundLines
        let state = "\(device.consent) \(device.near) \(device.state) \(device.reason ?? "")"
        guard told.updateValue(state, forKey: device.id) != state else { return false }
        try? Output.line(lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "  "))
        return true
    }

    private func draw() -> Bool {
        let lines = listing.lines(all: all).map { ScreenLine(text: $0) }
        try? Output.draw(lines, over: drawnLines)
        drawnLines = lines.count
        return true
    }
}
