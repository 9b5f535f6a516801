package import Signals

extension Store {
    /// The beats of a device in `start ..< end`, in order, each once; where two sources have beats, those of the
    /// newest recording are taken, and of the others only what lies outside of its first and last beat in the range.
    package func beats(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> [Beat] {
        try readers.read { connection in
            var merged: [Beat] = []
            for source in try connection.sources(of: device) {
                let found = try connection.beats(source, from: start, to: end)
                guard let first = merged.first?.time, let last = merged.last?.time else {
                    merged = found
                    continue
                }
                merged = found.filter { $0.time < first } + merged + found.filter { $0.time > last }
            }
            return merged
        }
    }

    /// The losses of a device in `start ..< end`, in order. One without a time of its own lies where it was noticed.
    package func losses(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> [Loss] {
        try readers.read { connection in
            var losses: [Loss] = []
            for source in try connection.sources(of: device) {
                losses += try connection.losses(source, from: start, to: end)
            }
            return losses.sorted { ($0.first ?? start) < ($1.first ?? start) }
        }
    }
}

extension Connection {
    /// The beats of a source.
    borrowing func beats(_ source: Int64, from start: Instant, to end: Instant) throws(SQLiteError) -> [Beat] {
        let rows = try prepare(Queries.beats)
        rows.bind(1, source)
        rows.bind(2, start.nanoseconds)
        rows.bind(3, end.nanoseconds)
        var beats: [Beat] = []
        while try rows.step() {
            let label = Beat.Label(rawValue: rows.text(2)) ?? .implausible
            beats.append(
                Beat(
                    time: Instant(nanoseconds: rows.integer(0)), rr: rows.number(1), label: label,
                    isProvisional: rows.integer(3) != 0))
        }
        return beats
    }

    /// The losses of a source.
    borrowing func losses(_ source: Int64, from start: Instant, to end: Instant) throws(SQLiteError) -> [Loss] {
        let rows = try prepare(Queries.losses)
        rows.bind(1, source)
        rows.bind(2, start.nanoseconds)
        rows.bind(3, end.nanoseconds)
        var losses: [Loss] = []
        while try rows.step() {
            let loss = Loss(
                Loss.Cause(rawValue: rows.text(2)), count: rows.number(4),
                unit: Loss.Unit(rawValue: rows.text(5)) ?? .samples,
                first: rows.integerOrNil(0).map(Instant.init(nanoseconds:)),
                end: rows.integerOrNil(1).map(Instant.init(nanoseconds:)),
                channel: rows.textOrNil(3).map(Channel.init(rawValue:)), detail: rows.text(6))
            losses.append(loss)
        }
        return losses
    }
}
