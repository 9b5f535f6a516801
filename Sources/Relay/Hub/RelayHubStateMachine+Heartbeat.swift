/// Whether the programs that are connected are there: one that was stopped keeps its connection and says nothing.
extension RelayHubStateMachine {
    /// The programs of both sides, while each has one: else nobody wants to know.
    var attended: [Peer] { attendedLinks.compactMap { links[$0] ?? nil } }

    private var attendedLinks: [Link] {
        guard let phone, let watch = active.flatMap({ watches[$0] }) else { return [] }
        return [phone, watch]
    }

    /// When something is to be done about a program, by ``uptime``; nil while nothing is.
    func nextHeartbeat(of peer: Peer) -> Double? {
        guard let pinged = peer.pinged else { return peer.heard + Self.quietTime }
        return peer.isSilent ? nil : pinged + Self.answerTime
    }

    /// Something came from a program: it is there.
    mutating func heard(_ link: Link, _ peer: Peer) -> [Action] {
        links[link]??.heard = uptime
        guard peer.pinged != nil else { return [] }
        links[link]??.pinged = nil
        guard peer.isSilent else { return [] }
        links[link]??.isSilent = false
        return tellStatus()
    }

    /// Asks those that have been quiet whether they are there; one that does not answer is out of reach.
    mutating func listen() -> [Action] {
        var actions: [Action] = []
        for link in attendedLinks {
            guard let peer = links[link] ?? nil, let due = nextHeartbeat(of: peer), due <= uptime else { continue }
            // A hub that was away itself, with the whole machine or alone, has not listened.
            if let pinged = peer.pinged, uptime - pinged < Self.answerTime + 5 {
                links[link]??.isSilent = true
                actions += tellStatus()
            } else {
                links[link]??.pinged = uptime
                actions.append(.send(link, .ping))
            }
        }
        return actions
    }

    /// A watch that is worn and gone for a while gives its place to the one that was in front last.
    mutating func changeWatch() -> [Action] {
        func isInFront(_ link: Link) -> Peer? {
            guard let peer = links[link] ?? nil, peer.isForeground, !peer.isSilent else { return nil }
            return peer
        }
        guard active.flatMap({ watches[$0] }).flatMap(isInFront) == nil,
            let next = watches.values.compactMap(isInFront).max(by: { $0.fronted < $1.fronted })?.watch
        else {
            activeAway = nil
            return []
        }
        guard let since = activeAway else {
            activeAway = uptime
            return []
        }
        guard uptime - since >= Self.changePatience else { return [] }
        activeAway = nil
        return makeActive(next) + tellStatus()
    }
}
