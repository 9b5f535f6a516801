import Runtime
import Signals

extension RelayPacket {
    private enum Kind: UInt8 {
        case hello = 1
        case welcome, reachability, message, reply, failure, context
    }

    /// The packet's whole frame.
    var frame: [UInt8] {
        let (kind, body): (Kind, JSONValue) =
            switch self {
            case .hello(let role): (.hello, ["role": .string(role.rawValue)])
            case .welcome(let isReachable, let context):
                (.welcome, ["reachable": .bool(isReachable), "context": context.map { .object($0) } ?? .null])
            case .reachability(let isReachable): (.reachability, ["reachable": .bool(isReachable)])
            case .message(let id, let wantsReply, let payload):
                (.message, ["id": .number(Double(id)), "reply": .bool(wantsReply), "payload": .object(payload)])
            case .reply(let id, let payload): (.reply, ["id": .number(Double(id)), "payload": .object(payload)])
            case .failure(let id, let code):
                (.failure, ["id": id.map { .number(Double($0)) } ?? .null, "code": .number(Double(code.rawValue))])
            case .context(let payload): (.context, ["payload": .object(payload)])
            }
        return RelayFrame.encode(kind: kind.rawValue, body: body.text)
    }

    /// The packet of a frame.
    /// - Throws: `DecodeError` when the body is no JSON, misses a member, or carries too large a payload.
    init(kind: UInt8, body: [UInt8]) throws(DecodeError) {
        guard let kind = Kind(rawValue: kind) else { throw DecodeError(.unsupported("packets of kind \(kind)"), at: 3) }
        guard let members = try JSONValue(parsing: body).object else {
            throw DecodeError(.mismatch("the body is an object"), at: RelayFrame.headCount)
        }
        switch kind {
        case .hello:
            guard let role = members["role"]?.string.flatMap(RelayRole.init) else { throw Self.missing("role") }
            self = .hello(role)
        case .welcome:
            let isReachable = try Self.flag("reachable", of: members)
            self = .welcome(isReachable: isReachable, context: members["context"]?.object)
        case .reachability: self = .reachability(try Self.flag("reachable", of: members))
        case .message:
            let payload = try Self.payload(of: members, limit: RelayLimits.message)
            self = .message(
                id: try Self.id(of: members), wantsReply: try Self.flag("reply", of: members), payload: payload)
        case .reply:
            let payload = try Self.payload(of: members, limit: RelayLimits.message)
            self = .reply(id: try Self.id(of: members), payload: payload)
        case .failure:
            guard let number = members["code"]?.number.flatMap({ Int(exactly: $0) }) else { throw Self.missing("code") }
            self = .failure(id: try? Self.id(of: members), code: RelayError.Code(rawValue: number) ?? .generic)
        case .context: self = .context(try Self.payload(of: members, limit: RelayLimits.context))
        }
    }

    private static func missing(_ name: String) -> DecodeError {
        DecodeError(.mismatch("the packet has no valid \(name)"), at: RelayFrame.headCount)
    }

    private static func flag(_ name: String, of members: [String: JSONValue]) throws(DecodeError) -> Bool {
        guard let flag = members[name]?.bool else { throw missing(name) }
        return flag
    }

    private static func id(of members: [String: JSONValue]) throws(DecodeError) -> Int {
        guard let id = members["id"]?.number.flatMap({ Int(exactly: $0) }) else { throw missing("id") }
        return id
    }

    private static func payload(
        of members: [String: JSONValue], limit: Int
    ) throws(DecodeError) -> [String: JSONValue] {
        guard let payload = members["payload"]?.object else { throw missing("payload") }
        guard JSONValue.object(payload).text.count <= limit else {
            throw DecodeError(.invalid("the payload is larger than \(limit) bytes"), at: RelayFrame.headCount)
        }
        return payload
    }
}
