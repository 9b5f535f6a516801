import Signals

/// The epochs of one source, row by row.
final class EpochRows {
    private let rows: Statement
    private let seconds: Int
    /// The current epoch; nil after the last.
    private(set) var current: Epoch?

    init(
        _ connection: borrowing Connection, source: Int64, seconds: Int, from start: Instant, to end: Instant
    ) throws(SQLiteError) {
        rows = try connection.prepare(Queries.epochs)
        self.seconds = seconds
        rows.bind(1, source)
        rows.bind(2, seconds)
        rows.bind(3, start.nanoseconds)
        rows.bind(4, end.nanoseconds)
        try advance()
    }

    /// Moves to the next epoch.
    func advance() throws(SQLiteError) {
        guard try rows.step() else { return current = nil }
        var epoch = Epoch(start: Instant(nanoseconds: rows.integer(0)), seconds: seconds)
        if !rows.isNull(1) {
            epoch.motion = Epoch.Motion(
                samples: Int(rows.integer(1)), enmo: rows.number(2), mad: rows.number(3), angleZ: rows.number(4))
        }
        if !rows.isNull(5) { epoch.heart = Epoch.Heart(beats: Int(rows.integer(5)), rate: rows.number(6)) }
        current = epoch
    }
}

extension Statement {
    /// The value of column `index`; NaN for NULL, which is what SQLite makes of NaN.
    @inline(__always)
    borrowing func number(_ index: Int32) -> Double {
        let value = double(index)
        // NULL reads as 0, and asking for the type of each value would cost a third of a long read.
        return value == 0 && isNull(index) ? .nan : value
    }
}

extension Connection {
    /// Hands the epochs of a device to `body` in order, each start once, without holding more than one per source.
    ///
    /// Where several sources have an epoch, the newest recording's motion and heart are taken, and what it lacks is
    /// filled in from the others: never added, never doubled.
    borrowing func forEachEpoch(
        of device: DeviceID, seconds: Int, from start: Instant, to end: Instant, _ body: (Epoch) throws -> Void
    ) throws {
        var cursors: [EpochRows] = []
        for source in try sources(of: device) {
            let rows = try EpochRows(self, source: source, seconds: seconds, from: start, to: end)
            if rows.current != nil { cursors.append(rows) }
        }
        while cursors.count > 1, let next = cursors.compactMap({ $0.current?.start }).min() {
            var merged = Epoch(start: next, seconds: seconds)
            for rows in cursors where rows.current?.start == next {
                merged.motion = merged.motion ?? rows.current?.motion
                merged.heart = merged.heart ?? rows.current?.heart
                try rows.advance()
            }
            cursors.removeAll { $0.current == nil }
            try body(merged)
        }
        guard let rows = cursors.first else { return }
        while let epoch = rows.current {
            try body(epoch)
            try rows.advance()
        }
    }
}
