import Runtime
import Signals

/// The key of a lane: one direction of one watch's link.
struct RelayLaneKey: Hashable, Sendable {
    var watch: String
    /// The side that receives.
    var receiver: RelayRole
}

/// A watch that was paired.
struct RelayPairing: Hashable, Sendable {
    var watch: String
    var name: String
    /// The hash of the token that it must show, in hex; nil for a program of this account on this machine.
    var tokenHash: String?
    /// When it was paired, UTC seconds.
    var created: Double
    /// Whether its app has ever run.
    var isInstalled = false
    /// Whether its face shows what the phone sends for it.
    var hasComplication = true
    /// Names it, and none of the same watch before or after.
    var id: String { "\(watch)@\(created)" }
}

/// What the hub must not forget; what is on the disk is these, one after the other.
enum RelayRecord: Hashable, Sendable {
    /// The id of the journal; always the first record.
    case journal(String)
    case paired(RelayPairing)
    case unpaired(watch: String)
    case active(watch: String)
    case phoneInstalled
    /// A transfer is promised. `spool` names a file's bytes.
    case put(RelayLaneKey, sequence: Int, RelayTransferRecord, spool: String?)
    /// The transfer was delivered, or ended with an error.
    case ended(RelayLaneKey, sequence: Int, code: RelayError.Code?)
    /// The sender has learned how it ended.
    case noted(RelayLaneKey, sequence: Int)
    case context(RelayLaneKey, sequence: Int, payload: [UInt8])
    case contextSeen(RelayLaneKey, sequence: Int)
    /// Where counting goes on, and ids that came lately.
    case counters(RelayLaneKey, next: Int, delivered: Int, recent: [String])
    /// Complications of a day, in days since 1970, that went before everything else.
    case budget(watch: String, day: Int, used: Int)
}

extension RelayRecord {
    private enum Kind: UInt8 {
        case paired = 1
        case unpaired, active, phoneInstalled, put, ended, noted, context, contextSeen, counters
        case journal, budget
    }

    /// The encoded record: kind, a line of JSON, and a payload.
    var bytes: [UInt8] {
        var members: [(String, Any?)] = []
        var payload: [UInt8] = []
        func lane(_ key: RelayLaneKey, _ sequence: Int) {
            members += [("watch", key.watch), ("to", key.receiver.rawValue), ("seq", sequence)]
        }
        let kind: Kind
        switch self {
        case .paired(let pairing):
            kind = .paired
            members = [
                ("watch", pairing.watch), ("name", pairing.name), ("token", pairing.tokenHash),
                ("created", pairing.created), ("installed", pairing.isInstalled),
                ("complication", pairing.hasComplication),
            ]
        case .journal(let id): (kind, members) = (.journal, [("id", id)])
        case .unpaired(let watch): (kind, members) = (.unpaired, [("watch", watch)])
        case .active(let watch): (kind, members) = (.active, [("watch", watch)])
        case .phoneInstalled: kind = .phoneInstalled
        case .put(let key, let sequence, let record, let spool):
            kind = .put
            lane(key, sequence)
            members += [
                ("id", record.id), ("file", record.isFile), ("name", record.name), ("size", Double(record.size)),
                ("created", record.created), ("expires", record.expires), ("spool", spool),
                ("complication", record.isComplication ? true : nil),
            ]
            payload = record.payload
        case .ended(let key, let sequence, let code):
            kind = .ended
            lane(key, sequence)
            members.append(("code", code?.rawValue))
        case .noted(let key, let sequence):
            kind = .noted
            lane(key, sequence)
        case .context(let key, let sequence, let bytes):
            kind = .context
            lane(key, sequence)
            payload = bytes
        case .contextSeen(let key, let sequence):
            kind = .contextSeen
            lane(key, sequence)
        case .counters(let key, let next, let delivered, let recent):
            kind = .counters
            lane(key, next)
            members += [("delivered", delivered), ("ids", recent)]
        case .budget(let watch, let day, let used):
            (kind, members) = (.budget, [("watch", watch), ("day", day), ("used", used)])
        }
        return [kind.rawValue] + RelayMembers.line(members) + payload
    }

    /// The record of bytes that were kept.
    /// - Throws: `DecodeError` when they are none.
    init(_ bytes: [UInt8]) throws(DecodeError) {
        guard let first = bytes.first, let kind = Kind(rawValue: first) else {
            throw DecodeError(.unsupported("a record of this kind"), at: 0)
        }
        let body = try RelayBody(Array(bytes.dropFirst()))
        func lane() throws(DecodeError) -> RelayLaneKey {
            guard let receiver = RelayRole(rawValue: try body.text("to")) else {
                throw DecodeError(.mismatch("the record has no valid to"), at: 1)
            }
            return RelayLaneKey(watch: try body.id("watch"), receiver: receiver)
        }
        switch kind {
        case .paired:
            self = .paired(
                RelayPairing(
                    watch: try body.id("watch"), name: try body.text("name"), tokenHash: try? body.text("token"),
                    created: body.number("created") ?? 0, isInstalled: body.optionalFlag("installed"),
                    hasComplication: body.optionalFlag("complication", otherwise: true)))
        case .journal: self = .journal(try body.id("id"))
        case .unpaired: self = .unpaired(watch: try body.id("watch"))
        case .active: self = .active(watch: try body.id("watch"))
        case .phoneInstalled: self = .phoneInstalled
        case .put:
            let spool = try? body.id("spool")
            self = .put(try lane(), sequence: try body.integer("seq"), try body.record(), spool: spool)
        case .ended: self = .ended(try lane(), sequence: try body.integer("seq"), code: try body.code())
        case .noted: self = .noted(try lane(), sequence: try body.integer("seq"))
        case .context: self = .context(try lane(), sequence: try body.integer("seq"), payload: body.payload)
        case .contextSeen: self = .contextSeen(try lane(), sequence: try body.integer("seq"))
        case .counters:
            self = .counters(
                try lane(), next: try body.integer("seq"), delivered: try body.integer("delivered"),
                recent: try body.ids())
        case .budget:
            self = .budget(
                watch: try body.id("watch"), day: try body.integer("day"), used: try body.integer("used"))
        }
    }
}
