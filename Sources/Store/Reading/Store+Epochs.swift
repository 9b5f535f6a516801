public import Signals

extension Store {
    /// The epochs of a device that start in `range`, in order, each once.
    ///
    /// Where a recording and the live link, or two recordings, both have an epoch, the newest recording's motion and
    /// heart are taken, and what it lacks is filled in from the others: never added, never doubled.
    /// - Parameter seconds: the length of the epochs wanted.
    public func epochs(
        of device: DeviceID, seconds: Int, from start: Instant, to end: Instant
    ) throws(Failure) -> [Epoch] {
        try readers.read { connection in
            var merged: [Epoch] = []
            for source in try connection.sources(of: device) {
                let found = try connection.epochs(source, seconds: seconds, from: start, to: end)
                merged = merged.isEmpty ? found : merge(merged, found)
            }
            return merged
        }
    }

    /// The lengths of epochs that there are of a device, in seconds, ascending.
    public func epochLengths(of device: DeviceID) throws(Failure) -> [Int] {
        try readers.read { connection in
            var lengths: Set<Int> = []
            for source in try connection.sources(of: device) {
                // Steps from one length to the next by the key instead of through all rows.
                let statement = try connection.prepare(
                    "SELECT min(seconds) FROM epoch WHERE source = ?1 AND seconds > ?2")
                statement.bind(1, source)
                var last: Int64 = 0
                while true {
                    statement.bind(2, last)
                    guard try statement.step(), let next = statement.integerOrNil(0) else { break }
                    statement.reset()
                    lengths.insert(Int(next))
                    last = next
                }
            }
            return lengths.sorted()
        }
    }
}

extension Connection {
    /// The epochs of one source.
    borrowing func epochs(_ source: Int64, seconds: Int, from start: Instant, to end: Instant) throws(SQLiteError)
        -> [Epoch]
    {
        let rows = try prepare(Queries.epochs)
        rows.bind(1, source)
        rows.bind(2, seconds)
        rows.bind(3, start.nanoseconds)
        rows.bind(4, end.nanoseconds)
        var epochs: [Epoch] = []
        while try rows.step() {
            var epoch = Epoch(start: Instant(nanoseconds: rows.integer(0)), seconds: seconds)
            if !rows.isNull(1) {
                epoch.motion = Epoch.Motion(
                    samples: Int(rows.integer(1)), enmo: rows.number(2), mad: rows.number(3), angleZ: rows.number(4))
            }
            if !rows.isNull(5) { epoch.heart = Epoch.Heart(beats: Int(rows.integer(5)), rate: rows.number(6)) }
            epochs.append(epoch)
        }
        return epochs
    }
}

extension Statement {
    /// The value of column `index`; NaN for NULL, which is what SQLite makes of NaN.
    @inline(__always)
    borrowing func number(_ index: Int32) -> Double { isNull(index) ? .nan : double(index) }
}

/// Two series in order as one; of two epochs with the same start the first one's parts come first.
func merge(_ first: [Epoch], _ second: [Epoch]) -> [Epoch] {
    var merged: [Epoch] = []
    merged.reserveCapacity(max(first.count, second.count))
    var rest = second[...]
    for epoch in first {
        while let other = rest.first, other.start < epoch.start {
            merged.append(other)
            rest.removeFirst()
        }
        var whole = epoch
        if let other = rest.first, other.start == epoch.start {
            whole.motion = epoch.motion ?? other.motion
            whole.heart = epoch.heart ?? other.heart
            rest.removeFirst()
        }
        merged.append(whole)
    }
    return merged + rest
}
