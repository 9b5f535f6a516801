import Documents
import Signals
import Store

/// The figures of metrics as samples.
struct MetricSamples {
    let store: Store
    let column: Int64
    /// Whose days they are of which a metric tells the sum.
    let zone: Zone

    /// A night may be told of so long after it began.
    private static let lateness = 2 * 86_400.0

    /// The samples that are asked for, after a place.
    func samples(_ query: HealthSeries.Query, after: (time: Instant, row: Int64)?) throws -> [HealthSeries.Row] {
        guard let kinds = Self.kinds[query.type] else { return [] }
        var found: [HealthSeries.Row] = []
        for kind in kinds {
            var asked = HealthMetricQuery(person: column, limit: 5000)
            asked.type = kind.rawValue
            asked.start = query.reach.lowerBound.advanced(bySeconds: -Self.lateness)
            asked.end = query.reach.upperBound.advanced(bySeconds: Self.lateness)
            while true {
                let page = try store.healthMetrics(asked)
                for metric in page {
                    // A night that is told of at another time is none of the metric's days, however many are looked at.
                    found += Self.samples(metric, query.type).filter {
                        abs($0.start.seconds(since: metric.time)) <= Self.lateness
                    }.map { (metric.row, $0) }
                }
                guard page.count == asked.limit, let last = page.last else { break }
                asked.before = (last.time, last.row)
            }
        }
        if Self.sums.contains(query.type) { found = days(found) }
        return found.filter { query.takes($0.sample) }.page(after: after, limit: query.limit)
    }

    /// What there are samples of; they are not counted.
    func types() throws -> Set<String> {
        var found: Set<String> = []
        var asked = HealthMetricQuery(person: column, limit: 5000)
        while true {
            let page = try store.healthMetrics(asked)
            for metric in page {
                guard let kind = HealthMetricType(rawValue: metric.type), let sent = Self.read(metric) else { continue }
                for (type, kinds) in Self.kinds where !found.contains(type) && kinds.contains(kind) {
                    if !Self.samples(sent, metric, type).isEmpty { found.insert(type) }
                }
            }
            guard page.count == asked.limit, let last = page.last else { return found }
            asked.before = (last.time, last.row)
        }
    }

    /// Types of which a metric tells what a day came to so far.
    private static let sums: Set = [
        "steps", "active_energy", "exercise_minutes", "flights_climbed", "distance",
    ]

    /// One sample for each day and source, from midnight on: the greatest, as each tells of the day so far.
    private func days(_ samples: [HealthSeries.Row]) -> [HealthSeries.Row] {
        struct Key: Hashable {
            var start: Instant
            var source: SampleSource.Name
        }
        var days: [Key: HealthSeries.Row] = [:]
        for (row, sample) in samples {
            let day = SampleParts.day.interval(containing: sample.start, in: zone)
            let key = Key(
                start: day.lowerBound, source: SampleSource.Name(source: sample.source, device: sample.device ?? ""))
            var sum = sample
            sum.start = day.lowerBound
            // A day that is told of at midnight is told of as a whole.
            sum.end = sample.start > day.lowerBound ? sample.start : day.upperBound
            if let known = days[key], (known.sample.value ?? 0) >= (sum.value ?? 0) { continue }
            days[key] = (row, sum)
        }
        return Array(days.values)
    }

    /// The metrics that can tell of each type of sample.
    static let kinds: [String: [HealthMetricType]] = {
        let body: [HealthMetricType] = [
            .heartRate, .heartRateVariability, .bloodPressure, .bloodOxygen, .respiratoryRate, .bodyTemperature,
            .bloodGlucose,
        ]
        var kinds = Dictionary(uniqueKeysWithValues: biometrics.map { ($0.type, body) })
        for (type, _, _) in activities { kinds[type] = [.activityLevel] }
        kinds["sleep_analysis"] = [.sleepAnalysis]
        return kinds
    }()

    private static var biometrics: [(type: String, unit: String, value: @Sendable (BiometricData) -> Double?)] {
        [
            ("heart_rate", "count/min", { $0.heartRate }),
            ("heart_rate_variability", "ms", { $0.heartRateVariability }),
            ("oxygen_saturation", "%", { $0.oxygenSaturation }),
            ("respiratory_rate", "count/min", { $0.respiratoryRate }),
            ("body_temperature", "degC", { $0.bodyTemperature }),
            ("blood_glucose", "mg/dL", { $0.bloodGlucose }),
            ("blood_pressure_systolic", "mmHg", { $0.systolic }),
            ("blood_pressure_diastolic", "mmHg", { $0.diastolic }),
        ]
    }

    private static var activities: [(type: String, unit: String, value: @Sendable (ActivityData) -> Double?)] {
        [
            ("steps", "count", { $0.steps.map(Double.init) }),
            ("active_energy", "kcal", { $0.activeEnergy }),
            ("exercise_minutes", "min", { ($0.exerciseMinutes ?? $0.activeMinutes).map(Double.init) }),
            ("flights_climbed", "count", { $0.flightsClimbed.map(Double.init) }),
            ("distance", "km", { $0.distance }),
            ("resting_heart_rate", "count/min", { $0.restingHeartRate }),
            ("vo2_max", "mL/min·kg", { $0.vo2Max }),
        ]
    }

    private static func read(_ metric: HealthMetric) -> HealthMetricDocument? {
        try? FieldReader.answer(HealthMetricDocument.self, metric.body)
    }

    private static func samples(_ metric: HealthMetric, _ type: String) -> [HealthSample] {
        read(metric).map { samples($0, metric, type) } ?? []
    }

    private static func samples(
        _ sent: HealthMetricDocument, _ metric: HealthMetric, _ type: String
    ) -> [HealthSample] {
        func sample(_ value: Double?, _ unit: String) -> [HealthSample] {
            value.map {
                [
                    HealthSample(
                        type: type, start: metric.time, end: metric.time, value: $0, unit: unit, device: metric.device,
                        source: metric.source)
                ]
            } ?? []
        }
        if let sleep = sent.sleep { return type == "sleep_analysis" ? night(sleep, metric) : [] }
        if let body = sent.biometric, let kind = biometrics.first(where: { $0.type == type }) {
            return sample(kind.value(body), kind.unit)
        }
        if let activity = sent.activity, let kind = activities.first(where: { $0.type == type }) {
            return sample(kind.value(activity), kind.unit)
        }
        return []
    }

    /// A night whose minutes are told, but not when each was: asleep from its start on, then awake to its end.
    private static func night(_ sleep: SleepData, _ metric: HealthMetric) -> [HealthSample] {
        let (start, end) = (sleep.start.instant, sleep.end.instant)
        let asleep = min(end, start.advanced(bySeconds: Double(sleep.totalSleep) * 60))
        return [(start, asleep, "asleep"), (asleep, end, "awake")].filter { $0.0 < $0.1 }.map { start, end, word in
            HealthSample(
                type: "sleep_analysis", start: start, end: end, value: end.seconds(since: start) / 60, word: word,
                unit: "min", device: metric.device, source: metric.source)
        }
    }
}
