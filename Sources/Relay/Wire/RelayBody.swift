import Documents
import Runtime
import Signals

/// A packet's body on its way in: a line of JSON, then the payload as it is.
struct RelayBody {
    private let members: [String: JSONValue]
    let payload: [UInt8]

    init(_ body: [UInt8]) throws(DecodeError) {
        let end = body.firstIndex(of: UInt8(ascii: "\n")) ?? body.count
        guard let members = try JSONValue(parsing: Array(body[..<end])).object else {
            throw DecodeError(.mismatch("the body begins with an object"), at: RelayFrame.headCount)
        }
        self.members = members
        payload = Array(body[min(end + 1, body.count)...])
    }

    func flag(_ name: String) throws(DecodeError) -> Bool {
        guard let flag = members[name]?.bool else { throw missing(name) }
        return flag
    }

    func optionalFlag(_ name: String, otherwise: Bool = false) -> Bool { members[name]?.bool ?? otherwise }

    func number(_ name: String) -> Double? { members[name]?.number }

    func integer(_ name: String) throws(DecodeError) -> Int {
        guard let number = members[name]?.number, abs(number) <= 0x1p53, let whole = Int(exactly: number) else {
            throw missing(name)
        }
        return whole
    }

    /// A size or an offset: a whole number of at least 0.
    func size(_ name: String) throws(DecodeError) -> Int64 {
        let number = try integer(name)
        guard number >= 0 else { throw missing(name) }
        return Int64(number)
    }

    func text(_ name: String) throws(DecodeError) -> String {
        guard let text = members[name]?.string, text.utf8.count <= 4096 else { throw missing(name) }
        return text
    }

    /// A name that may stand in a path: 1 to 64 letters, digits, `-` and `_`.
    func id(_ name: String) throws(DecodeError) -> String {
        guard let text = members[name]?.string, RelayID.isValid(text) else { throw missing(name) }
        return text
    }

    func ids() throws(DecodeError) -> [String] {
        guard case .array(let values) = members["ids"] else { throw missing("ids") }
        let ids = values.compactMap(\.string).filter(RelayID.isValid)
        guard ids.count == values.count else { throw missing("ids") }
        return ids
    }

    func code() throws(DecodeError) -> RelayError.Code? {
        guard let number = members["code"]?.number else { return nil }
        return Int(exactly: number).flatMap { RelayError.Code(rawValue: $0) } ?? .generic
    }

    func json() throws(DecodeError) -> JSONValue { try JSONValue(parsing: payload) }

    func hello() throws(DecodeError) -> RelayHello {
        guard let role = members["role"]?.string.flatMap(RelayRole.init) else { throw missing("role") }
        let mode = members["mode"]?.string ?? "primary"
        guard let mode = RelayHello.Mode(rawValue: mode) else { throw missing("mode") }
        let watch = members["watch"] == nil ? nil : try id("watch")
        return RelayHello(
            role: role, mode: mode, session: members["session"] == nil ? RelayID.random() : try id("session"),
            watch: watch, token: members["token"]?.string, received: try? integer("received"),
            journal: members["journal"]?.string, pairing: members["pairing"]?.string,
            isForeground: members["foreground"]?.bool ?? true, isWatchOnly: optionalFlag("watch_only"),
            hasComplication: members["complication"]?.bool ?? true)
    }

    func status() throws(DecodeError) -> RelayStatus {
        RelayStatus(
            watch: members["watch"]?.string, journal: members["journal"]?.string, isPaired: try flag("paired"),
            isInstalled: try flag("installed"),
            isReachable: try flag("reachable"), isPrimary: try flag("primary"), delivered: try integer("delivered"),
            waiting: try integer("waiting"), contexts: (try? integer("contexts")) ?? 0,
            outstanding: (try? integer("outstanding")) ?? 0,
            complications: try? integer("complications"), directory: members["directory"]?.string,
            pairing: members["pairing"]?.string)
    }

    func record() throws(DecodeError) -> RelayTransferRecord {
        RelayTransferRecord(
            id: try id("id"), isFile: optionalFlag("file"), name: members["name"]?.string, size: try size("size"),
            created: number("created") ?? 0, expires: number("expires"),
            isComplication: optionalFlag("complication"), payload: payload)
    }

    private func missing(_ name: String) -> DecodeError {
        DecodeError(.mismatch("the packet has no valid \(name)"), at: RelayFrame.headCount)
    }
}

/// Names of sessions, watches and transfers.
enum RelayID {
    /// 64 random bits in hex.
    static func random() -> String {
        let bits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - bits.count) + bits
    }

    /// Whether a name may stand in a path: 1 to 64 letters, digits, `-` and `_`.
    static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
