import Signals

/// What the first sectors of a file tell before it is read in earnest: how its stamps are to be understood and how
/// fast its samples really come.
struct CWASurvey {
    /// The first valid sector.
    var sector: CWASector
    var precision: CWAStampPrecision
    /// Nanoseconds per sample: the median over pairs of stamps, which a few wrong stamps do not move.
    var period: Double
    var wholeHertz: Int

    /// Sectors that are looked at.
    private static let size = 64

    /// Looks at the first sectors of `file` from byte `start` on; nil when there is none in it.
    init?(_ file: RecordingFile, from start: Int, dialect: CWADialect) throws {
        var scanner = CWAScanner(file, from: start, dialect: dialect, chunk: 1 << 16)
        guard let first = try scanner.next() else { return nil }
        var chain = Chain(first)
        var longest = chain
        for _ in 1..<Self.size {
            guard let next = try scanner.next(), next.layout == first.layout else { break }
            if !chain.add(next) { chain = Chain(next) }
            if chain.knots.count > longest.knots.count { longest = chain }
        }
        sector = first
        precision = CWAStampPrecision(first, isVeryOld: dialect.isVeryOld)
        wholeHertz = first.layout.wholeHertz
        let nominal = first.nominalPeriod
        let median = longest.period ?? nominal
        period = (nominal * 0.5...nominal * 2).contains(median) ? median : nominal
    }

    /// Sectors that follow each other by their numbers.
    private struct Chain {
        var knots: [CWAKnot] = []
        var samples = 0
        var next: UInt32

        init(_ sector: CWASector) {
            next = sector.sequence
            _ = add(sector)
        }

        mutating func add(_ sector: CWASector) -> Bool {
            guard sector.sequence == next else { return false }
            if let time = sector.time { knots.append(CWAKnot(index: samples + sector.taken - 1, time: time)) }
            samples += sector.count
            next &+= 1
            return true
        }

        var period: Double? {
            let periods = zip(knots, knots.dropFirst(max(1, knots.count / 2))).compactMap { $0.period(to: $1) }.sorted()
            return periods.isEmpty ? nil : periods[periods.count / 2]
        }
    }
}
