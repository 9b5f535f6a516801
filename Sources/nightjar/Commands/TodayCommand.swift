import Documents
import Signals

/// `nightjar today`.
enum TodayCommand: Command {
    static let name = "today"
    static let summary = "Show what a day came to: sleep, heart, steps"
    static let operands = ["DATE?"]
    static let options =
        GatewayAccess.options + [
            Option("--person", "N", "whose day, by the number that `nightjar wearers` shows"),
            Option("--refresh", nil, "make the figures anew"),
            Option.json,
        ]
    static let examples = ["nightjar today", "nightjar today yesterday", "nightjar today 2026-11-20 --json"]
    static let discussion = "DATE is a day, `today` or `yesterday`. A figure that cannot be known says why."

    static func run(_ arguments: Arguments) async throws {
        let person = try arguments.integer("--person", in: 1...Int(Int32.max))
        try await GatewayAccess.run(arguments) { client in
            let asked = SummaryRequest(
                arguments.operands.first ?? "today", person: person, refresh: arguments.has("--refresh") ? true : nil)
            let body = try await client.body(.summary, asked)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            for line in try GatewayClient.read(SummaryDocument.self, body).lines { try Output.line(line) }
        }
    }
}

extension SummaryDocument {
    /// Heading, and each figure with how it was made or why it is not known.
    fileprivate var lines: [String] {
        func whole(_ value: Int?) -> Double? { value.map(Double.init) }
        let rows: [(name: String, label: String, value: Double?, unit: String)] = [
            ("sleep_hours", "asleep", sleepHours, "h"), ("sleep_efficiency", "efficiency", sleepEfficiency, "%"),
            ("resting_heart_rate", "resting heart rate", restingHeartRate, "/min"),
            ("average_heart_rate", "mean heart rate", averageHeartRate, "/min"),
            ("hrv_ms", "heart rate variability", variability, "ms"), ("steps", "steps", whole(steps), ""),
            ("active_minutes", "active", whole(activeMinutes), "min"),
            ("active_energy", "active energy", activeEnergy, "kcal"),
        ]
        var lines = ["\(date), \(zone)\(person.map { ", \($0)" } ?? "")"]
        for row in rows {
            let text = row.value.map { value in
                let rounded = (value * 10).rounded() / 10
                let number = rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
                return "\(number)\(row.unit.isEmpty ? "" : " \(row.unit)")  [\(methods[row.name] ?? "")]"
            }
            lines.append("  \(row.label): \(text ?? "– (\(reasons[row.name] ?? "unknown"))")")
        }
        if let newest { lines.append("  as of \(newest.instant.rfc3339)\(isStale ? ", nothing since" : "")") }
        return lines
    }
}
