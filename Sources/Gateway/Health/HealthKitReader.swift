import Documents
import Runtime
import Signals
import Store

/// Makes samples of what was sent in HealthKit's shape.
struct HealthKitReader {
    /// The lists of an upload, in the order in which they are read.
    static let lists = ["quantity_samples", "category_samples", "workouts", "correlation_samples"]

    /// What a sample says, or what is wrong with it.
    /// - Parameters:
    ///   - value: the sample.
    ///   - list: the list that it stands in.
    ///   - place: where it stands, such as `quantity_samples[3]`.
    static func samples(_ value: JSONValue, in list: String, at place: String) -> Result<[HealthSample], HealthRefusal>
    {
        var checks = HealthChecks()
        guard let members = value.object else {
            return .failure(
                HealthRefusal([.init(field: place, message: "It must be an object.", code: "invalid_type")]))
        }
        let isWorkout = list == "workouts"
        let identifier = checks.text("identifier", of: members, at: place)
        let type = checks.text("type", of: members, at: place)
        let meaning = HealthKitIdentifier.meaning(identifier: identifier, type: type)
        if meaning == nil, !isWorkout, checks.faults.isEmpty {
            checks.add("\(place).identifier", "It is needed, or a “type” such as heart_rate.", "missing")
        }
        let unit = checks.text("unit", of: members, at: place, longest: 64)
        let source = checks.text("source_name", of: members, at: place) ?? "unknown"
        let start = checks.time("start_date", of: members, at: place, isNeeded: true)
        let end = checks.time("end_date", of: members, at: place, isNeeded: true)
        let device = checks.object("device", of: members, at: place)
        _ = checks.object("metadata", of: members, at: place)
        if let start, let end, end < start {
            checks.add(
                "\(place).end_date", "It must not lie before start_date.", "inconsistent", members["end_date"] ?? .null)
        }
        guard checks.faults.isEmpty, let start, let end else { return .failure(HealthRefusal(checks.faults)) }
        let make = { (type: String, value: Double?, word: String, unit: String) in
            HealthSample(
                type: type, start: start, end: end, value: value, word: word, unit: unit,
                device: device?["name"]?.string ?? device?["model"]?.string, source: source)
        }
        if isWorkout {
            return .success([make("workout", end.seconds(since: start) / 60, identifier ?? type ?? "workout", "min")])
        }
        guard let meaning else { return .failure(HealthRefusal(checks.faults)) }
        switch members["value"] ?? .null {
        case .number(let number):
            if meaning.type == "sleep_analysis" {
                guard
                    let word = Int(exactly: number).flatMap({
                        HealthKitIdentifier.sleepWords.indices.contains($0) ? HealthKitIdentifier.sleepWords[$0] : nil
                    })
                else {
                    checks.add("\(place).value", "Sleep is told by 0 to 5.", "out_of_range", .number(number))
                    break
                }
                return .success([make(meaning.type, end.seconds(since: start) / 60, word, "min")])
            }
            if let fault = length(start, end, at: place) {
                checks.add(fault.field, fault.message, fault.code, members["end_date"] ?? .null)
            } else if let sample = figure(meaning, number, unit, at: "\(place).value", &checks) {
                return .success([make(meaning.type, sample.value, "", sample.unit)])
            }
        case .string(let text) where meaning.type == "sleep_analysis":
            if let word = HealthKitIdentifier.sleepWord(text) {
                return .success([make(meaning.type, end.seconds(since: start) / 60, word, "min")])
            }
            let known = HealthKitIdentifier.sleepWords.joined(separator: ", ")
            checks.add("\(place).value", "There are \(known), or 0 to 5.", "invalid_value", .string(text))
        case .string(let word) where list == "quantity_samples" || meaning.isFigure:
            checks.add("\(place).value", "It must be a number.", "invalid_type", .string(word))
        case .string(let word) where (1...100).contains(word.utf8.count):
            return .success([make(meaning.type, nil, word, unit ?? "")])
        case .object(let parts) where !parts.isEmpty && !meaning.isFigure && meaning.type != "sleep_analysis":
            // A correlation, such as blood pressure: each part is a figure of its own.
            var samples: [HealthSample] = []
            for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
                guard let number = part.number else {
                    checks.add("\(place).value.\(name)", "It must be a number.", "invalid_type", part)
                    continue
                }
                let own = HealthKitIdentifier.named(Self.part(name, of: meaning.type))
                if let sample = figure(own, number, unit, at: "\(place).value.\(name)", &checks) {
                    samples.append(make(own.type, sample.value, "", sample.unit))
                }
            }
            if checks.faults.isEmpty { return .success(samples) }
        default:
            checks.add(
                "\(place).value",
                meaning.isFigure ? "It must be a number." : "It must be a number, text, or an object of numbers.",
                "invalid_type",
                members["value"] ?? .null)
        }
        return .failure(HealthRefusal(checks.faults))
    }

    /// Nothing that is summed lasts longer than sums look back.
    private static func length(
        _ start: Instant, _ end: Instant, at place: String
    ) -> HealthFault? {
        guard end.nanoseconds(since: start) > SampleSummary.longest else { return nil }
        return HealthFault(
            field: "\(place).end_date", message: "A sample lasts 31 days at most; send it in parts.",
            code: "out_of_range")
    }

    /// Blood pressure's parts have short names in some programs.
    private static func part(_ name: String, of type: String) -> String {
        guard type.hasPrefix("blood_pressure") else { return name }
        return name == "systolic" ? "BloodPressureSystolic" : name == "diastolic" ? "BloodPressureDiastolic" : name
    }

    private static func figure(
        _ meaning: HealthKitIdentifier, _ number: Double, _ unit: String?, at field: String,
        _ checks: inout HealthChecks
    ) -> (value: Double, unit: String)? {
        guard let figure = meaning.converted(number, from: unit) else {
            let known = meaning.units.joined(separator: ", ")
            checks.add(
                field, "A unit of \(meaning.type) is \(known).", "invalid_value", unit.map { .string($0) } ?? .null)
            return nil
        }
        if let range = meaning.range, !range.contains(figure.value) {
            let bounds = "\(HealthChecks.short(range.lowerBound)) to \(HealthChecks.short(range.upperBound))"
            checks.add(
                field, "\(HealthChecks.short(figure.value)) is not within \(bounds) \(figure.unit).", "out_of_range",
                .number(number))
            return nil
        }
        return figure
    }
}
