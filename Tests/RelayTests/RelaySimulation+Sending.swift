import Runtime

@testable import Relay

extension RelaySimulation {
    /// Time passes for everybody.
    mutating func pass(_ seconds: Double) {
        (now, uptime) = (now + seconds, uptime + seconds)
        clock = clock.advanced(by: .seconds(seconds))
        for role in seats { flushTaken(role) }
        perform(hub?.advance(to: now, uptime: uptime) ?? [])
        for role in seats where sides[role]?.isStopped == false {
            perform(sides[role]?.machine?.advance(to: clock) ?? [], role)
        }
    }

    /// That a message is taken is in the hub's socket before the message is given to the program.
    mutating func flushTaken(_ role: RelaySeat) {
        let last = sides[role]?.outgoing.lastIndex { if case .taken = $0 { true } else { false } }
        guard let last, hub != nil else { return }
        for _ in 0...last { deliver(from: role) }
    }

    /// Sends a message, which fails at once where the other side is out of reach.
    mutating func message(_ text: String, wantsReply: Bool, from role: RelaySeat) {
        let payload = RelayPayload(dictionaryLiteral: ("n", .string(text))).jsonText
        let text = String(decoding: payload, as: UTF8.self)
        guard
            let result = sides[role]?.machine?.send(
                payload, wantsReply: wantsReply, isData: false, timeout: .seconds(20), now: clock, uptime: uptime)
        else { return }
        switch result {
        case .failure(let error): answers.append((text, error))
        case .success(let (id, actions)):
            sides[role]?.messages[id] = text
            perform(actions, role)
        }
    }

    /// Replies to the oldest message that wants it.
    mutating func reply(_ role: RelaySeat) {
        guard sides[role]?.isStopped == false, sides[role]?.toReply.isEmpty == false else { return }
        guard let number = sides[role]?.toReply.removeFirst() else { return }
        perform(sides[role]?.machine?.reply(to: number, .success(Array("{}".utf8))) ?? [], role)
    }

    mutating func file(_ text: String, size: Int64, from role: RelaySeat) -> String? {
        guard sides[role]?.machine?.activation == .activated else { return nil }
        let id = "\(sides[role]?.machine?.hello.session ?? "")-\(sides[role]?.nextTransfer ?? 0)"
        sides[role]?.nextTransfer += 1
        sides[role]?.files[id] = (size, size)
        names[id] = text
        guard sides[role]?.machine?.transfer(id, nil, bytes: 0) == nil else { return nil }
        perform(sides[role]?.machine?.start(id, nil) ?? [], role)
        return id
    }

    mutating func cancel(_ id: String, from role: RelaySeat) { perform(sides[role]?.machine?.cancel(id) ?? [], role) }

    /// What the session's thread does to announce a file.
    mutating func upload(_ id: String, _ role: RelaySeat) {
        guard let file = sides[role]?.files[id] else { return fail(id, role) }
        guard file.left > 0 else { return fail(id, role) }
        sides[role]?.uploads[id] = (file.left, 0)
        sides[role]?.outgoing.append(
            .file(id: id, name: names[id] ?? id, size: file.left, metadata: Array("{}".utf8)))
    }

    /// What it does when the hub has so many bytes.
    mutating func proceed(_ id: String, _ bytes: Int64, _ role: RelaySeat) {
        guard var upload = sides[role]?.uploads[id] else { return }
        guard bytes <= upload.offset else {
            sides[role]?.uploads[id] = nil
            return
        }
        while upload.offset - bytes < 300 {
            let wanted = min(100, upload.size - upload.offset)
            guard wanted > 0 else { break }
            let count = min(wanted, (sides[role]?.files[id]?.left ?? 0) - upload.offset)
            guard count > 0 else {
                sides[role]?.outgoing.append(.cancel(id: id))
                return fail(id, role)
            }
            sides[role]?.outgoing.append(
                .chunk(id: id, offset: upload.offset, bytes: [UInt8](repeating: 0, count: Int(count))))
            upload.offset += count
        }
        sides[role]?.uploads[id] = upload
        guard bytes == upload.size else { return }
        sides[role]?.outgoing.append(.fileEnd(id: id))
        sides[role]?.uploads[id] = nil
    }

    private mutating func fail(_ id: String, _ role: RelaySeat) {
        sides[role]?.uploads[id] = nil
        guard sides[role]?.machine?.ends(id) == true else { return }
        sides[role]?.machine?.unstored.removeAll { $0.id == id }
        sides[role]?.machine?.unconfirmed.remove(id)
        let record = RelayTransferRecord(id: id, isFile: true, size: 0, created: 0, payload: [])
        perform([.notify(.ended(record, RelayError(.fileAccessDenied)))], role)
    }
}
