import Signals

/// Sectors in which the recorder says that a buffer ran over.
struct CWAOverruns {
    private var count = 0
    private var offset = 0
    private var sample = -1
    private var first: Instant?

    /// Looks at a sector whose first sample is number `sample`.
    mutating func add(_ sector: CWASector, sample: Int) {
        guard sector.events & CWASlowChannels.overruns != 0 else { return }
        if count == 0 { (self.sample, offset) = (sample, sector.offset) }
        count += 1
    }

    /// The sector of which sample number `sample` is the first ended at `time`.
    mutating func resolve(sample: Int, at time: Instant) {
        if sample == self.sample { first = time }
    }

    /// The overruns as a loss; nil for none.
    var loss: Loss? {
        guard count > 0 else { return nil }
        return Loss(
            .deviceOverrun, count: Double(count), unit: .blocks, first: first,
            detail: "the recorder reports \(count) overruns of its buffers, the first at byte \(offset)")
    }
}
