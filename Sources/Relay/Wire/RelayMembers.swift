import Documents
import Runtime

/// A packet's body on its way out: a line of JSON, then the payload as it is.
struct RelayMembers {
    private(set) var bytes: [UInt8] = []

    mutating func put(
        _ kind: RelayPacket.Kind, _ members: KeyValuePairs<String, Any?>, _ payload: [UInt8] = []
    ) -> RelayPacket.Kind {
        bytes = Self.line(members.map { ($0.key, $0.value) }) + payload
        return kind
    }

    /// A line of JSON; members without a value are left out.
    static func line(_ members: [(String, Any?)]) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            for (name, value) in members {
                switch value {
                case let text as String: json.field(name, text)
                case let flag as Bool: json.field(name, flag)
                case let number as Int: json.field(name, number)
                case let number as Double: json.field(name, number)
                case let texts as [String]: json.array(name, texts)
                default: break
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    mutating func put(_ hello: RelayHello) -> RelayPacket.Kind {
        put(
            .hello,
            [
                "role": hello.role.rawValue, "mode": hello.mode.rawValue, "session": hello.session,
                "watch": hello.watch, "token": hello.token, "received": hello.received, "journal": hello.journal,
                "pairing": hello.pairing,
                "foreground": hello.isForeground, "watch_only": hello.isWatchOnly,
                "complication": hello.hasComplication,
            ])
    }

    mutating func put(_ status: RelayStatus, as kind: RelayPacket.Kind) -> RelayPacket.Kind {
        put(
            kind,
            [
                "watch": status.watch, "journal": status.journal, "paired": status.isPaired,
                "installed": status.isInstalled,
                "reachable": status.isReachable, "primary": status.isPrimary, "delivered": status.delivered,
                "waiting": status.waiting, "contexts": status.contexts, "outstanding": status.outstanding,
                "complications": status.complications, "directory": status.directory,
                "pairing": status.pairing,
            ])
    }

    mutating func put(
        _ record: RelayTransferRecord, _ code: RelayError.Code?, as kind: RelayPacket.Kind
    ) -> RelayPacket.Kind {
        put(
            kind,
            [
                "id": record.id, "file": record.isFile, "name": record.name, "size": Double(record.size),
                "created": record.created, "expires": record.expires, "code": code?.rawValue,
                "complication": record.isComplication ? true : nil,
            ], record.payload)
    }
}
