import Documents
import NightjarClient
import Runtime

/// One message of the live stream, with the fields that the terminal shows.
struct LiveMessage {
    /// The fields of every kind of message; each message has some of them.
    struct Fields: Decodable {
        struct Number: Decodable {
            var value: Double?
            var reason: String?
        }
        struct Link: Decodable {
            var state: String
            var reason: String?
        }
        var device: String?
        var id: String?
        var name: String?
        var synthetic: Bool?
        var link: Link?
        var bpm: Double?
        var reason: String?
        var rmssd: Double?
        var sdnn: Double?
        var load: Double?
        var state: String?
        var held: Bool?
        var confidence: Double?
        var stale: Bool?
        var reasons: [String]?
        var enmo: Double?
        var refusedStreams: [String]?
        var streams: [String]?

        enum CodingKeys: String, CodingKey {
            case device, id, name, synthetic, link, bpm, reason, load, state, confidence, stale, reasons, streams
            case held = "state_held"
            case refusedStreams = "refused_streams"
            case enmo = "enmo_mg"
        }
    }

    /// A heart message's RMSSD and SDNN in milliseconds; a load message has objects under these names.
    struct Variability: Decodable {
        var rmssd: Double?
        var sdnn: Double?
        enum CodingKeys: String, CodingKey {
            case rmssd = "rmssd_ms"
            case sdnn = "sdnn_ms"
        }
    }

    /// The first message of a stream: the present state.
    struct Snapshot: Decodable {
        var devices: [Fields]
    }

    /// `hr`, `load`, `motion`, `device`, `snapshot` and so on.
    let kind: String
    /// The message as JSON.
    let data: String
    /// The fields; for a snapshot those of its devices.
    let fields: [Fields]
    /// RMSSD and SDNN of a heart message; nil in others.
    let variability: Variability?

    /// Whether the message is a reading, not a change of state.
    var isReading: Bool { kind == "hr" || kind == "load" || kind == "motion" }
    /// The device it is about; nil for messages about all.
    var device: String? { kind == "snapshot" ? nil : fields.first.flatMap { $0.device ?? $0.id } }

    /// Reads an event; nil when its data is not what this version knows.
    init?(_ event: ServerEvent) {
        kind = event.name
        data = event.data
        guard let value = try? JSONValue(parsing: Array(event.data.utf8)) else { return nil }
        if event.name == "snapshot" {
            guard let snapshot = try? value.decoded(as: Snapshot.self) else { return nil }
            fields = snapshot.devices
        } else {
            guard let message = try? value.decoded(as: Fields.self) else { return nil }
            fields = [message]
        }
        variability = event.name == "hr" ? try? value.decoded(as: Variability.self) : nil
    }
}
