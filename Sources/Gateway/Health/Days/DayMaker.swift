import Analysis
import Documents
import Signals
import Store

/// Makes what a day of a person came to from their samples, nights and beats.
struct DayMaker {
    let store: Store
    let series: HealthSeries
    let zone: Zone
    /// Whose heart rates are resting when: the night of each day.
    let nights: [CivilDate: StoredNight]
    let worn: @Sendable (DeviceID, Range<Instant>) -> [Range<Instant>]

    /// ENMO from which a minute is active, in g: moderate activity of adults, worn at the wrist (Hildebrand et al. 2014).
    private static let activeENMO = 0.1006

    /// What a day came to.
    /// - Throws: `Failure` when the store cannot be read.
    func make(_ date: CivilDate) throws -> DayFigures {
        let day = SampleParts.day.interval(containing: zone.start(of: date), in: zone)
        var made = DayFigures(date)
        let night = nights[date]
        let rates = try heart(in: (night?.night.window.lowerBound ?? day.lowerBound)..<day.upperBound)
        try sleep(night, date, &made)
        let own = rates.filter { day.contains($0.time) }
        if own.isEmpty {
            made.figures["average_heart_rate"] = .init(nil, "no heart rate on this day")
        } else {
            made.figures["average_heart_rate"] = .init(
                own.reduce(0) { $0 + $1.rate } / Double(own.count), "mean of \(own.count) heart rates")
        }
        try resting(rates, own, night, day, &made)
        try variability(night, day, &made)
        try amounts(day, &made)
        made.newest = [made.newest, rates.last?.time].compactMap(\.self).max()
        return made
    }

    /// Heart rates, each moment by one source.
    private func heart(in window: Range<Instant>) throws -> [RestingHeartRate.Rate] {
        let samples = try all("heart_rate", in: window)
        return SampleChoice(day: window, isAmount: false).pieces(of: samples).compactMap { piece in
            piece.value.map { .init(time: piece.span.lowerBound, rate: $0) }
        }
    }

    private func all(_ type: String, in window: Range<Instant>) throws -> [HealthSample] {
        var samples: [HealthSample] = []
        var after: (time: Instant, row: Int64)?
        while true {
            let page = try series.samples(.init(type, in: window, after: after))
            samples += page.map(\.sample)
            guard page.count == 5000, let last = page.last else { return samples }
            after = (last.sample.start, last.row)
        }
    }

    private func sleep(_ night: StoredNight?, _ date: CivilDate, _ made: inout DayFigures) throws {
        if let night, night.night.sleepPeriod != nil {
            let measures = night.night.measures
            func figure(_ estimate: Estimate, _ scale: Double) -> DayFigures.Figure {
                .init(
                    estimate.value.map { $0 * scale },
                    estimate.reason ?? "\(estimate.method.name), \(night.device.rawValue)")
            }
            made.figures["sleep_hours"] = figure(measures.totalSleepTime, 1 / 60.0)
            made.figures["sleep_efficiency"] = figure(measures.sleepEfficiency, 1)
            made.newest = night.night.sleepPeriod?.upperBound
            return
        }
        let window = NightWindow(endingOn: date, in: zone).interval
        // What devices saw is that night, where there was none: a nap of theirs is no night.
        let found = try SampleSummary.totals("sleep_analysis", in: window, by: .all, zone: zone, of: series.sentAlone)
        let reason = night?.night.sleepPeriodReason ?? "no night that ended on this day"
        let source = found.parts.first?.sources.first ?? ""
        made.figures["sleep_hours"] = .init(found.sum.map { $0 / 60 }, found.sum == nil ? reason : "as \(source) told")
        let minutes = found.parts.first?.minutes ?? [:]
        let awake = minutes["awake"] ?? 0
        if let sum = found.sum, sum > 0, awake > 0 {
            made.figures["sleep_efficiency"] = .init(
                100 * sum / (sum + awake), "time asleep of asleep and awake, \(source)")
        } else {
            made.figures["sleep_efficiency"] = .init(nil, found.sum == nil ? reason : "time awake is not known")
        }
    }

    private func resting(
        _ rates: [RestingHeartRate.Rate], _ own: [RestingHeartRate.Rate], _ night: StoredNight?, _ day: Range<Instant>,
        _ made: inout DayFigures
    ) throws {
        let name = "resting_heart_rate"
        if let period = night?.night.sleepPeriod {
            let found = RestingHeartRate.asleep(rates.filter { period.contains($0.time) })
            if let value = found.value { return made.figures[name] = .init(value, "lowest half hour of sleep") }
        }
        let told = try SampleSummary.totals(name, in: day, by: .all, zone: zone, of: series)
        if let part = told.parts.first, let mean = part.mean {
            return made.figures[name] = .init(mean, "as \(part.sources.first ?? "a program") told")
        }
        let found = RestingHeartRate.awake(own)
        made.figures[name] = .init(
            found.value, found.value == nil ? found.reason ?? "" : "10th percentile of the day's heart rates")
    }

    private func variability(_ night: StoredNight?, _ day: Range<Instant>, _ made: inout DayFigures) throws {
        let name = "hrv_ms"
        var reason = "no sleep period with beats"
        if let period = night?.night.sleepPeriod {
            // One device's beats: two straps at once are two people or one heart twice.
            let beats = try (series.devices?.devices ?? []).map { device in
                try worn(device.id, period).flatMap {
                    try store.beats(of: device.id, from: $0.lowerBound, to: $0.upperBound)
                }
            }.max { $0.count < $1.count }
            let found = NightVariability.rmssd(beats ?? [], in: period)
            if let value = found.value { return made.figures[name] = .init(value, "RMSSD in sleep, median of 5 min") }
            reason = found.reason ?? reason
        }
        let told = try SampleSummary.totals("heart_rate_variability", in: day, by: .all, zone: zone, of: series)
        if let part = told.parts.first, let mean = part.mean {
            return made.figures[name] = .init(mean, "mean SDNN, as \(part.sources.first ?? "a program") told")
        }
        made.figures[name] = .init(nil, reason)
    }

    private func amounts(_ day: Range<Instant>, _ made: inout DayFigures) throws {
        for (name, type) in [
            ("steps", "steps"), ("active_energy", "active_energy"), ("active_minutes", "exercise_minutes"),
        ] {
            let found = try SampleSummary.totals(type, in: day, by: .all, zone: zone, of: series)
            let sources = found.parts.first?.sources.joined(separator: ", ") ?? ""
            made.figures[name] = .init(
                found.sum, found.sum == nil ? "nothing that counts \(type) on this day" : sources)
        }
        if made.figures["active_minutes"]?.value == nil, let minutes = try activeMinutes(day) {
            made.figures["active_minutes"] = .init(Double(minutes), "minutes of ENMO over 100.6 mg (Hildebrand 2014)")
        }
    }

    /// Minutes of moderate activity by the device with most motion; nil without any.
    private func activeMinutes(_ day: Range<Instant>) throws -> Int? {
        var most: (minutes: Int, active: Int)?
        for device in series.devices?.devices ?? [] {
            var found = (minutes: 0, active: 0)
            for stretch in worn(device.id, day) {
                for epoch in try store.epochs(
                    of: device.id, seconds: 60, from: stretch.lowerBound, to: stretch.upperBound)
                {
                    guard let enmo = epoch.motion?.enmo, enmo.isFinite else { continue }
                    found.minutes += 1
                    if enmo > Self.activeENMO { found.active += 1 }
                }
            }
            if found.minutes > (most?.minutes ?? 0) { most = found }
        }
        return most?.active
    }
}
