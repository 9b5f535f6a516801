import Signals

extension AGDTable {
    /// The length of an epoch in nanoseconds: what the stamps of `rows` show, else what the settings say, else 60 s.
    static func epoch(of rows: EpochRows, settings: AGDSettings, losses: inout [Loss]) -> Int64 {
        let said = settings.epochSeconds.map { Int64($0) * 1_000_000_000 }
        guard let shown = rows.commonestStep else { return said ?? 60_000_000_000 }
        if let said, said != shown {
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail: "the settings say epochs of \(said / 1_000_000_000) s and the stamps show "
                        + "\(Double(shown) / 1e9) s; the stamps are followed"))
        }
        return shown
    }

    /// The channels, with the columns that may hold their values.
    static let groups: [(channel: Channel, unit: SignalUnit, columns: [String])] = [
        (.counts, .count, counts), (.light, .lux, ["lux"]),
        (Channel(rawValue: "inclinometer"), SignalUnit(rawValue: "s"), inclinometer),
    ]

    /// The channels that the columns make up, with the places of their columns.
    func channels(epoch: Int64) -> [(channel: RecordedChannel, columns: [Int])] {
        let rate = 1e9 / Double(epoch)
        return Self.groups.compactMap { channel, unit, names in
            let present = names.filter { columns.contains($0) }
            guard !present.isEmpty else { return nil }
            let recorded = RecordedChannel(
                channel, axes: present, unit: unit, nominalRate: rate, observedRate: rate)
            return (recorded, present.compactMap { columns.firstIndex(of: $0) })
        }
    }
}
