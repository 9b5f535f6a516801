import Runtime
import Signals

extension GatewayClient {
    private struct Problem: Decodable {
        var detail: String
    }

    /// The body of a reply that must be good.
    /// - Throws: `Failure` with what the gateway says is wrong.
    func body(
        _ method: String, _ path: String, upload: FileUpload? = nil, json: [UInt8]? = nil
    ) throws -> [UInt8] {
        let reply = try request(method, path, upload: upload, json: json)
        guard (200..<300).contains(reply.status) else {
            let problem = try? JSONValue(parsing: reply.body).decoded(as: Problem.self)
            let code: Failure.Code =
                switch reply.status {
                case 400, 422: .usage
                case 401, 403: .notPermitted
                case 404: .notFound
                default: .failed
                }
            throw Failure(code, problem?.detail ?? "The gateway answered with status \(reply.status).")
        }
        return reply.body
    }

    /// A reply decoded from JSON.
    func get<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        try Self.decode(type, try body("GET", path))
    }

    /// Decodes a body.
    static func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) throws -> Value {
        do {
            return try JSONValue(parsing: body).decoded(as: type)
        } catch {
            throw Failure(.failed, "The gateway's answer makes no sense; is it of another version?", cause: error)
        }
    }

    /// A text as one part of a path or a query.
    static func escape(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return text.utf8.map { byte in
            plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
