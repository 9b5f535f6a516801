import Documents
import Runtime
import Signals

/// A packet between a session and the hub.
enum RelayPacket: Hashable, Sendable {
    /// Session to hub, first: role and state.
    case hello(RelayHello)
    /// Hub to session: the answer to `hello`.
    case welcome(RelayStatus)
    /// Hub to session: something of the status has changed.
    case status(RelayStatus)
    /// A message to the other side. `until`: by seconds since the machine was started, when its sender gives up, and on its
    /// way to the receiver when that may have taken it at the latest; nil for never.
    case message(id: Int, wantsReply: Bool, isData: Bool, until: Double? = nil, payload: [UInt8])
    /// Receiver to hub: the message is given to the program now.
    case taken(id: Int)
    /// The reply to a message.
    case reply(id: Int, payload: [UInt8])
    /// A message failed, or without an id the link itself.
    case failure(id: Int?, code: RelayError.Code)
    /// The latest state of a side. `isOwn`: what this side has set itself; `isSeen`: it was delivered before.
    case context(sequence: Int, isOwn: Bool, isSeen: Bool, payload: [UInt8])
    /// Receiver to hub: the context was delivered. Hub to sender, with 0: the context is on the disk.
    case contextSeen(sequence: Int)
    /// A queued dictionary; the sequence is the hub's.
    case userInfo(id: String, sequence: Int, expires: Double?, payload: [UInt8])
    /// Hub to sender: these transfers are on the disk and will be delivered.
    case stored(ids: [String])
    /// Receiver to hub: everything up to this sequence was delivered.
    case received(through: Int)
    /// Hub to sender: a transfer ended, `code` nil when it was delivered.
    case finished(RelayTransferRecord, code: RelayError.Code?)
    /// Hub to sender, after welcome: a transfer that still waits.
    case outstanding(RelayTransferRecord)
    /// Sender to hub: has learned how these ended.
    case noted(ids: [String])
    /// Sender to hub: cancels a transfer.
    case cancel(id: String)
    /// Sender to hub: a file follows in chunks.
    case file(id: String, name: String, size: Int64, metadata: [UInt8])
    /// Sender to hub: bytes of a file.
    case chunk(id: String, offset: Int64, bytes: [UInt8])
    /// Sender to hub: the file is complete.
    case fileEnd(id: String)
    /// Hub to sender: the hub has this many bytes of a file.
    case progress(id: String, bytes: Int64)
    /// Hub to receiver: a whole file, at a path on this machine.
    case delivery(id: String, sequence: Int, name: String, path: String, metadata: [UInt8])
    /// Session to hub: whether the program is in front.
    case presence(Bool)
    /// Phone to hub: it is ready for the watch that is active now.
    case activate
    /// Hub to phone: another watch took over.
    case inactive
    /// Hub to phone: everything of the watch before was delivered.
    case deactivated
    /// Session to hub: a question about pairing or queues.
    case query(id: Int, JSONValue)
    /// Hub to session: the answer to a question.
    case answer(id: Int, JSONValue)
    /// What the watch's face shows: it goes before everything that waits, and is acknowledged by itself.
    case complication(id: String, sequence: Int, payload: [UInt8])
    /// Watch to hub: these were handled, whatever else waits.
    case handled(ids: [String])
    /// Hub to session: say that you are there.
    case ping
    /// Session to hub: the answer.
    case pong
}

/// The first packet of a session.
struct RelayHello: Hashable, Sendable {
    /// The role of the program on its side.
    enum Mode: String, Hashable, Sendable {
        /// As the program of the side; one that was there becomes inactive.
        case primary
        /// As the program of the side when there is none, else as a second one.
        case join
        /// As a second one that sends and asks, and receives nothing but the answers.
        case attach
    }

    var role: RelayRole
    var mode = Mode.primary
    /// A random name of the session; its transfers' ids begin with it.
    var session: String
    /// The watch's name; nil on the phone.
    var watch: String?
    var token: String?
    /// Everything up to this sequence is known to have been handled; nil when the program does not keep count.
    var received: Int?
    /// The journal that ``received`` counts in, and the pairing in it.
    var journal: String?
    var pairing: String?
    var isForeground = true
    var isWatchOnly = false
    /// On a watch: whether its face shows what the phone sends for it.
    var hasComplication = true
}

/// The state of the link, as a session sees it.
struct RelayStatus: Hashable, Sendable {
    /// The watch that this is about; nil when none is paired.
    var watch: String?
    /// Names the hub's journal: sequences of another one mean nothing here.
    var journal: String?
    var isPaired = false
    /// Whether the other side's program has ever run.
    var isInstalled = false
    var isReachable = false
    /// Whether this session is the program of its side.
    var isPrimary = true
    /// Everything up to this sequence was delivered before.
    var delivered = 0
    /// Transfers up to this sequence wait for this session.
    var waiting = 0
    /// The number of contexts that follow `welcome`, and of transfers that wait.
    var contexts = 0
    var outstanding = 0
    /// On a phone: so many complications may still go before everything else today; nil when the face shows none.
    var complications: Int?
    /// On a phone: the folder for what belongs to this watch.
    var directory: String?
    /// Names the pairing with that watch, whose transfers are counted by themselves.
    var pairing: String?
}

/// A transfer, as its sender lists it.
struct RelayTransferRecord: Hashable, Sendable {
    var id: String
    /// Whether it is a file.
    var isFile: Bool
    /// The name of a file; nil for user info.
    var name: String?
    var size: Int64
    /// When it was queued, UTC seconds.
    var created: Double
    var expires: Double?
    /// Whether it is for the watch's face, and goes before everything else.
    var isComplication = false
    /// The user info, or the file's metadata.
    var payload: [UInt8]
}

extension RelayPacket {
    /// Kinds of packets, by their number in the frame.
    enum Kind: UInt8 {
        case hello = 1
        case welcome, status, message, reply, failure, context, contextSeen, userInfo, stored, received, finished
        case outstanding, noted, cancel, file, chunk, fileEnd, progress, delivery, presence, activate, inactive
        case deactivated, query, answer, complication, handled, taken, ping, pong
    }

    /// The encoded packet with its frame.
    var frame: [UInt8] {
        var out = RelayMembers()
        let kind: Kind =
            switch self {
            case .hello(let hello): out.put(hello)
            case .welcome(let status): out.put(status, as: .welcome)
            case .status(let status): out.put(status, as: .status)
            case .message(let id, let wantsReply, let isData, let until, let payload):
                out.put(.message, ["id": id, "reply": wantsReply, "data": isData, "until": until], payload)
            case .taken(let id): out.put(.taken, ["id": id])
            case .ping: out.put(.ping, [:])
            case .pong: out.put(.pong, [:])
            case .reply(let id, let payload): out.put(.reply, ["id": id], payload)
            case .failure(let id, let code): out.put(.failure, ["id": id, "code": code.rawValue])
            case .context(let sequence, let isOwn, let isSeen, let payload):
                out.put(.context, ["seq": sequence, "own": isOwn, "seen": isSeen], payload)
            case .contextSeen(let sequence): out.put(.contextSeen, ["seq": sequence])
            case .userInfo(let id, let sequence, let expires, let payload):
                out.put(.userInfo, ["id": id, "seq": sequence, "expires": expires], payload)
            case .stored(let ids): out.put(.stored, ["ids": ids])
            case .received(let through): out.put(.received, ["seq": through])
            case .finished(let record, let code): out.put(record, code, as: .finished)
            case .outstanding(let record): out.put(record, nil, as: .outstanding)
            case .noted(let ids): out.put(.noted, ["ids": ids])
            case .cancel(let id): out.put(.cancel, ["id": id])
            case .file(let id, let name, let size, let metadata):
                out.put(.file, ["id": id, "name": name, "size": Double(size)], metadata)
            case .chunk(let id, let offset, let bytes): out.put(.chunk, ["id": id, "offset": Double(offset)], bytes)
            case .fileEnd(let id): out.put(.fileEnd, ["id": id])
            case .progress(let id, let bytes): out.put(.progress, ["id": id, "bytes": Double(bytes)])
            case .delivery(let id, let sequence, let name, let path, let metadata):
                out.put(.delivery, ["id": id, "seq": sequence, "name": name, "path": path], metadata)
            case .presence(let isForeground): out.put(.presence, ["foreground": isForeground])
            case .activate: out.put(.activate, [:])
            case .inactive: out.put(.inactive, [:])
            case .deactivated: out.put(.deactivated, [:])
            case .query(let id, let question): out.put(.query, ["id": id], question.text)
            case .answer(let id, let answer): out.put(.answer, ["id": id], answer.text)
            case .complication(let id, let sequence, let payload):
                out.put(.complication, ["id": id, "seq": sequence], payload)
            case .handled(let ids): out.put(.handled, ["ids": ids])
            }
        return RelayFrame.encode(kind: kind.rawValue, body: out.bytes)
    }

    /// The packet of a frame.
    /// - Throws: `DecodeError` when the body's first line is no JSON object or misses a member.
    init(kind: UInt8, body: [UInt8]) throws(DecodeError) {
        guard let kind = Kind(rawValue: kind) else { throw DecodeError(.unsupported("packets of kind \(kind)"), at: 3) }
        let body = try RelayBody(body)
        switch kind {
        case .hello: self = .hello(try body.hello())
        case .welcome: self = .welcome(try body.status())
        case .status: self = .status(try body.status())
        case .message:
            self = .message(
                id: try body.integer("id"), wantsReply: try body.flag("reply"), isData: body.optionalFlag("data"),
                until: body.number("until"), payload: body.payload)
        case .taken: self = .taken(id: try body.integer("id"))
        case .ping: self = .ping
        case .pong: self = .pong
        case .reply: self = .reply(id: try body.integer("id"), payload: body.payload)
        case .failure:
            self = .failure(id: try? body.integer("id"), code: try body.code() ?? .generic)
        case .context:
            self = .context(
                sequence: (try? body.integer("seq")) ?? 0, isOwn: body.optionalFlag("own"),
                isSeen: body.optionalFlag("seen"), payload: body.payload)
        case .contextSeen: self = .contextSeen(sequence: try body.integer("seq"))
        case .userInfo:
            self = .userInfo(
                id: try body.id("id"), sequence: (try? body.integer("seq")) ?? 0, expires: body.number("expires"),
                payload: body.payload)
        case .stored: self = .stored(ids: try body.ids())
        case .received: self = .received(through: try body.integer("seq"))
        case .finished: self = .finished(try body.record(), code: try body.code())
        case .outstanding: self = .outstanding(try body.record())
        case .noted: self = .noted(ids: try body.ids())
        case .cancel: self = .cancel(id: try body.id("id"))
        case .file:
            self = .file(
                id: try body.id("id"), name: try body.text("name"), size: try body.size("size"),
                metadata: body.payload)
        case .chunk: self = .chunk(id: try body.id("id"), offset: try body.size("offset"), bytes: body.payload)
        case .fileEnd: self = .fileEnd(id: try body.id("id"))
        case .progress: self = .progress(id: try body.id("id"), bytes: try body.size("bytes"))
        case .delivery:
            self = .delivery(
                id: try body.id("id"), sequence: try body.integer("seq"), name: try body.text("name"),
                path: try body.text("path"), metadata: body.payload)
        case .presence: self = .presence(try body.flag("foreground"))
        case .activate: self = .activate
        case .inactive: self = .inactive
        case .deactivated: self = .deactivated
        case .query: self = .query(id: try body.integer("id"), try body.json())
        case .answer: self = .answer(id: try body.integer("id"), try body.json())
        case .complication:
            self = .complication(
                id: try body.id("id"), sequence: (try? body.integer("seq")) ?? 0, payload: body.payload)
        case .handled: self = .handled(ids: try body.ids())
        }
    }
}
