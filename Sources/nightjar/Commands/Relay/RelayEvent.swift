import Documents
import Relay
import Runtime

/// An event of a relay session.
enum RelayEvent: Hashable, Sendable {
    /// The session can be used; the context that came in an earlier run is there, or empty.
    case activated(RelayPayload)
    case reachability(Bool)
    case context(RelayPayload)
    case message(RelayPayload)
    case reply(RelayPayload)
    case userInfo(RelayPayload)
    /// A file was received and stored at this path.
    case file(path: String, name: String, RelayPayload)
    /// A transfer of this side ended.
    case finished(id: String, RelayError?)
    case error(RelayError)
    case inactive
    /// A second has passed.
    case tick
    /// A verb was performed.
    case done(String, [String: JSONValue])
    /// The hub answered a verb.
    case answer(String, JSONValue)

    /// The event as one line of JSON; nil for what is no event to others.
    var json: String? {
        let members: [String: JSONValue]
        switch self {
        case .activated(let known):
            members = ["event": "activated"].merging(known.isEmpty ? [:] : ["context": Self.json(known)]) { a, _ in a }
        case .reachability(let isReachable): members = ["event": "reachability", "reachable": .bool(isReachable)]
        case .context(let context): members = ["event": "context", "context": Self.json(context)]
        case .message(let message): members = ["event": "message", "message": Self.json(message)]
        case .reply(let reply): members = ["event": "reply", "reply": Self.json(reply)]
        case .userInfo(let userInfo): members = ["event": "userinfo", "userinfo": Self.json(userInfo)]
        case .file(let path, let name, let metadata):
            members = [
                "event": "file", "path": .string(path), "name": .string(name), "metadata": Self.json(metadata),
            ]
        case .finished(let id, let error):
            let code = error.map { JSONValue.number(Double($0.code.rawValue)) } ?? .null
            members = ["event": "finished", "id": .string(id), "code": code]
        case .error(let error):
            let code = JSONValue.number(Double(error.code.rawValue))
            members = ["event": "error", "code": code, "message": .string(error.description)]
        case .done(let event, let more): members = more.merging(["event": .string(event)]) { a, _ in a }
        case .answer(let event, let answer):
            members = (answer.object ?? [:]).merging(["event": .string(event)]) { a, _ in a }
        case .inactive: members = ["event": "inactive"]
        case .tick: return nil
        }
        return String(decoding: JSONValue.object(members).text, as: UTF8.self)
    }

    private static func json(_ payload: RelayPayload) -> JSONValue { .object(payload.mapValues(\.json)) }

    /// The event as a line of text.
    var text: String {
        switch self {
        case .activated: "Connected to the relay."
        case .reachability(let isReachable): isReachable ? "The other side is reachable." : "The other side is away."
        case .context(let payload): "Context: \(Self.words(payload))"
        case .message(let payload): "Message: \(Self.words(payload))"
        case .reply(let payload): Self.words(payload)
        case .userInfo(let payload): "User info: \(Self.words(payload))"
        case .file(let path, let name, let metadata): "File \(name) is at \(path). \(Self.words(metadata))"
        case .finished(let id, let error): error.map { "\(id) failed: \($0)" } ?? "\(id) was delivered."
        case .error(let error): error.description
        case .inactive: "Another program took this side."
        case .tick: ""
        case .done("sent", _): "Sent."
        case .done("context_set", _): "The context is set."
        case .done("stored", let more): "It will be delivered: \(more["id"]?.string ?? "")"
        case .done("delivered", let more): "It was delivered: \(more["id"]?.string ?? "")"
        case .done("cancelled", let more): "It was cancelled: \(more["id"]?.string ?? "")"
        case .done(let event, _): event
        case .answer(let event, let answer): RelayAnswerText.text(event, answer.object ?? [:])
        }
    }

    private static func words(_ payload: RelayPayload) -> String { String(decoding: payload.jsonText, as: UTF8.self) }
}

/// Texts for the hub's answers.
enum RelayAnswerText {
    static func text(_ event: String, _ answer: [String: JSONValue]) -> String {
        switch event {
        case "outstanding":
            let rows = list(answer["transfers"]).map { row in
                "\(row["id"]?.string ?? "")  \(row["kind"]?.string ?? "")  \(whole(row["size"])) bytes"
            }
            return rows.isEmpty ? "Nothing waits." : rows.joined(separator: "\n")
        case "watches":
            let rows = list(answer["watches"]).map { row in
                let marks = ["active", "connected"].filter { row[$0]?.bool == true }.joined(separator: ", ")
                return "\(row["watch"]?.string ?? "")  \(row["name"]?.string ?? "")  \(marks)"
            }
            return rows.isEmpty ? "No watch is paired." : rows.joined(separator: "\n")
        case "code": return "Enter \(answer["code"]?.string ?? "") on the watch within two minutes."
        case "paired":
            return "Paired as \(answer["watch"]?.string ?? ""). Its token: \(answer["token"]?.string ?? "")"
        case "unpaired": return "Unpaired \(answer["unpaired"]?.string ?? "")."
        default:
            let words = answer.filter { $0.key != "watches" }.sorted { $0.key < $1.key }
            return words.map { "\($0.key): \(String(decoding: $0.value.text, as: UTF8.self))" }.joined(separator: "\n")
        }
    }

    private static func list(_ value: JSONValue?) -> [[String: JSONValue]] {
        guard case .array(let values) = value else { return [] }
        return values.compactMap(\.object)
    }

    private static func whole(_ value: JSONValue?) -> String {
        value?.number.flatMap { Int(exactly: $0.rounded()) }.map { "\($0)" } ?? "?"
    }
}
