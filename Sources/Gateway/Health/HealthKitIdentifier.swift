/// What a sample named as HealthKit names it is called here, and in which unit it is kept.
struct HealthKitIdentifier: Sendable {
    /// The gateway's name for it, such as `heart_rate`.
    var type: String
    /// The unit in which it is kept; nil keeps that of the sample.
    var unit: String?
    /// The accepted range, in that unit; nil for any finite value.
    var range: ClosedRange<Double>?
    /// Factors from other units to the stored one.
    var factors: [String: Double] = [:]

    /// The meaning of an identifier; one that is not known keeps its own name in our spelling.
    static func named(_ identifier: String) -> HealthKitIdentifier {
        var name = identifier[...]
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier"]
        where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        return known[String(name)] ?? byType[identifier] ?? HealthKitIdentifier(type: snake(name))
    }

    /// The meaning of a sample: its identifier's; where that is unknown or missing, its type's, where that says more.
    /// - Returns: nil when neither says anything.
    static func meaning(identifier: String?, type: String?) -> HealthKitIdentifier? {
        let names = [identifier, type].compactMap { $0 }.filter { !$0.isEmpty }
        return names.lazy.map(named).first { byType[$0.type] != nil } ?? names.first.map(named)
    }

    /// Whether its samples are figures in a unit of ours, so that no text says anything.
    var isFigure: Bool { unit != nil && type != "sleep_analysis" }

    /// `DistanceCycling` as `distance_cycling`.
    static func snake(_ name: Substring) -> String {
        var text = ""
        var wasUpper = true
        for character in name.prefix(100) {
            guard character.isLetter || character.isNumber else {
                if !text.hasSuffix("_") { text += "_" }
                continue
            }
            if character.isUppercase, !wasUpper, !text.hasSuffix("_") { text += "_" }
            text += character.lowercased()
            wasUpper = character.isUppercase
        }
        return text
    }

    /// The identifiers by the gateway's names, which programs may send too.
    private static let byType = Dictionary(known.values.map { ($0.type, $0) }) { first, _ in first }

    private static let kilometres: [String: Double] = [
        "m": 0.001, "mi": 1.609344, "yd": 0.000_914_4, "ft": 0.000_304_8, "cm": 0.000_01,
    ]
    private static let kilocalories: [String: Double] = ["J": 1 / 4184, "kJ": 1 / 4.184, "cal": 0.001]

    /// Identifiers by HealthKit's name without its prefix.
    private static let known: [String: HealthKitIdentifier] = [
        "HeartRate": .init(type: "heart_rate", unit: "count/min", range: 30...300, factors: ["count/s": 60]),
        "RestingHeartRate": .init(
            type: "resting_heart_rate", unit: "count/min", range: 30...120, factors: ["count/s": 60]),
        "HeartRateVariabilitySDNN": .init(
            type: "heart_rate_variability", unit: "ms", range: 0...500, factors: ["s": 1000]),
        "StepCount": .init(type: "steps", unit: "count", range: 0...100_000),
        "DistanceWalkingRunning": .init(
            type: "distance", unit: "km", range: 0...1000, factors: Self.kilometres),
        "DistanceCycling": .init(type: "distance_cycling", unit: "km", range: 0...1000, factors: Self.kilometres),
        "DistanceSwimming": .init(type: "distance_swimming", unit: "km", range: 0...1000, factors: Self.kilometres),
        "ActiveEnergyBurned": .init(
            type: "active_energy", unit: "kcal", range: 0...20_000, factors: Self.kilocalories),
        "BasalEnergyBurned": .init(
            type: "basal_energy", unit: "kcal", range: 0...20_000, factors: Self.kilocalories),
        "FlightsClimbed": .init(type: "flights_climbed", unit: "count", range: 0...500),
        "AppleExerciseTime": .init(type: "exercise_minutes", unit: "min", range: 0...1440, factors: ["s": 1 / 60.0]),
        "OxygenSaturation": .init(type: "oxygen_saturation", unit: "%", range: 0...100),
        "RespiratoryRate": .init(type: "respiratory_rate", unit: "count/min", range: 3...80),
        "BodyTemperature": .init(type: "body_temperature", unit: "degC", range: 30...45),
        "BloodGlucose": .init(
            type: "blood_glucose", unit: "mg/dL", range: 10...1000,
            factors: ["mmol<180.15588000005408>/L": 18.0156, "mmol/L": 18.0156]),
        "BloodPressureSystolic": .init(type: "blood_pressure_systolic", unit: "mmHg", range: 40...300),
        "BloodPressureDiastolic": .init(type: "blood_pressure_diastolic", unit: "mmHg", range: 20...200),
        "VO2Max": .init(type: "vo2_max", unit: "mL/min·kg", range: 5...100),
        "BodyMass": .init(
            type: "body_mass", unit: "kg", range: 1...500, factors: ["g": 0.001, "lb": 0.45359237, "st": 6.35029318]),
        "Height": .init(type: "height", unit: "m", range: 0.2...3, factors: ["cm": 0.01, "in": 0.0254, "ft": 0.3048]),
        "SleepAnalysis": .init(type: "sleep_analysis", unit: ""),
    ]

    /// A value in the unit that is kept, with that unit; nil for a unit that cannot be turned into it.
    func converted(_ value: Double, from sent: String?) -> (value: Double, unit: String)? {
        guard let unit else { return (value, sent ?? "") }
        if type == "oxygen_saturation", value <= 1 { return (value * 100, unit) }
        if type == "body_temperature", sent == "degF" || sent == "°F" { return ((value - 32) / 1.8, unit) }
        guard let sent, !sent.isEmpty, sent != unit else { return (value, unit) }
        return (factors[sent] ?? (Self.spellings[unit]?.contains(sent) == true ? 1 : nil)).map { (value * $0, unit) }
    }

    /// Units that a sample of this kind may come in, for a message.
    var units: [String] { [unit ?? ""] + factors.keys.sorted() }

    /// Other spellings of the stored units.
    private static let spellings: [String: Set<String>] = [
        "count/min": ["bpm", "BPM", "beats/min", "/min", "1/min", "breaths/min"],
        "count": ["steps", "step", "flights", "1"], "%": ["percent", "1", "fraction"],
        "degC": ["C", "°C", "celsius"], "kcal": ["Cal", "calories"], "min": ["minutes", "minute"], "ms": ["msec"],
        "mL/min·kg": [
            "mL/kg/min", "ml/kg/min", "mL/min*kg", "mL/(kg*min)", "ml/(kg*min)", "mL/(min*kg)", "mL/(kg·min)",
        ],
        "mg/dL": ["mg/dl"], "mmHg": ["mmhg", "mm[Hg]"],
    ]

    /// HealthKit's numbers for sleep, as words in their order.
    static let sleepWords = ["in_bed", "asleep", "awake", "light", "deep", "rem"]

    /// A word for sleep in our spelling: ours, or that of HealthKit's exports; nil for any other.
    static func sleepWord(_ text: String) -> String? {
        if sleepWords.contains(text) { return text }
        let prefix = "HKCategoryValueSleepAnalysis"
        let word = snake(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...])
        switch word {
        case "asleep_unspecified", "unspecified": return "asleep"
        case "asleep_core", "core": return "light"
        case "asleep_deep": return "deep"
        case "asleep_rem": return "rem"
        case "inbed": return "in_bed"
        default: return sleepWords.contains(word) ? word : nil
        }
    }

    /// Types whose values are measured at a time and do not add up, beside those whose unit tells it.
    private static let levels: Set = [
        "heart_rate", "resting_heart_rate", "walking_heart_rate_average", "heart_rate_variability",
        "oxygen_saturation", "respiratory_rate", "body_temperature", "basal_body_temperature", "blood_glucose",
        "blood_pressure_systolic", "blood_pressure_diastolic", "vo2_max", "body_mass", "lean_body_mass",
        "body_mass_index", "height", "waist_circumference", "uvexposure", "uv_exposure",
    ]

    /// Whether values of a type add up, as steps do, rather than have a mean, as heart rates do.
    static func isAmount(_ type: String, unit: String) -> Bool {
        !levels.contains(type) && !unit.contains("/") && !unit.contains("%") && !unit.hasPrefix("deg")
            && !["mmHg", "dBASPL", "dBHL", "W"].contains(unit)
    }
}
