package import Signals

extension RawSignals {
    /// The same streams, of which those that are read several times a second are brought to one rate: each value lies on the
    /// straight line between the samples before and after it, without a filter, and nothing is made up in a hole.
    /// - Parameters:
    ///   - hertz: samples per second.
    ///   - start: an instant that has a sample.
    package func brought(to hertz: Double, from start: Instant) -> RawSignals {
        RawSignals(streams) { take in
            var grids: [(stream: Stream, grid: RateGrid)] = []
            try self.forEachBatch { batch in
                guard case .uniform(let line) = batch.times, line.hertz > 4,
                    let target = Timeline(origin: start, hertz: hertz)
                else { return try take(batch) }
                let stream = Stream(batch.channel, unit: batch.unit, axes: batch.axes)
                let index = grids.firstIndex { $0.stream == stream } ?? grids.count
                if index == grids.count { grids.append((stream, RateGrid(target))) }
                if let made = grids[index].grid.samples(of: batch, line) { try take(made) }
            }
        }
    }
}

/// Samples on an even grid from those of another.
private struct RateGrid {
    let target: Timeline
    /// The last sample before the batch, with its time.
    private var before: (time: Int64, values: [Float])?

    init(_ target: Timeline) { self.target = target }

    /// What lies on the grid from the last sample before `batch` up to its last; nil where nothing does.
    mutating func samples(of batch: SampleBatch, _ line: Timeline) -> SampleBatch? {
        let axes = batch.axes
        var values: [Float] = []
        var first: Int?
        // Behind a hole there is nothing to draw a line from.
        if let last = before,
            line.instant(at: 0).nanoseconds &- last.time > (line.period >> 24) * 5 / 2
                || line.instant(at: 0).nanoseconds < last.time
        {
            before = nil
        }
        for index in 0..<batch.count {
            let time = line.instant(at: index).nanoseconds
            let sample = Array(batch.values[(index * axes)..<((index + 1) * axes)])
            let (from, since) = before.map { ($0.values, $0.time) } ?? (sample, time)
            var place = target.index(atOrAfter: Instant(nanoseconds: before == nil ? since : since &+ 1))
            while case let at = target.instant(at: place).nanoseconds, at <= time {
                let part = time == since ? 1 : Float(Double(at &- since) / Double(time &- since))
                first = first ?? place
                for axis in 0..<axes { values.append(from[axis] + (sample[axis] - from[axis]) * part) }
                place += 1
            }
            before = (time, sample)
        }
        guard let first else { return nil }
        var made = batch
        (made.values, made.times) = (values, .uniform(target.dropping(first)))
        (made.deviceTime, made.sequence) = (nil, nil)
        return made
    }
}
