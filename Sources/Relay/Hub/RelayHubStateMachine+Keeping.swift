extension RelayHubStateMachine {
    /// Applies a record of the journal.
    mutating func restore(_ record: RelayRecord) {
        switch record {
        case .journal(let id): journal = id
        case .paired(let pairing): pairings[pairing.watch] = pairing
        case .unpaired(let watch): forget(watch)
        case .active(let watch): active = watch
        case .phoneInstalled: phoneInstalled = true
        case .put(let key, let sequence, let record, let spool):
            var lane = lanes[key] ?? RelayLane()
            _ = lane.put(record, spool: spool, sequence: sequence)
            lanes[key] = lane
        case .ended(let key, let sequence, let code):
            let isComplication = lanes[key]?.complications.contains(sequence) ?? false
            _ = lanes[key]?.end(sequence, code)
            // One that went first says nothing of those before it.
            if code == nil, !isComplication { lanes[key]?.restore(next: 0, delivered: sequence, recent: []) }
        case .noted(let key, let sequence): _ = lanes[key]?.note(sequence)
        case .context(let key, let sequence, let payload):
            lanes[key, default: RelayLane()].context = (sequence, payload)
            lanes[key]?.contextKept = sequence
            // To whom it went is not kept.
            lanes[key]?.isContextSent = true
        case .contextSeen(let key, let sequence): lanes[key]?.see(sequence)
        case .counters(let key, let next, let delivered, let recent):
            lanes[key, default: RelayLane()].restore(next: next, delivered: delivered, recent: recent)
            lanes[key]?.rewind()
        case .budget(let watch, let day, let used): budgets[watch] = Budget(day: day, used: used)
        }
    }

    mutating func forget(_ watch: String) {
        pairings[watch] = nil
        budgets[watch] = nil
        lanes = lanes.filter { $0.key.watch != watch }
        if active == watch { active = nil }
    }

    /// Records that say everything that is known, in as few bytes as it takes.
    var snapshot: [RelayRecord] {
        var records = journal.map { [RelayRecord.journal($0)] } ?? []
        records += pairings.values.sorted { $0.watch < $1.watch }.map { RelayRecord.paired($0) }
        if phoneInstalled { records.append(.phoneInstalled) }
        if let active { records.append(.active(watch: active)) }
        records += budgets.map { .budget(watch: $0.key, day: $0.value.day, used: $0.value.used) }
        for (key, lane) in lanes {
            records.append(.counters(key, next: lane.next, delivered: lane.delivered, recent: lane.recent))
            for item in lane.items.values.sorted(by: { $0.sequence < $1.sequence }) {
                records.append(.put(key, sequence: item.sequence, item.record, spool: item.spool))
                if case .ended(let code) = item.state {
                    records.append(.ended(key, sequence: item.sequence, code: code))
                }
            }
            if let context = lane.context {
                records.append(.context(key, sequence: context.sequence, payload: context.payload))
                records.append(.contextSeen(key, sequence: lane.contextSeen))
            }
        }
        return records
    }

    /// An estimate of the bytes of ``snapshot``.
    var liveBytes: Int {
        lanes.values.reduce(4096) {
            $0 + $1.waitingBytes + $1.items.count * 200 + $1.recent.count * 40 + ($1.context?.payload.count ?? 0)
        }
    }
}
