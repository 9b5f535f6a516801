import Signals

/// Nights from one unbroken series of counts.
struct CountNights {
    /// Counts of epochs in which the scale is scored.
    let series: CountSeries
    /// The recorder whose kind of counts these are.
    let scale: CountScale
    /// What is known of the recorder beside its counts, which decides what stillness is.
    enum Wear: Hashable {
        /// A recorder: non-wear is looked for before nights.
        case recorder(TemperatureSpread)
        /// Nothing: in the zone's nights stillness is rest.
        case bare(Zone)
        /// Whole days are looked at, not nights: three hours without a count are non-wear, but for Actiwatches, of which peers and
        /// the maker's software take every count.
        case days
    }

    /// When the recorder's own software says that rest began.
    let rests: [Instant]
    /// The counts of each minute.
    private let minutes: CountSeries
    /// Sleep, wake, not worn or unknown of each epoch of the series.
    let states: [SleepState]
    private let doubtful: [Bool]
    /// Sleep periods, as indices of the series.
    private let periods: [Range<Int>]

    /// Scores the series, looks for times without the recorder and then for sleep periods.
    /// - Parameters:
    ///   - series: counts of the scale.
    ///   - scale: whose rules hold.
    ///   - wear: how times without the recorder are told.
    ///   - rests: when the recorder's own software says that rest began.
    init(series: CountSeries, scale: CountScale, wear: Wear, rests: [Instant] = []) {
        (self.series, self.scale, self.rests) = (series, scale, rests)
        minutes = series.byMinutes()
        let scored = scale.scorer.score(series.counts, seconds: series.epochSeconds) ?? []
        var states = scored
        var doubtful = [Bool](repeating: false, count: scored.count)
        for index in states.indices where series.notWorn[index] && states[index] != .unknown {
            states[index] = .notWorn
        }
        if scale.periods == .longRests {
            let rest = Self.longRests(series)
            for index in states.indices where states[index] == .asleep && !rest.contains(where: { $0.contains(index) })
            {
                states[index] = .awake
            }
        }
        switch wear {
        case .bare(let zone):
            states = StillNights(series: series, scale: scale, scored: scored, states: states, zone: zone).states
        case .days where scale.nonWear == .counts && scale != .actiwatch:
            for run in Choi.nights.nonWear(series.counts) {
                for index in run { states[index] = .notWorn }
            }
        case .recorder(let temperature) where scale.nonWear != .unknown:
            let minutely =
                series.epochSeconds == 60 ? states : scale.scorer.score(minutes.counts, seconds: 60) ?? []
            let found = CountWear(
                series: minutes, states: minutely, isOftenSilent: scale.nonWear == .recorder, temperature: temperature
            ).find()
            let parts = 60 / series.epochSeconds
            for index in states.indices {
                if found.notWorn[index / parts], states[index] != .unknown { states[index] = .notWorn }
                doubtful[index] = found.doubtful[index / parts]
            }
        case .days, .recorder: break
        }
        self.states = states
        self.doubtful = doubtful
        periods = Self.periods(states, series, scale)
    }

    static func periods(_ states: [SleepState], _ series: CountSeries, _ scale: CountScale) -> [Range<Int>] {
        switch scale.periods {
        case .tudorLocke:
            TudorLocke(keepsOpenEnd: true).periods(in: states, counts: series.counts).map(\.minutes)
        case .sleepDensity:
            SleepDensity(epochSeconds: series.epochSeconds).periods(
                states, mobile: series.counts.map { scale.isMobile($0, seconds: series.epochSeconds) })
        case .longRests: longRests(series)
        }
    }

    /// Rests by steps of at least two hours: shorter ones are sitting.
    private static func longRests(_ series: CountSeries) -> [Range<Int>] {
        Roenneberg().periods(in: series.counts).filter { Double($0.count) >= NightDraft.shortestMainMinutes }
    }

    private var perMinute: Int { 60 / series.epochSeconds }

    private var longPeriods: [Range<Int>] {
        periods.filter { Double($0.count / perMinute) >= NightDraft.shortestMainMinutes }
    }

    /// The minutes of all sleep of at least two hours.
    var longSleep: Int { longPeriods.reduce(0) { $0 + $1.count } / perMinute }

    /// Sleep of at least two hours that windows ending at `cut` cut, in minutes: of each the shorter part.
    func lost(cut: Int, in zone: Zone) -> Int {
        let ends = NightWindow.windows(over: series.start..<series.end, cut: cut, in: zone)
            .map { Int($0.interval.upperBound.nanoseconds(since: series.start) / epochNanoseconds) }
        let epochs = longPeriods.reduce(0) { sum, period in
            sum + ends.reduce(0) { $0 + max(0, min($1 - period.lowerBound, period.upperBound - $1)) }
        }
        return epochs / perMinute
    }

    /// The drafts of all windows that the series overlaps; they end at `cut`, in seconds from midnight.
    func drafts(cut: Int, in zone: Zone) throws -> [NightDraft] {
        let method = periodMethod
        return try NightWindow.windows(over: series.start..<series.end, cut: cut, in: zone).compactMap { window in
            try Task.checkCancellation()
            return draft(window, method)
        }
    }

    private var epochNanoseconds: Int64 { Int64(series.epochSeconds) &* 1_000_000_000 }

    private var periodMethod: Method {
        switch scale.periods {
        case .tudorLocke:
            Method(
                scale.periods.rule,
                parameters: [
                    "bedtime_start_min": 5, "wake_time_end_min": 10, "shortest_min": 160, "longest_min": 1440,
                ])
        case .sleepDensity:
            Method(
                scale.periods.rule,
                parameters: ["window_min": 60, "threshold": 0.7, "gap_min": 60, "still_min": 10, "mobile_epochs": 1])
        case .longRests:
            Method(
                scale.periods.rule,
                parameters: ["threshold": 0.15, "trend_h": 24, "seed_min": 30, "longest_h": 12])
        }
    }

    /// The epochs of `window`, on the series' own grid.
    private func draft(_ window: NightWindow, _ method: Method) -> NightDraft? {
        let lead = window.interval.lowerBound.nanoseconds(since: series.start)
        // The first epoch of the series' grid that does not begin before the window.
        let first = Int(lead / epochNanoseconds) + (lead % epochNanoseconds > 0 ? 1 : 0)
        let length = window.interval.upperBound.nanoseconds(since: window.interval.lowerBound)
        let count = Int(length / epochNanoseconds)
        guard count > 0 else { return nil }
        let own = first..<(first + count)
        let start = series.start.advanced(byNanoseconds: Int64(first) &* epochNanoseconds)
        return NightDraft(
            window: window, start: start, epochSeconds: series.epochSeconds,
            states: own.map { states.indices.contains($0) ? states[$0] : .unknown },
            periods: periods.compactMap { period in
                let clipped = period.clamped(to: own)
                return clipped.isEmpty ? nil : (clipped.lowerBound - first)..<(clipped.upperBound - first)
            },
            periodMethod: method, scorer: scale.scorer, transfer: scale.transfer,
            silent: own.map { states.indices.contains($0) && minutes.counts[$0 / perMinute] == 0 },
            doubtful: own.map { states.indices.contains($0) && doubtful[$0] }, rests: rests)
    }
}
