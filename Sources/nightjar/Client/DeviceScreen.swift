import Documents
import Glibc
import NightjarClient
import Runtime

/// Devices as they come, change and go: redrawn in place on a terminal; elsewhere a line for each change of state.
final class DeviceScreen {
    private let isJSON: Bool
    private let all: Bool
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var listing = DeviceListDocument()
    private var told: [String: String] = [:]
    private var drawnLines = 0

    init(isJSON: Bool, all: Bool) {
        self.isJSON = isJSON
        self.all = all
    }

    /// Shows what an event changes and tells whether anything was.
    func show(_ event: ServerEvent) -> Bool {
        guard let change = try? LiveEvent(event) else { return false }
        switch change {
        case .snapshot(let snapshot):
            listing = snapshot.home.list
            if isTerminal && !isJSON { return draw() }
            if isJSON { return tellAll() }
            if listing.devices.isEmpty { for line in listing.lines(all: all) { Output.note(line) } }
            return listing.devices.reduce(false) { tell($1, nil) || $0 }
        case .entry(let device):
            if let index = listing.devices.firstIndex(where: { $0.id == device.id }) {
                listing.devices[index] = device
            } else {
                listing.devices.append(device)
            }
            return isTerminal && !isJSON ? draw() : tell(device, event.data)
        case .forgotten(let id):
            listing.devices.removeAll { $0.id == id }
            told[id] = nil
            return isTerminal && !isJSON && draw()
        case .bus(let bus):
            listing.buses.removeAll { $0.bus == bus.bus }
            listing.buses.append(bus)
            if isTerminal && !isJSON { return draw() }
            if let obstacle = bus.obstacle {
                Output.note("\(bus.bus?.name ?? "A way to devices") is not available: \(obstacle)")
            }
            return false
        default: return false
        }
    }

    /// Each device of a snapshot as an object of its own.
    private func tellAll() -> Bool {
        for device in listing.devices { try? Output.line(device.json.string) }
        return !listing.devices.isEmpty
    }

    private func tell(_ device: DeviceDocument, _ data: String?) -> Bool {
        if isJSON {
            guard let data else { return false }
            try? Output.line(data)
            return true
        }
        guard device.isKnown || !device.profiles.isEmpty || all else { return false }
        let lines = device.isKnown ? device.lines : device.foundLines
        let state = "\(device.consent.rawValue) \(device.isNear) \(device.state) \(device.reason ?? "")"
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
