import Documents
import NightjarClient
import Runtime
import Signals

extension GatewayClient {
    /// A reply decoded from JSON.
    func get<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
        try Self.decode(type, try await body("GET", path))
    }

    /// Decodes a body.
    static func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) throws -> Value {
        do {
            return try JSONValue(parsing: body).decoded(as: type)
        } catch {
            throw Failure(.failed, "The gateway's answer makes no sense; is it of another version?", cause: error)
        }
    }

    /// A text, percent-encoded for a path or a query.
    static func escape(_ text: String) -> String { Endpoint<NoReply>.escape(text) }
}
