import Documents
import Runtime
import Signals

extension RelayPacket {
    /// Kinds of packets, by their number in the frame.
    enum Kind: UInt8 {
        case hello = 1
        case welcome, status, message, reply, failure, context, contextSeen, userInfo, stored, received, finished
        case outstanding, noted, cancel, file, chunk, fileEnd, progress, delivery, presence, activate, inactive
        case deactivated, query, answer, complication, handled
    }

    /// The encoded packet with its frame.
    var frame: [UInt8] {
        var out = RelayMembers()
        let kind: Kind =
            switch self {
            case .hello(let hello): out.put(hello)
            case .welcome(let status): out.put(status, as: .welcome)
            case .status(let status): out.put(status, as: .status)
            case .message(let id, let wantsReply, let isData, let payload):
                out.put(.message, ["id": id, "reply": wantsReply, "data": isData], payload)
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
                payload: body.payload)
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
