import Documents
import NightjarClient
import Signals

/// What the devices of a gateway did while they were watched: takes live events with their arrivals, and keeps what the
/// report is made of.
struct SoakRecord: Sendable {
    /// Devices that are watched, by the number under which their samples are kept; all in use where nil.
    let wanted: Set<String>?
    let begun: Instant
    private(set) var devices: [String: SoakDevice] = [:]
    /// Times that the line to the gateway was lost.
    private(set) var lostLines = 0
    private(set) var newest: Instant

    init(wanted: Set<String>?, at now: Instant) {
        self.wanted = wanted
        (begun, newest) = (now, now)
    }

    /// Takes an event.
    mutating func take(_ event: LiveEvent, at arrival: Instant) {
        newest = max(newest, arrival)
        switch event {
        case .snapshot(let snapshot):
            for device in devices.keys { devices[device]?.hasLine(at: arrival) }
            for status in snapshot.devices { take(.device(status), at: arrival) }
            for entry in snapshot.home.list.devices { take(.entry(entry), at: arrival) }
        case .heart(let heart): with(heart.device, arrival) { $0.take(heart, at: arrival) }
        case .motion(let epoch): with(epoch.device, arrival) { $0.take(epoch, at: arrival) }
        case .loss(let loss): if let device = loss.device { with(device, arrival) { $0.take(loss) } }
        case .device(let status):
            with(status.id, arrival, name: status.name) { $0.take(battery: status.battery, at: arrival) }
        case .entry(let entry):
            if let device = entry.device, devices[device] != nil {
                with(device, arrival) {
                    $0.take(entry)
                    $0.take(battery: entry.battery, at: arrival)
                }
            }
        default: break
        }
    }

    /// The line to the gateway was lost.
    mutating func loseLine() {
        lostLines += 1
        for device in devices.keys { devices[device]?.losesLine() }
    }

    private mutating func with(
        _ id: String, _ arrival: Instant, name: String? = nil, _ body: (inout SoakDevice) -> Void
    ) {
        guard wanted?.contains(id) ?? true else { return }
        guard devices[id] != nil || devices.count < 64 else { return }
        body(&devices[id, default: SoakDevice(id: id, name: name ?? id, since: begun, at: arrival)])
        if let name { devices[id]?.name = name }
    }

    /// The pairs of devices that can be held against each other.
    var alignments: [(first: SoakDevice, second: SoakDevice, alignment: SoakAlignment)] {
        let sorted = devices.values.sorted { $0.id < $1.id }
        return sorted.indices.flatMap { index in
            sorted[(index + 1)...].compactMap { other in
                SoakAlignment.of(sorted[index], other).map { (sorted[index], other, $0) }
            }
        }
    }
}
