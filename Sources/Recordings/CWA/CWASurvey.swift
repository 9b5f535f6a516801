import Signals

/// What the first sectors of a file tell before it is read in earnest: how its stamps are to be understood and how
/// fast its samples really come.
struct CWASurvey {
    /// The first sound sector.
    var sector: CWASector
    var precision: CWAStampPrecision
    /// Nanoseconds per sample: the median over pairs of stamps, which a few wrong stamps do not move.
    var period: Double
    var wholeHertz: Int

    /// Sectors looked at.
    private static let size = 64

    /// Looks at the first sectors of `file` from byte `start` on; nil when there is none in it.
    init?(_ file: RecordingFile, from start: Int, isVeryOld: Bool) throws {
        var scanner = CWAScanner(file, from: start, isVeryOld: isVeryOld, chunk: 1 << 16)
        guard let first = try scanner.next() else { return nil }
        var knots = first.time.map { [CWAKnot(index: first.taken - 1, time: $0)] } ?? []
        var samples = first.count
        var previous = first.sequence
        while let next = try scanner.next(), next.layout == first.layout, next.sequence == previous &+ 1,
            knots.count < Self.size
        {
            if let time = next.time { knots.append(CWAKnot(index: samples + next.taken - 1, time: time)) }
            samples += next.count
            previous = next.sequence
        }
        sector = first
        precision = CWAStampPrecision(first, isVeryOld: isVeryOld)
        wholeHertz = first.layout.wholeHertz
        let distance = max(1, knots.count / 2)
        let periods = zip(knots, knots.dropFirst(distance)).compactMap { $0.period(to: $1) }.sorted()
        let nominal = first.nominalPeriod
        let median = periods.isEmpty ? nominal : periods[periods.count / 2]
        period = (nominal * 0.5...nominal * 2).contains(median) ? median : nominal
    }
}
