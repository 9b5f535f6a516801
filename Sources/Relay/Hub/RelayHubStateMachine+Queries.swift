import Documents
import Runtime

extension RelayHubStateMachine {
    /// Answers a question: `outstanding`, `status`, `pair`, `claim`, `watches`, `unpair`.
    mutating func query(_ id: Int, _ question: JSONValue, from link: Link, _ peer: Peer, now: Double) -> [Action] {
        let members = question.object ?? [:]
        func answer(_ value: JSONValue) -> [Action] { [.send(link, .answer(id: id, value))] }
        func refuse(_ why: String) -> [Action] { answer(["error": .string(why)]) }
        switch members["what"]?.string {
        case "outstanding":
            let items = outbound(peer).flatMap { lanes[$0]?.waiting } ?? []
            return answer([
                "transfers": .array(items.prefix(1000).map(Self.json)), "count": .number(Double(items.count)),
            ])
        case "status": return answer(statusJSON)
        case "watches": return answer(["watches": .array(watchesJSON)])
        case "pair":
            guard peer.hello.role == .phone else { return refuse("The code is shown on the phone's side.") }
            let digits = codes.offer(now: uptime)
            return answer(["code": .string(digits), "expires": .number(now + RelayPairingCodes.lifetime)])
        case "claim":
            let name = String((members["name"]?.string ?? "Watch").prefix(64))
            switch codes.claim(members["code"]?.string ?? "", now: uptime) {
            case .right: break
            case .wrong(let left) where left > 0: return refuse("The code is wrong; \(left) attempts are left.")
            case .wrong, .none: return refuse("There is no such code, or it is over; show a new one.")
            case .tooMany: return refuse("There were too many attempts; wait a minute and show a new code.")
            }
            let token = RelayToken.random()
            let watch = RelayPairingCodes.prefix + RelayID.random()
            let pairing = RelayPairing(watch: watch, name: name, tokenHash: RelayToken.hash(token), created: now)
            guard case .success(let actions) = pair(pairing) else {
                return refuse("There are \(RelayLimits.watches) watches already; unpair one.")
            }
            return actions + answer(["watch": .string(watch), "token": .string(token), "name": .string(name)])
                + tellStatus()
        case "unpair":
            guard let watch = members["watch"]?.string, pairings[watch] != nil else {
                return refuse("There is no such watch.")
            }
            return unpair(watch) + answer(["unpaired": .string(watch)])
        default: return refuse("The questions are outstanding, status, watches, pair, claim and unpair.")
        }
    }

    private mutating func unpair(_ watch: String) -> [Action] {
        var actions: [Action] = []
        for key in lanes.keys where key.watch == watch {
            for item in lanes[key]?.waiting ?? [] {
                if let spool = item.spool { actions.append(.dropSpool(spool)) }
                // The phone waits for its end; the watch that had still something to say is let go below.
                guard key.receiver == .watch, let maker = sender(of: item.record.id, key) else { continue }
                actions.append(.send(maker, .finished(item.record, code: .deviceNotPaired)))
            }
        }
        if let folder { actions.append(.dropDirectory(RelayWatchFolder.path(of: watch, in: folder))) }
        if let link = watches[watch] { actions += malformed(link, .deviceNotPaired) }
        forget(watch)
        actions.append(keep(.unpaired(watch: watch)))
        if active == nil, let next = pairings.values.max(by: { $0.created < $1.created }) {
            actions += makeActive(next.watch)
        }
        return actions + tellStatus()
    }

    private static func json(_ item: RelayLane.Item) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(item.record.id), "kind": item.record.isFile ? "file" : "userinfo",
            "seq": .number(Double(item.sequence)), "size": .number(Double(item.record.size)),
            "created": .number(item.record.created),
        ]
        members["expires"] = item.record.expires.map { .number($0) }
        members["name"] = item.record.name.map { .string($0) }
        return .object(members)
    }

    private var watchesJSON: [JSONValue] {
        pairings.values.sorted { ($0.created, $0.watch) < ($1.created, $1.watch) }.map { pairing in
            [
                "watch": .string(pairing.watch), "name": .string(pairing.name), "created": .number(pairing.created),
                "installed": .bool(pairing.isInstalled), "active": .bool(pairing.watch == active),
                "connected": .bool(watches[pairing.watch] != nil), "by_code": .bool(pairing.tokenHash != nil),
            ]
        }
    }

    private var statusJSON: JSONValue {
        let watch = active.flatMap { watches[$0] }.flatMap { links[$0] ?? nil }
        func waiting(_ receiver: RelayRole) -> JSONValue {
            .number(Double(active.flatMap { lanes[RelayLaneKey(watch: $0, receiver: receiver)]?.waitingCount } ?? 0))
        }
        func context(_ receiver: RelayRole) -> JSONValue {
            let lane = active.flatMap { lanes[RelayLaneKey(watch: $0, receiver: receiver)] }
            return lane?.context.flatMap { try? JSONValue(parsing: $0.payload) } ?? [:]
        }
        return [
            "context": context(.watch), "received_context": context(.phone),
            "paired": .bool(active != nil), "watch": active.map { .string($0) } ?? .null,
            "name": active.flatMap { pairings[$0]?.name }.map { .string($0) } ?? .null,
            "watch_app_installed": .bool(active.flatMap { pairings[$0]?.isInstalled } ?? false),
            "watch_connected": .bool(watch != nil), "watch_reachable": .bool(watch?.isForeground ?? false),
            "phone_connected": .bool(phone != nil), "waiting_for_watch": waiting(.watch),
            "waiting_for_phone": waiting(.phone), "watches": .array(watchesJSON),
        ]
    }
}
