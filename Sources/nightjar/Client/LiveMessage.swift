import Documents
import NightjarClient

/// One message of the live stream, as far as the terminal shows it.
struct LiveMessage {
    /// The name of the event.
    let name: String
    /// The JSON text.
    let data: String
    /// What it says.
    let event: LiveEvent

    /// Whether the message is a reading of a body.
    var isReading: Bool {
        switch event {
        case .heart, .load, .motion: true
        default: false
        }
    }

    /// The device it is about; nil for messages about all, and for those that are not shown.
    var device: String? {
        switch event {
        case .heart(let reading): reading.device
        case .load(let reading): reading.device
        case .motion(let reading): reading.device
        case .device(let status): status.id
        case .withdrawn(let device, _): device
        default: nil
        }
    }

    /// Reads an event; nil when its data is not what this version knows.
    init?(_ event: ServerEvent) {
        guard let known = try? LiveEvent(event) else { return nil }
        (name, data, self.event) = (event.name, event.data, known)
    }
}
