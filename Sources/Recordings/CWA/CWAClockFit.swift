/// A straight line through a run of samples: sample `origin.index` was taken at `origin.time`.
struct CWALine: Hashable {
    var origin: CWAKnot
    /// Nanoseconds between samples times 2²⁴.
    var fixedPeriod: Int64

    /// The recorder's clock at sample `index`, in nanoseconds.
    func time(at index: Int) -> Int64 {
        let steps = Int128(index - origin.index) * Int128(fixedPeriod)
        return Int64(clamping: Int128(origin.time) + (steps >> 24))
    }
}

/// A range of samples and the line that gives their times.
struct CWAPiece: Hashable {
    var range: Range<Int>
    var line: CWALine
}

/// Time for the samples of one run: straight lines from stamp to stamp, and beyond the first and last stamp the
/// neighbouring line continued. Samples are given out in order, as soon as the stamp after them is known.
struct CWAClockFit {
    private var knots: [CWAKnot] = []
    /// The first sample that has no time yet.
    private(set) var next: Int
    /// Nanoseconds per sample times 2²⁴ of the last interval, or what is assumed before there is one.
    private var fixedPeriod: Int64

    /// A run that begins at sample `first`; `period` nanoseconds per sample are assumed where one stamp is all.
    init(first: Int, period: Double) {
        next = first
        fixedPeriod = Self.fixed(period)
    }

    /// Adds a stamp; one that does not lie ahead of the last is left out.
    mutating func add(_ knot: CWAKnot) {
        guard let last = knots.last else { return knots.append(knot) }
        if last.period(to: knot) != nil { knots.append(knot) }
    }

    /// Starts again from other stamps; only while nothing has been given out.
    mutating func replace(by new: [CWAKnot]) {
        knots.removeAll(keepingCapacity: true)
        for knot in new { add(knot) }
    }

    /// The next samples below `end` that lie between stamps.
    mutating func piece(below end: Int) -> CWAPiece? {
        while knots.count >= 2, let line = interval() {
            let upper = knots[1].index
            guard upper <= end else { return nil }
            defer { knots.removeFirst() }
            if upper > next { return take(upTo: upper, on: line) }
        }
        return nil
    }

    /// The next samples below `end`, the last of the run; nil when all are given out or there was no stamp at all.
    mutating func rest(below end: Int) -> CWAPiece? {
        if let piece = piece(below: end) { return piece }
        guard next < end, let origin = knots.first else { return nil }
        return take(upTo: end, on: interval() ?? CWALine(origin: origin, fixedPeriod: fixedPeriod))
    }

    /// The stamp that sample `index` would have had by the last interval.
    func extrapolated(to index: Int) -> CWAKnot? {
        knots.last.map { CWAKnot(index: index, time: CWALine(origin: $0, fixedPeriod: fixedPeriod).time(at: index)) }
    }

    private mutating func interval() -> CWALine? {
        guard knots.count >= 2 else { return nil }
        let (a, b) = (knots[0], knots[1])
        let slope = ((Int128(b.time) - Int128(a.time)) << 24) / Int128(b.index - a.index)
        fixedPeriod = max(1, Int64(clamping: slope))
        return CWALine(origin: a, fixedPeriod: fixedPeriod)
    }

    private mutating func take(upTo end: Int, on line: CWALine) -> CWAPiece {
        defer { next = end }
        return CWAPiece(range: next..<end, line: line)
    }

    private static func fixed(_ period: Double) -> Int64 {
        max(1, Int64(exactly: (period * 16_777_216).rounded()) ?? 1)
    }
}
