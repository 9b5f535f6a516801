extension RelayHubStateMachine {
    /// Something for the watch's face: goes before everything that waits while the day's budget lasts, else with the rest.
    mutating func queueComplication(
        id: String, payload: [UInt8], from link: Link, _ peer: Peer, now: Double
    ) -> [Action] {
        guard peer.hello.role == .phone else { return malformed(link) }
        guard let watch = active, (complicationsLeft(of: watch) ?? 0) > 0, standingError(peer) == nil,
            !knows(id, of: peer)
        else { return queue(id: id, expires: nil, payload: payload, from: link, peer, now: now) }
        let before = kept
        var actions = queue(
            id: id, expires: nil, isComplication: true, payload: payload, from: link, peer, now: now)
        guard kept > before else { return actions }
        _ = renewBudgets()
        var budget = budgets[watch] ?? Budget(day: day, used: 0, renews: nextDay)
        budget.used += 1
        budgets[watch] = budget
        actions.append(keep(.budget(watch: watch, day: budget.day, used: budget.used)))
        return actions + tellStatus()
    }

    /// Forgets what was used on days that are over.
    mutating func renewBudgets() -> [Action] {
        let before = budgets.count
        for (watch, budget) in budgets {
            if used(budget) == 0 {
                budgets[watch] = nil
            } else if budget.renews == nil {
                let next = nextDay
                budgets[watch]?.renews = next
            }
        }
        return budgets.count == before ? [] : tellStatus()
    }

    /// How many of a budget are used today. One of an earlier run of the hub counts until the day after its own, one of a day
    /// that has not come yet by the clock until the next one.
    private func used(_ budget: Budget) -> Int {
        if let renews = budget.renews { return uptime < renews ? budget.used : 0 }
        return day > budget.day ? 0 : budget.used
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
        let budget = budgets[watch]
        return max(0, RelayLimits.complicationsPerDay - (budget.map { used($0) } ?? 0))
    }

    /// The day, counted from 1970 in UTC.
    private var day: Int { Int(now / 86_400) }

    /// When the next day begins, by ``uptime``.
    private var nextDay: Double { uptime + Double(day + 1) * 86_400 - now }
}
