import Documents
import Runtime
import Signals

/// The messages that a room sends, as JSON.
struct RoomText {
    /// The time of the message.
    let time: Instant

    /// A message of a type with further fields.
    func make(_ type: String, _ body: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.field("type", type)
            json.field("timestamp", time.rfc3339)
            json.field("message_id", RouteID.random())
            body(&json)
        }
        return json.bytes
    }

    /// An error message with a code of the WebSocket contract.
    func error(_ code: String, _ text: String) -> [UInt8] {
        make("error") { json in
            json.field("error_code", code)
            json.field("message", text)
        }
    }
}

/// Short random names.
enum RouteID {
    /// 16 hexadecimal digits.
    static func random() -> String { HTTPProblem.trace() }
}
