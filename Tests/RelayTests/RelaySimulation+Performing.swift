import Runtime

@testable import Relay

extension RelaySimulation {
    mutating func perform(_ actions: [RelayHubStateMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let link, let packet):
                if let role = role(of: link) { sides[role]?.incoming.append(packet) }
            case .close(let link):
                if let role = role(of: link) { cut(role) }
            case .keep(let record), .keepFile(let record, _): waiting.append(record)
            case .makeSpool(_, _, let spool, _):
                if isDiskFull {
                    perform(hub?.spoolFailed(spool, .insufficientSpace) ?? [])
                } else {
                    spools.insert(spool)
                }
            case .writeSpool(let spool, _):
                if isDiskFull { perform(hub?.spoolFailed(spool, .insufficientSpace) ?? []) }
            case .dropSpool(let spool): spools.remove(spool)
            case .deliver(let link, let key, let packet, let spool):
                guard case .delivery(let id, let sequence, let name, _, let metadata) = packet else { break }
                guard spools.contains(spool) else {
                    perform(hub?.fileGone(key, sequence) ?? [])
                    continue
                }
                guard let role = role(of: link) else { break }
                sides[role]?.incoming.append(
                    .delivery(id: id, sequence: sequence, name: name, path: spool, metadata: metadata))
            case .dropDirectory, .wakePhone: break
            }
        }
    }

    private func role(of link: Int) -> RelaySeat? { sides.first { $0.value.link == link }?.key }

    mutating func perform(_ actions: [RelaySessionStateMachine.Action], _ role: RelaySeat) {
        for action in actions {
            switch action {
            case .connect:
                guard hub != nil else {
                    let more = sides[role]?.machine?.disconnected(now: clock) ?? []
                    perform(more, role)
                    continue
                }
                sides[role]?.link = nextLink
                hub?.opened(nextLink)
                nextLink += 1
                perform(sides[role]?.machine?.connected() ?? [], role)
            case .disconnect: cut(role)
            case .write(let packet): sides[role]?.outgoing.append(packet)
            case .stored(let ids): sides[role]?.promised.formUnion(ids)
            case .notify(let notice): notify(notice, role)
            case .complete(let id, let result):
                guard let text = sides[role]?.messages.removeValue(forKey: id) else { break }
                answers.append((text, { if case .failure(let error) = result { error } else { nil } }()))
            case .upload(let id): upload(id, role)
            case .progress(let id, let bytes): proceed(id, bytes, role)
            case .forget, .listed, .answered: break
            }
        }
    }

    private mutating func notify(_ notice: RelaySessionStateMachine.Notice, _ role: RelaySeat) {
        switch notice {
        case .activation(nil):
            sides[role]?.wasActivated += 1
            sides[role]?.states.append("activated")
        case .becameInactive: sides[role]?.states.append("inactive")
        case .deactivated:
            sides[role]?.states.append("deactivated")
            sides[role]?.mustActivate = true
        case .userInfo(let sequence, _, let bytes):
            // The program writes down what came together with its mark.
            sides[role]?.received.append(String(decoding: bytes, as: UTF8.self))
            note(sequence, role)
            sides[role]?.machine?.handled(through: sequence)
        case .complication(let id, let bytes):
            let process = sides[role]?.process ?? 0
            sides[role]?.faces.append(String(decoding: bytes, as: UTF8.self))
            sides[role]?.faceOf.append("\(process) \(id)")
            sides[role]?.machine?.toHandle.append(id)
        case .file(let sequence, let name, let path, _):
            sides[role]?.received.append("{\"n\":\"\(name)\"}")
            spools.remove(path)
            note(sequence, role)
            sides[role]?.machine?.handled(through: sequence)
        case .message(let number, let wantsReply, _, let until, let bytes):
            guard until.map({ $0 > uptime }) ?? true, sides[role]?.link != nil else { break }
            sides[role]?.outgoing.append(.taken(id: number))
            let text = String(decoding: bytes, as: UTF8.self)
            // 7011 and 7016 say that the link to the other side ended, not that nothing came through it.
            let failed: Set<RelayError.Code?> = [.notReachable, .messageReplyTimedOut]
            if answers.contains(where: { $0.text == text && failed.contains($0.error?.code) }) { late.append(text) }
            sides[role]?.delivered.append(text)
            if wantsReply { sides[role]?.toReply.append(number) }
        case .context(let sequence, let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            let process = sides[role]?.process ?? 0
            if let last = sides[role]?.lastContext, last == (process, text) { twice.append(text) }
            sides[role]?.lastContext = (process, text)
            sides[role]?.contexts.append(text)
            perform(sides[role]?.machine?.contextHandled(sequence) ?? [], role)
        case .ended(let record, let error):
            sides[role]?.ended[record.id] = .some(error)
            let process = sides[role]?.process ?? 0
            sides[role]?.ends.append("\(process) \(record.id)")
            sides[role]?.machine?.toNote.append(record.id)
        default: break
        }
    }

    /// The program keeps the number with what it did.
    private mutating func note(_ sequence: Int, _ role: RelaySeat) {
        let pairing = sides[role]?.machine?.pairing ?? ""
        sides[role]?.marks.removeAll { $0.pairing == pairing }
        sides[role]?.marks.append(.init(journal: "journal", sequence: sequence, pairing: pairing))
    }
}
