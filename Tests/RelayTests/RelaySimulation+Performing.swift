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
            case .makeSpool, .writeSpool, .dropSpool, .dropDirectory, .deliver, .wakePhone: break
            }
        }
    }

    private func role(of link: Int) -> RelayRole? { sides.first { $0.value.link == link }?.key }

    mutating func perform(_ actions: [RelaySessionStateMachine.Action], _ role: RelayRole) {
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
            case .complete, .forget, .listed, .upload, .progress, .answered: break
            }
        }
    }

    private mutating func notify(_ notice: RelaySessionStateMachine.Notice, _ role: RelayRole) {
        switch notice {
        case .activation(nil): sides[role]?.wasActivated += 1
        case .userInfo(let sequence, _, let bytes):
            // The program writes down what came together with its mark.
            sides[role]?.received.append(String(decoding: bytes, as: UTF8.self))
            sides[role]?.mark = .init(journal: "journal", sequence: sequence)
            sides[role]?.machine?.handled(through: sequence)
        case .complication(let id, let bytes):
            sides[role]?.faces.append(String(decoding: bytes, as: UTF8.self))
            sides[role]?.machine?.toHandle.append(id)
        case .context(let sequence, let bytes):
            sides[role]?.contexts.append(String(decoding: bytes, as: UTF8.self))
            perform(sides[role]?.machine?.contextHandled(sequence) ?? [], role)
        case .ended(let record, let error):
            sides[role]?.ended[record.id] = .some(error)
            sides[role]?.ends.append(record.id)
            sides[role]?.machine?.toNote.append(record.id)
        default: break
        }
    }
}
