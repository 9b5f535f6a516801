import Documents
import Signals
import Store

/// Makes samples of what was sent in HealthKit's shape.
struct HealthKitReader {
    private let sent: HealthKitSampleDocument
    private let place: String

    /// What a sample says.
    /// - Parameters:
    ///   - entry: the sample, not yet judged.
    ///   - list: the list that it stands in.
    ///   - place: where it stands, such as `quantity_samples[3]`.
    /// - Throws: `FieldFaults` with what is wrong with it.
    static func samples(
        _ entry: Submitted<HealthKitSampleDocument>, in list: String, at place: String
    ) throws(FieldFaults) -> [HealthSample] {
        let reader = HealthKitReader(sent: try entry.judged(at: place), place: place)
        return list == "workouts" ? [try reader.workout()] : try reader.samples(in: list)
    }

    /// A workout: its minutes and its sport, and what energy and way it took where `value` or `metadata` tell it.
    private func workout() throws(FieldFaults) -> HealthSample {
        var workout = sample("workout", minutes, sport, "min")
        workout.energy = try told(
            ["total_energy_burned", "active_energy_burned", "active_energy", "energy"], of: "ActiveEnergyBurned")
        workout.distance = try told(["total_distance", "distance"], of: "DistanceWalkingRunning")
        return workout
    }

    private var sport: String {
        for name in ["activity_type", "workout_activity_type", "sport"] {
            guard let value = member(name)?.value else { continue }
            if let sport = value.number.map(HealthKitIdentifier.sport)
                ?? value.string.flatMap(HealthKitIdentifier.sport)
            {
                return sport
            }
        }
        let words = [sent.value.string, sent.identifier, sent.type]
        return words.lazy.compactMap { $0.flatMap(HealthKitIdentifier.sport) }.first ?? "workout"
    }

    /// What `value` or `metadata` have under a name, whether it is written `total_distance`, `totalDistance` or
    /// `HKTotalDistance`.
    private func member(_ name: String) -> (place: String, value: JSONValue, unit: String?)? {
        for (place, members) in [("value", sent.value.object), ("metadata", sent.metadata)] {
            let found = (members ?? [:]).sorted { $0.key < $1.key }.map { (HealthKitIdentifier.plain($0.key), $0) }
            guard let (key, value) = found.first(where: { $0.0 == name })?.1, value != .null else { continue }
            let unit = found.first { $0.0 == name + "_unit" }?.1.value.string
            return ("\(place).\(key)", value, unit)
        }
        return nil
    }

    private func told(_ names: [String], of kind: String) throws(FieldFaults) -> Double? {
        guard let (field, value, unit) = names.lazy.compactMap(member).first else { return nil }
        guard let number = value.number ?? value.object?["value"]?.number else {
            throw fault(field, "It must be a number.", "invalid_type", value.string.map { .string($0) })
        }
        return try figure(
            HealthKitIdentifier.named(kind), number, in: value.object?["unit"]?.string ?? unit, at: field
        ).value
    }

    private var minutes: Double { sent.end.instant.seconds(since: sent.start.instant) / 60 }

    private func samples(in list: String) throws(FieldFaults) -> [HealthSample] {
        guard let meaning = HealthKitIdentifier.meaning(identifier: sent.identifier, type: sent.type) else {
            throw fault("identifier", "It is needed, or a “type” such as heart_rate.", "missing")
        }
        let isSleep = meaning.type == "sleep_analysis"
        switch sent.value {
        case .number(let number) where isSleep:
            let words = HealthKitIdentifier.sleepWords
            guard let index = Int(exactly: number), words.indices.contains(index) else {
                throw fault("value", "Sleep is told by 0 to 5.", "out_of_range")
            }
            return [sample(meaning.type, minutes, words[index], "min")]
        case .number(let number):
            // Nothing that is summed lasts longer than sums look back.
            guard sent.end.instant.nanoseconds(since: sent.start.instant) <= SampleSummary.longest else {
                throw fault("end_date", "A sample lasts 31 days at most; send it in parts.", "out_of_range")
            }
            return [try figure(meaning, number, in: sent.unit, at: "value")]
        case .string(let text) where isSleep:
            guard let word = HealthKitIdentifier.sleepWord(text) else {
                let known = HealthKitIdentifier.sleepWords.joined(separator: ", ")
                throw fault("value", "There are \(known), or 0 to 5.", "invalid_value")
            }
            return [sample(meaning.type, minutes, word, "min")]
        case .string where list == "quantity_samples" || meaning.isFigure:
            throw fault("value", "It must be a number.", "invalid_type")
        case .string(let word) where (1...100).contains(word.utf8.count):
            return [sample(meaning.type, nil, word, sent.unit ?? "")]
        case .object(let parts) where !parts.isEmpty && !meaning.isFigure && !isSleep:
            return try figures(parts, of: meaning.type)
        default:
            throw fault(
                "value",
                meaning.isFigure ? "It must be a number." : "It must be a number, text, or an object of numbers.",
                "invalid_type")
        }
    }

    /// A correlation, such as blood pressure: each part is a figure of its own.
    private func figures(_ parts: [String: JSONValue], of type: String) throws(FieldFaults) -> [HealthSample] {
        var samples: [HealthSample] = []
        var faults: [FieldFault] = []
        for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
            do throws(FieldFaults) {
                guard let number = part.number else {
                    throw fault("value.\(name)", "It must be a number.", "invalid_type", part)
                }
                samples.append(
                    try figure(
                        HealthKitIdentifier.named(Self.part(name, of: type)), number,
                        in: sent.unit, at: "value.\(name)"))
            } catch { faults += error.faults }
        }
        guard faults.isEmpty else { throw FieldFaults(faults) }
        return samples
    }

    /// Blood pressure's parts have short names in some programs.
    private static func part(_ name: String, of type: String) -> String {
        guard type.hasPrefix("blood_pressure") else { return name }
        return name == "systolic" ? "BloodPressureSystolic" : name == "diastolic" ? "BloodPressureDiastolic" : name
    }

    private func figure(
        _ meaning: HealthKitIdentifier, _ number: Double, in unit: String?, at field: String
    ) throws(FieldFaults) -> HealthSample {
        guard let figure = meaning.converted(number, from: unit) else {
            let known = meaning.units.joined(separator: ", ")
            throw fault(
                field, "A unit of \(meaning.type) is \(known).", "invalid_value", unit.map { .string($0) })
        }
        if let range = meaning.range, !range.contains(figure.value) {
            let bounds = "\(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
            throw fault(
                field, "\(Self.short(figure.value)) is not within \(bounds) \(figure.unit).", "out_of_range",
                .number(number))
        }
        return sample(meaning.type, figure.value, "", figure.unit)
    }

    private func sample(_ type: String, _ value: Double?, _ word: String, _ unit: String) -> HealthSample {
        HealthSample(
            type: type, start: sent.start.instant, end: sent.end.instant, value: value, word: word, unit: unit,
            device: sent.device?["name"]?.string ?? sent.device?["model"]?.string, source: sent.source ?? "unknown")
    }

    private func fault(_ field: String, _ message: String, _ code: String, _ value: JSONValue? = nil) -> FieldFaults {
        var value = value
        if value == nil, field == "value" {
            switch sent.value {
            case .number, .bool: value = sent.value
            case .string(let text) where text.unicodeScalars.count <= 100: value = sent.value
            default: break
            }
        }
        return FieldFaults([FieldFault("\(place).\(field)", message, code: code, value: value)])
    }

    private static func short(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
