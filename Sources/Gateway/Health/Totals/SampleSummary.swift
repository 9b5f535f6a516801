import Analysis
package import Documents
package import Signals
package import Store

/// Sums a person's samples up.
///
/// What counts is settled day by day, for sleep night by night, before time is cut: so parts of any length come to the same.
package struct SampleSummary: Sendable {
    /// Nanoseconds that a sample that is summed may last.
    static let longest: Int64 = 31 * 86_400_000_000_000
    private static let page = 5000

    private let type: String
    private let range: Range<Instant>
    private let by: SampleParts
    private let zone: Zone
    private var parts: [Instant: SampleTotals.Part] = [:]
    private var last: SampleTotals.Part?
    private var totals = SampleTotals()

    /// Sums up a person's samples.
    /// - Parameters:
    ///   - type: what they are, such as `steps`.
    ///   - range: from when to when; a sample that crosses an end counts with its share.
    ///   - parts: how the time is cut.
    ///   - zone: whose days and nights they are.
    ///   - series: the person's samples.
    /// - Throws: `Failure` when the store cannot be read.
    package static func totals(
        _ type: String, in range: Range<Instant>, by parts: SampleParts, zone: Zone, of series: HealthSeries
    ) throws -> SampleTotals {
        var summary = SampleSummary(type: type, range: range, by: parts, zone: zone)
        guard !range.isEmpty else { return summary.totals }
        try summary.read(series)
        summary.settle()
        return summary.totals
    }

    private init(type: String, range: Range<Instant>, by: SampleParts, zone: Zone) {
        (self.type, self.range, self.by, self.zone) = (type, range, by, zone)
    }

    private var isSleep: Bool { type == "sleep_analysis" }

    /// The day or night that contains an instant.
    private func window(_ instant: Instant) -> Range<Instant> {
        isSleep
            ? NightWindow(containing: instant, in: zone).interval
            : SampleParts.day.interval(containing: instant, in: zone)
    }

    /// Reads what touches the days of the range, page by page, and settles one day after the other.
    private mutating func read(_ series: HealthSeries) throws {
        let whole =
            window(range.lowerBound).lowerBound..<window(range.upperBound.advanced(byNanoseconds: -1)).upperBound
        var open: [HealthSample] = []
        var day = window(range.lowerBound)
        var after: (time: Instant, row: Int64)?
        while true {
            let rows = try series.samples(
                .init(type, in: whole, longest: Self.longest, after: after, limit: Self.page))
            for row in rows where note(row.sample) {
                while row.sample.start >= day.upperBound {
                    settle(day, &open)
                    day = window(open.isEmpty ? row.sample.start : day.upperBound)
                }
                open.append(row.sample)
            }
            guard rows.count == Self.page, let last = rows.last else { break }
            after = (last.sample.start, last.row)
        }
        while !open.isEmpty, day.lowerBound < whole.upperBound {
            settle(day, &open)
            day = window(day.upperBound)
        }
    }

    /// Whether a sample can be summed; the first of them says in which unit.
    private mutating func note(_ sample: HealthSample) -> Bool {
        guard isSleep || sample.value?.isFinite == true else { return false }
        if sample.start < range.upperBound, sample.start >= range.lowerBound || sample.end > range.lowerBound {
            totals.sources.insert(sample.source)
        }
        if totals.unit == nil {
            totals.unit = isSleep ? "min" : sample.unit
            totals.isAmount = isSleep || HealthKitIdentifier.isAmount(type, unit: sample.unit)
        }
        guard isSleep || sample.unit == totals.unit else {
            totals.otherUnits += 1
            return false
        }
        return true
    }

    private mutating func settle(_ day: Range<Instant>, _ open: inout [HealthSample]) {
        let pieces =
            isSleep
            ? SleepChoice(night: day).pieces(of: open)
            : SampleChoice(day: day, isAmount: totals.isAmount).pieces(of: open)
        for piece in pieces { add(piece) }
        open.removeAll { $0.end <= day.upperBound }
    }

    /// Shares a piece out among the parts that it touches.
    private mutating func add(_ piece: SamplePiece) {
        if piece.span.isEmpty {
            guard range.contains(piece.span.lowerBound) else { return }
            return add(piece, piece.amount, at: piece.span.lowerBound, isStart: true)
        }
        let span = piece.span.clamped(to: range)
        var start = span.lowerBound
        while start < span.upperBound {
            let end = min(span.upperBound, interval(start).upperBound)
            add(
                piece, piece.amount(before: end) - piece.amount(before: start), at: start,
                isStart: start == piece.span.lowerBound)
            start = end
        }
    }

    private mutating func add(_ piece: SamplePiece, _ amount: Int128, at start: Instant, isStart: Bool) {
        let span = interval(start)
        if last?.span != span {
            if let last { parts[last.span.lowerBound] = last }
            last = parts[span.lowerBound] ?? SampleTotals.Part(span: span)
        }
        last?.add(piece, amount: amount, isStart: isStart)
    }

    /// The part that an instant of the range lies in, within the range.
    private func interval(_ instant: Instant) -> Range<Instant> {
        if let last, last.span.contains(instant) { return last.span }
        return by.interval(containing: instant, in: zone).clamped(to: range)
    }

    private mutating func settle() {
        if let last { parts[last.span.lowerBound] = last }
        totals.parts = parts.values.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }
}

extension SampleTotals.Part {
    fileprivate mutating func add(_ piece: SamplePiece, amount: Int128, isStart: Bool) {
        if !piece.word.isEmpty { stages[piece.word, default: 0] += amount }
        guard piece.word.isEmpty || SleepChoice.asleep.contains(piece.word) else { return }
        amounts[piece.source, default: 0] += amount
        guard isStart, let value = piece.value else { return }
        count += 1
        values += SamplePiece.millionths(value)
        least = min(least ?? value, value)
        most = max(most ?? value, value)
    }
}
