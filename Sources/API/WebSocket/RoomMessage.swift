import Documents
import Runtime
import Signals

/// What a client may say in a room, read from the JSON that it sent.
enum RoomMessage: Equatable {
    case message(content: String, metadata: JSONValue?)
    case typing(Bool)
    case heartbeat(clientTime: String?)
    /// Activity that is to be analysed.
    case analysis(points: [Point])

    /// One point of activity.
    struct Point: Equatable {
        var time: Instant
        var value: Double
    }

    /// Why a message is refused, by the codes of the WebSocket contract.
    struct Refusal: Error, Equatable {
        var code: String
        var text: String
    }

    /// Bytes of a message, and points of an analysis, at most.
    static let (largest, pointLimit) = (64 << 10, 10_080)

    /// Reads a message.
    /// - Parameters:
    ///   - bytes: the text.
    ///   - isAnalysis: whether any object with points is an analysis, as on the socket for analyses.
    init(_ bytes: [UInt8], isAnalysis: Bool = false) throws(Refusal) {
        guard bytes.count <= Self.largest else {
            throw Refusal(code: "MESSAGE_TOO_LARGE", text: "A message may have \(Self.largest) bytes; send less.")
        }
        guard let value = try? JSONValue(parsing: bytes) else {
            throw Refusal(code: "INVALID_JSON", text: "The message is no JSON.")
        }
        guard let members = value.object else {
            throw Refusal(code: "MESSAGE_PARSE_ERROR", text: "The message must be a JSON object.")
        }
        let type = members["type"]?.string
        if isAnalysis, type == nil || type == "health_insight" || type == "analysis_request" {
            let payload = members["content"]?.object ?? members
            self = .analysis(points: try Self.points(payload, code: "INVALID_HEALTH_DATA_PAYLOAD"))
            return
        }
        switch type {
        case "message":
            guard let content = members["content"]?.string, (1...2000).contains(content.unicodeScalars.count) else {
                throw Refusal(code: "MESSAGE_PARSE_ERROR", text: "“content” must have 1 to 2000 characters.")
            }
            self = .message(content: content, metadata: members["metadata"].flatMap { $0.object == nil ? nil : $0 })
        case "typing":
            guard let isTyping = members["is_typing"]?.bool else {
                throw Refusal(code: "MESSAGE_PARSE_ERROR", text: "“is_typing” must be true or false.")
            }
            self = .typing(isTyping)
        case "heartbeat", "heartbeat_ack": self = .heartbeat(clientTime: members["client_timestamp"]?.string)
        case "health_insight":
            guard let content = members["content"]?.object else {
                throw Refusal(
                    code: "INVALID_HEALTH_INSIGHT_CONTENT", text: "“content” must be an object with data_points.")
            }
            self = .analysis(points: try Self.points(content, code: "INVALID_HEALTH_INSIGHT_CONTENT"))
        case let name:
            throw Refusal(
                code: "UNKNOWN_MESSAGE_TYPE",
                text: "“\(name?.prefix(50) ?? "")” is no type; there are message, typing, heartbeat and health_insight."
            )
        }
    }

    private static func points(
        _ members: [String: JSONValue], code: String
    ) throws(Refusal) -> [Point] {
        guard case .array(let values) = members["data_points"], !values.isEmpty else {
            throw Refusal(code: code, text: "“data_points” must be a list of {timestamp, value}.")
        }
        guard values.count <= pointLimit else {
            throw Refusal(code: "TOO_MANY_DATA_POINTS", text: "An analysis takes \(pointLimit) points at most.")
        }
        var points: [Point] = []
        for (index, value) in values.enumerated() {
            guard let time = value.object?["timestamp"]?.string.flatMap({ Instant(rfc3339: $0) }),
                let number = value.object?["value"]?.number, number >= 0
            else {
                throw Refusal(code: code, text: "data_points[\(index)] needs a time and a value of at least 0.")
            }
            points.append(Point(time: time, value: number))
        }
        return points
    }
}
