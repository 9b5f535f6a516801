package import Signals

extension Store {
    /// The first value of each sample of a channel that came in live or from a device's own memory, in order.
    package func readings(
        of device: DeviceID, channel: Channel, in range: Range<Instant>
    ) throws(Failure) -> [(time: Instant, value: Double)] {
        var readings: [(time: Instant, value: Double)] = []
        try forEachBatch(of: device, channel: channel, from: range.lowerBound, to: range.upperBound) { batch in
            for index in 0..<batch.count {
                let value = Double(batch.values[index * batch.axes])
                if value.isFinite { readings.append((batch.times.instant(at: index), value)) }
            }
        }
        return readings.sorted { $0.time < $1.time }
    }

    /// From the first to the last epoch of a device, with a day on either side; empty for none.
    package func extent(of device: DeviceID) throws(Failure) -> Range<Instant> {
        try readers.read { connection in
            var bounds: (first: Int64, last: Int64)?
            for source in try connection.sources(of: device) {
                for seconds in [30, 60] as [Int64] {
                    let rows = try connection.prepare(Queries.epochExtent)
                    rows.bind(1, source)
                    rows.bind(2, seconds)
                    guard try rows.step(), let first = rows.integerOrNil(0), let last = rows.integerOrNil(1) else {
                        continue
                    }
                    bounds = (min(bounds?.first ?? first, first), max(bounds?.last ?? last, last))
                }
            }
            let day: Int64 = 86_400_000_000_000
            guard let bounds else { return Instant(nanoseconds: 0)..<Instant(nanoseconds: 0) }
            return Instant(nanoseconds: bounds.first).advanced(
                byNanoseconds: -day)..<Instant(
                    nanoseconds: bounds.last
                ).advanced(byNanoseconds: day)
        }
    }
}

extension Queries {
    /// Two looks at the ends of a key.
    static let epochExtent = """
        SELECT (SELECT start FROM epoch WHERE source = ?1 AND seconds = ?2 ORDER BY start LIMIT 1),
            (SELECT start FROM epoch WHERE source = ?1 AND seconds = ?2 ORDER BY start DESC LIMIT 1)
        """
}
