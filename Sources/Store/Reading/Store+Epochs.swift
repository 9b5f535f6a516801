package import Signals

extension Store {
    /// The epochs of a device that start in `start ..< end`, in order, each once.
    ///
    /// Where a recording and the live link, or two recordings, both have an epoch, the newest recording's motion and
    /// heart are taken, and what it lacks is filled in from the others: never added, never doubled.
    /// - Parameters:
    ///   - device: whose epochs.
    ///   - seconds: the length of the epochs wanted.
    ///   - start: the earliest start.
    ///   - end: the end of the range, exclusive.
    package func epochs(
        of device: DeviceID, seconds: Int, from start: Instant, to end: Instant
    ) throws(Failure) -> [Epoch] {
        var epochs: [Epoch] = []
        // As many as there can be, within reason: a month of 30 s is 86 400.
        let most = end.nanoseconds(since: start) / 1_000_000_000 / Int64(max(1, seconds))
        epochs.reserveCapacity(Int(max(0, min(most, 1 << 17))))
        try forEachEpoch(of: device, seconds: seconds, from: start, to: end) { epochs.append($0) }
        return epochs
    }

    /// As ``epochs(of:seconds:from:to:)``, one by one, with flat memory whatever the range.
    package func forEachEpoch(
        of device: DeviceID, seconds: Int, from start: Instant, to end: Instant, _ body: (Epoch) throws -> Void
    ) throws(Failure) {
        try readers.read { try $0.forEachEpoch(of: device, seconds: seconds, from: start, to: end, body) }
    }

    /// The epochs of a device in `start ..< end` as at most `points` points of equal length for a chart; points
    /// without an epoch are left out.
    /// - Parameters:
    ///   - device: whose epochs.
    ///   - seconds: the length of the epochs to read; nil for the longest kept that fits a point.
    ///   - start: the start of the first point.
    ///   - end: the end of the last point.
    ///   - points: the most points wanted.
    package func chart(
        of device: DeviceID, seconds: Int? = nil, from start: Instant, to end: Instant, points: Int
    ) throws(Failure) -> [EpochPoint] {
        let span = end.nanoseconds(since: start)
        guard span > 0, points > 0 else { return [] }
        return try readers.read { connection in
            let lengths = try connection.epochLengths(of: device)
            let wanted = Int((Double(span) / 1e9 / Double(points)).rounded(.up))
            guard let read = seconds ?? lengths.last(where: { $0 <= wanted }) ?? lengths.first, read > 0 else {
                return []
            }
            // Whole epochs in each point, so that none straddles two.
            let width = (wanted + read - 1) / read * read
            let (product, overflow) = Int64(width).multipliedReportingOverflow(by: 1_000_000_000)
            let nanoseconds = overflow ? Int64.max : product
            var chart: [EpochPoint] = []
            var index: Int64 = -1
            try connection.forEachEpoch(of: device, seconds: read, from: start, to: end) { epoch in
                let place = epoch.start.nanoseconds(since: start) / nanoseconds
                if place != index {
                    index = place
                    let begin = start.advanced(byNanoseconds: place * nanoseconds)
                    chart.append(EpochPoint(start: begin, seconds: width))
                }
                chart[chart.count - 1].add(epoch)
            }
            for point in chart.indices { chart[point].close() }
            return chart
        }
    }

    /// The lengths of epochs that there are of a device, in seconds, ascending.
    package func epochLengths(of device: DeviceID) throws(Failure) -> [Int] {
        try readers.read { try $0.epochLengths(of: device) }
    }
}

extension Connection {
    /// The lengths of epochs that there are of a device, ascending.
    borrowing func epochLengths(of device: DeviceID) throws(SQLiteError) -> [Int] {
        var lengths: Set<Int> = []
        for source in try sources(of: device) {
            // Steps from one length to the next by the key instead of through all rows.
            let statement = try prepare(Queries.epochLength)
            statement.bind(1, source)
            var last: Int64 = 0
            while true {
                statement.bind(2, last)
                let next = try statement.step() ? statement.integerOrNil(0) : nil
                statement.reset()
                guard let next else { break }
                lengths.insert(Int(next))
                last = next
            }
        }
        return lengths.sorted()
    }
}
