extension RelayHubStateMachine {
    /// Something for the watch's face: goes before everything that waits while the day's budget lasts, else with the rest.
    mutating func queueComplication(
        id: String, payload: [UInt8], from link: Link, _ peer: Peer, now: Double
    ) -> [Action] {
        guard peer.hello.role == .phone else { return malformed(link) }
        guard let watch = active, (complicationsLeft(of: watch) ?? 0) > 0, standingError(peer) == nil,
            lanes[RelayLaneKey(watch: watch, receiver: .watch)]?.knows(id) != true
        else { return queue(id: id, expires: nil, payload: payload, from: link, peer, now: now) }
        let before = kept
        var actions = queue(
            id: id, expires: nil, isComplication: true, payload: payload, from: link, peer, now: now)
        guard kept > before else { return actions }
        let used = (budgets[watch].flatMap { $0.day == day ? $0.used : nil } ?? 0) + 1
        budgets[watch] = (day, used)
        actions.append(keep(.budget(watch: watch, day: day, used: used)))
        return actions + tellStatus()
    }

    /// A watch has had complications, whatever else it waits for.
    mutating func handled(_ ids: [String], from link: Link, _ peer: Peer) -> [Action] {
        guard peer.isPrimary, let key = inbound(peer), receiver(of: key) == link else { return [] }
        var actions: [Action] = []
        for id in ids {
            guard let sequence = lanes[key]?.sequences[id], lanes[key]?.complications.contains(sequence) == true,
                lanes[key]?.isUnderWay(sequence) == true
            else { continue }
            actions += end(sequence, in: key, nil)
        }
        return actions + deliverWaiting(key)
    }

    /// So many complications may still go first today; nil when the watch's face shows none.
    func complicationsLeft(of watch: String) -> Int? {
        guard pairings[watch]?.hasComplication == true else { return nil }
        let used = budgets[watch].flatMap { $0.day == day ? $0.used : nil } ?? 0
        return max(0, RelayLimits.complicationsPerDay - used)
    }

    /// The day, counted from 1970 in UTC.
    private var day: Int { Int(now / 86_400) }
}
