import Signals

/// Where a recorder was not worn, from its counts of each minute and its temperature, before nights are looked for.
///
/// The rule is Choi's; what it calls non-wear may be a still sleeper, so it is weighed by what is around:
/// 1. non-wear, with less than an hour between, that spans more than 12 hours is a recorder taken off: nobody lies so still;
/// 2. so are three hours without a single count;
/// 3. a block of dense sleep that is all but non-wear (90 % and more) is no sleep when it is shorter than three hours, and
///    doubtful when it is longer. Non-wear amid or beside other sleep is sleep.
///
/// Counts that are all zero through ordinary sleep take rules 2 and 3 as doubt. Where the temperature is known, one that varies
/// tells that the recorder was worn after all, and a flat one makes non-wear doubtful.
struct CountWear {
    /// One-minute counts.
    let series: CountSeries
    /// What the minutes were scored as.
    let states: [SleepState]
    /// Whether no count for hours is usual in sleep.
    let isOftenSilent: Bool
    /// The temperature of the recorder.
    let temperature: TemperatureSpread

    /// The longest that somebody lies with hardly a movement, in minutes.
    static let longestStill = 720
    /// The share of a block of sleep from which on it is nothing but non-wear.
    static let leastShare = 0.9

    /// What was found, minute by minute.
    struct Found {
        var notWorn: [Bool]
        /// Minutes that may be either.
        var doubtful: [Bool]
    }

    /// The minutes in which the recorder was not worn, and those that are in doubt.
    func find() -> Found {
        let count = series.counts.count
        var found = Found(notWorn: series.notWorn, doubtful: [Bool](repeating: false, count: count))
        let runs = Choi().nonWear(series.counts)
        for span in spans(runs) where span.count > Self.longestStill && isFlat(span) != false {
            mark(span, &found.notWorn)
        }
        let still = Choi.nights
        if !isOftenSilent {
            for run in still.nonWear(series.counts) where isFlat(run) != false { mark(run, &found.notWorn) }
        }
        var isStill = [Bool](repeating: false, count: count)
        for run in runs { mark(run, &isStill) }
        var worn = states
        for index in worn.indices where found.notWorn[index] { worn[index] = .notWorn }
        for block in SleepDensity().blocks(worn) {
            guard Double(isStill[block].count { $0 }) >= Self.leastShare * Double(block.count) else { continue }
            let own = runs.filter { $0.overlaps(block) }
            guard let first = own.first, let last = own.last else { continue }
            let span = first.lowerBound..<last.upperBound
            guard isFlat(span) != false else { continue }
            if span.count < still.shortest, !isOftenSilent {
                mark(span, &found.notWorn)
            } else {
                mark(span, &found.doubtful)
            }
        }
        for run in runs where isFlat(run) == true { mark(run, &found.doubtful) }
        return found
    }

    /// Runs with less than an hour between two of them, as one.
    private func spans(_ runs: [Range<Int>]) -> [Range<Int>] {
        runs.reduce(into: []) { spans, run in
            if let last = spans.last, run.lowerBound - last.upperBound < 60 {
                spans[spans.count - 1] = last.lowerBound..<run.upperBound
            } else {
                spans.append(run)
            }
        }
    }

    private func isFlat(_ run: Range<Int>) -> Bool? {
        let minute: Int64 = 60_000_000_000
        return temperature.isFlat(
            in: series.start.advanced(
                byNanoseconds: Int64(run.lowerBound) &* minute)..<series.start.advanced(
                    byNanoseconds: Int64(run.upperBound) &* minute))
    }

    private func mark(_ run: Range<Int>, _ marks: inout [Bool]) {
        for index in run { marks[index] = true }
    }
}
