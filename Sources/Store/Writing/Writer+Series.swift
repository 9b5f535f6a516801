import Signals

/// Statements on beats, epochs and losses. Each can be run again with the same row and changes nothing.
final class SeriesStatements {
    let addBeat: Statement
    let addEpoch: Statement
    let addLoss: Statement

    init(_ connection: borrowing Connection) throws(SQLiteError) {
        addBeat = try connection.prepare(
            """
            INSERT INTO beat (source, time, rr, label, provisional) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (source, time) DO UPDATE SET label = excluded.label, provisional = 0
            WHERE provisional = 1 AND excluded.provisional = 0
            """)
        addEpoch = try connection.prepare(
            """
            INSERT INTO epoch (source, seconds, start, samples, enmo, mad, angle_z, beats, rate)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (source, seconds, start) DO UPDATE SET
                samples = iif(ifnull(excluded.samples, -1) > ifnull(samples, -1), excluded.samples, samples),
                enmo = iif(ifnull(excluded.samples, -1) > ifnull(samples, -1), excluded.enmo, enmo),
                mad = iif(ifnull(excluded.samples, -1) > ifnull(samples, -1), excluded.mad, mad),
                angle_z = iif(ifnull(excluded.samples, -1) > ifnull(samples, -1), excluded.angle_z, angle_z),
                beats = iif(ifnull(excluded.beats, -1) > ifnull(beats, -1), excluded.beats, beats),
                rate = iif(ifnull(excluded.beats, -1) > ifnull(beats, -1), excluded.rate, rate)
            WHERE ifnull(excluded.samples, -1) > ifnull(samples, -1) OR ifnull(excluded.beats, -1) > ifnull(beats, -1)
            """)
        addLoss = try connection.prepare(
            """
            INSERT INTO loss (source, at, first, end, cause, channel, count, unit, detail, identity)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (source, at, identity) DO NOTHING
            """)
    }
}

extension Writer {
    /// Keeps beats; one that is there already is only settled.
    func keep(_ beats: [Beat], of device: DeviceID, _ origin: Origin) throws(SQLiteError) {
        guard let newest = beats.last else { return }
        if origin == .live { try outdateDays(at: beats.lazy.map(\.time)) }
        let row = try source(device, origin, at: newest.time)
        series.addBeat.bind(1, row)
        for beat in beats {
            series.addBeat.bind(2, beat.time.nanoseconds)
            series.addBeat.bind(3, beat.rr)
            series.addBeat.bind(4, beat.label.rawValue)
            series.addBeat.bind(5, beat.isProvisional ? 1 : 0)
            try series.addBeat.run()
            if connection.changes == 0 { duplicates += 1 }
        }
    }

    /// Keeps epochs. Where there is one already, motion of more samples and a heart of more beats win: an epoch cut
    /// in two by a crash keeps its better half whatever the order, and the same epoch again changes nothing.
    func keep(_ epochs: [Epoch], of device: DeviceID, _ origin: Origin) throws(SQLiteError) {
        guard let newest = epochs.last else { return }
        if origin == .live {
            try outdateDays(at: epochs.lazy.map(\.start))
            let rates = epochs.lazy.filter { $0.seconds == 60 && $0.heart != nil }
            for range in SampleChange.hours(rates.map(\.start)) {
                try note(SampleChange(subject: .device(device), type: "heart_rate", range: range))
            }
        }
        let row = try source(device, origin, at: newest.start)
        series.addEpoch.bind(1, row)
        for epoch in epochs {
            series.addEpoch.bind(2, epoch.seconds)
            series.addEpoch.bind(3, epoch.start.nanoseconds)
            series.addEpoch.bind(4, (epoch.motion?.samples).map(Int64.init))
            series.addEpoch.bind(5, epoch.motion?.enmo)
            series.addEpoch.bind(6, epoch.motion?.mad)
            series.addEpoch.bind(7, epoch.motion?.angleZ)
            series.addEpoch.bind(8, (epoch.heart?.beats).map(Int64.init))
            series.addEpoch.bind(9, epoch.heart?.rate)
            try series.addEpoch.run()
            if connection.changes == 0 { duplicates += 1 }
        }
    }

    /// Keeps losses; `at` stands in for the time of one that does not know its own.
    func keep(_ losses: [Loss], of device: DeviceID, _ origin: Origin, at now: Instant) throws(SQLiteError) {
        guard !losses.isEmpty else { return }
        try keep(losses, source: try source(device, origin, at: now), at: now)
    }

    /// Keeps losses of the source in row `source`.
    func keep(_ losses: [Loss], source: Int64, at now: Instant) throws(SQLiteError) {
        series.addLoss.bind(1, source)
        for loss in losses {
            series.addLoss.bind(2, (loss.first ?? now).nanoseconds)
            series.addLoss.bind(3, loss.first?.nanoseconds)
            series.addLoss.bind(4, loss.end?.nanoseconds)
            series.addLoss.bind(5, loss.cause.rawValue)
            series.addLoss.bind(6, loss.channel?.rawValue)
            series.addLoss.bind(7, loss.count)
            series.addLoss.bind(8, loss.unit.rawValue)
            series.addLoss.bind(9, loss.detail)
            series.addLoss.bind(10, loss.identity)
            try series.addLoss.run()
            if connection.changes == 0 { duplicates += 1 }
        }
    }
}

extension Loss {
    /// What tells a loss from another one of the same source and time.
    fileprivate var identity: String {
        let end = end.map { String($0.nanoseconds) } ?? ""
        return "\(cause.rawValue) \(channel?.rawValue ?? "") \(end) \(count) \(unit.rawValue) \(detail)"
    }
}
