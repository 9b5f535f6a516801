import Signals

/// Hands a recording on as it would be had its recorder's clock been set otherwise by some time.
struct ShiftedSink<Base: RecordingSink>: RecordingSink {
    private(set) var base: Base
    /// Nanoseconds that are added to each instant.
    let shift: Int64

    init(_ base: Base, by shift: Int64) { (self.base, self.shift) = (base, shift) }

    mutating func begin(_ header: RecordingHeader) throws { try base.begin(header) }

    mutating func receive(_ batch: SampleBatch) throws {
        var batch = batch
        switch batch.times {
        case .uniform(var line):
            line.origin = line.origin.advanced(byNanoseconds: shift)
            batch.times = .uniform(line)
        case .stamped(let stamps):
            batch.times = .stamped(stamps.map { Instant(nanoseconds: $0).advanced(byNanoseconds: shift).nanoseconds })
        }
        try base.receive(batch)
    }
}

extension RecordingSummary {
    /// The same of a recording whose clock was set otherwise.
    func shifted(by shift: Int64) -> RecordingSummary {
        var summary = self
        for index in segments.indices {
            summary.segments[index].start = segments[index].start.advanced(byNanoseconds: shift)
            summary.segments[index].end = segments[index].end.advanced(byNanoseconds: shift)
        }
        for index in losses.indices {
            summary.losses[index].first = losses[index].first?.advanced(byNanoseconds: shift)
            summary.losses[index].end = losses[index].end?.advanced(byNanoseconds: shift)
        }
        return summary
    }
}
