public import Signals

/// What the heart did in the main sleep of a night.
public struct NightHeart: Hashable, Sendable {
    /// A figure of the night.
    public enum Figure: String, Hashable, Sendable, CaseIterable {
        /// The lowest mean of five minutes, per minute.
        case lowest = "heart_rate_lowest"
        /// The mean of the sleep period, per minute.
        case mean = "heart_rate_mean"
        /// The lowest mean of half an hour, per minute.
        case resting = "heart_rate_resting"
        /// RMSSD of the whole sleep period, in ms.
        case variability = "rmssd_sleep"
        /// RMSSD of deep sleep, in ms.
        case deepVariability = "rmssd_deep"
        /// RMSSD of the first four hours, in ms.
        case firstVariability = "rmssd_first_hours"
        /// RMSSD of the last five minutes, in ms.
        case lastVariability = "rmssd_last_minutes"
        /// Breaths per minute.
        case respiration = "respiration"

        /// The unit.
        public var unit: String {
            switch self {
            case .lowest, .mean, .resting, .respiration: "/min"
            case .variability, .deepVariability, .firstVariability, .lastVariability: "ms"
            }
        }
    }

    /// Each figure, or why there is none.
    public var figures: [Figure: Estimate] = [:]

    /// The heart of a night.
    /// - Parameters:
    ///   - night: the scored night.
    ///   - hypnogram: its states.
    ///   - rates: heart rates by the minute, in order of time.
    ///   - beats: labelled beats, in order of time.
    public init(_ night: Night, _ hypnogram: Hypnogram, rates: [RestingHeartRate.Rate], beats: [Beat]) {
        guard let period = night.sleepPeriod else {
            let reason = night.sleepPeriodReason ?? "no sleep was found"
            for figure in Figure.allCases {
                figures[figure] = Estimate(unknown: reason, method: Method(figure.rawValue))
            }
            return
        }
        let rates = rates.filter { period.contains($0.time) && $0.rate.isFinite }
        figures[.lowest] = Self.lowest(rates)
        figures[.mean] = Self.mean(rates)
        figures[.resting] = RestingHeartRate.asleep(rates)
        let hours = min(period.upperBound, period.lowerBound.advanced(bySeconds: 4 * 3600))
        let last = max(
            period.lowerBound, period.upperBound.advanced(bySeconds: -RecentVariability.windowSeconds))
        figures[.variability] = NightVariability.rmssd(beats, in: period)
        figures[.deepVariability] =
            hypnogram.states.contains(.deep)
            ? NightVariability.rmssd(beats, in: Self.deep(hypnogram), least: 3)
            : Estimate(unknown: "no deep sleep was staged", method: NightVariability.method(least: 3))
        figures[.firstVariability] = NightVariability.rmssd(beats, in: [period.lowerBound..<hours], least: 6)
        figures[.lastVariability] = NightVariability.rmssd(beats, in: [last..<period.upperBound], least: 1)
        figures[.respiration] = NightRespiration.rate(beats, in: period)
    }

    private static func mean(_ rates: [RestingHeartRate.Rate]) -> Estimate {
        let method = Method("mean-in-sleep", parameters: ["minimum": 30])
        guard rates.count >= 30 else {
            return Estimate(unknown: "fewer than 30 minutes of sleep with a heart rate", method: method)
        }
        return Estimate(rates.reduce(0) { $0 + $1.rate } / Double(rates.count), method: method)
    }

    /// The lowest mean of five minutes of which four at least have a rate.
    private static func lowest(_ rates: [RestingHeartRate.Rate]) -> Estimate {
        let method = Method("lowest-five-minutes", parameters: ["window_s": 300, "minimum": 4])
        var (lowest, first, sum) = (Double.infinity, 0, 0.0)
        for index in rates.indices {
            sum += rates[index].rate
            while rates[index].time.seconds(since: rates[first].time) >= 300 {
                sum -= rates[first].rate
                first += 1
            }
            if index - first + 1 >= 4 { lowest = min(lowest, sum / Double(index - first + 1)) }
        }
        return lowest.isFinite
            ? Estimate(lowest, method: method)
            : Estimate(unknown: "no five minutes of sleep with heart rates", method: method)
    }

    /// The stretches of deep sleep.
    private static func deep(_ hypnogram: Hypnogram) -> [Range<Instant>] {
        var spans: [Range<Instant>] = []
        for (index, state) in hypnogram.states.enumerated() where state == .deep {
            let epoch = hypnogram.epoch(at: index)
            if let last = spans.last, last.upperBound == epoch.lowerBound {
                spans[spans.count - 1] = last.lowerBound..<epoch.upperBound
            } else {
                spans.append(epoch)
            }
        }
        return spans
    }
}
