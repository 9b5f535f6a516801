import Signals

extension Writer {
    /// Moves a stream's tail into blocks, one for each run of time.
    func seal(_ state: inout StreamState, _ key: StreamKey) throws {
        let (batches, damaged) = try tail(of: state, key)
        if damaged > 0 {
            let loss = Loss(
                .damaged, count: Double(damaged), unit: .blocks, channel: key.channel, detail: "in the store")
            try keep([loss], source: key.source, at: .now)
        }
        for run in batches.runs { if let block = try SealedBlock(run) { try keep(block, in: &state) } }
        raw.clearTail.bind(1, state.id)
        try raw.clearTail.run()
        state.tailCount = 0
        state.tailBytes = 0
        state.tailStart = .max
        state.tailEnd = .min
    }

    /// The batches of a stream's tail, and how many of them cannot be read any more.
    private func tail(of state: StreamState, _ key: StreamKey) throws -> (batches: [SampleBatch], damaged: Int) {
        raw.tail.bind(1, state.id)
        defer { raw.tail.reset() }
        var batches: [SampleBatch] = []
        var damaged = 0
        while try raw.tail.step() {
            do throws(DecodeError) {
                batches += try SampleBlock.decode(
                    raw.tail.bytes(0), device: DeviceID(rawValue: ""), channel: key.channel, unit: key.unit,
                    axes: key.axes)
            } catch {
                damaged += 1
            }
        }
        return (batches, damaged)
    }
}

extension [SampleBatch] {
    /// A hole is not shorter than this, in nanoseconds.
    private static var shortestHole: Int64 { 300_000_000_000 }

    /// Batches in the order of their starts, cut where a hole lies between them that is long for this stream.
    ///
    /// Old data that come between new ones, as from a device that hands over what it kept, would else make blocks that
    /// span both times, and every later batch in between would be looked for in all of them.
    var runs: [[SampleBatch]] {
        let extents = compactMap(\.extent)
        guard extents.count == count, let first else { return isEmpty ? [] : [self] }
        let steps = zip(extents.dropFirst(), extents)
            .map { $0.lowerBound.nanoseconds.subtractingClamped($1.lowerBound.nanoseconds) }.sorted()
        let usual = steps.isEmpty ? 0 : steps[steps.count / 2]
        let (many, overflow) = usual.multipliedReportingOverflow(by: 20)
        let hole = Swift.max(Self.shortestHole, overflow ? .max : many)
        var runs = [[first]]
        var end = extents[0].upperBound.nanoseconds
        for (batch, extent) in zip(dropFirst(), extents.dropFirst()) {
            if extent.lowerBound.nanoseconds.subtractingClamped(end) > hole { runs.append([]) }
            runs[runs.count - 1].append(batch)
            end = Swift.max(end, extent.upperBound.nanoseconds)
        }
        return runs
    }
}
