import Documents
import Signals

/// `nightjar trends`.
enum TrendsCommand: Command {
    static let name = "trends"
    static let summary = "Show a figure over days, weeks or months"
    static let operands = ["FIGURE?"]
    static let options =
        GatewayAccess.options + [
            Option("--days", "N", "how many days, 1 to 3660; by default 30"),
            Option("--to", "DATE", "the last day; by default today"),
            Option("--by", "PART", "day, week or month; by default day"),
            Option("--person", "N", "whose, by the number that `nightjar wearers` shows"),
            Option("--csv", nil, "a table with a row for each day and all figures"),
            Option("--methods", nil, "with --csv: each figure with its method, or why there is none"),
            Option.json,
        ]
    static let examples = [
        "nightjar trends", "nightjar trends resting_heart_rate --days 90 --by week", "nightjar trends steps --json",
        "nightjar trends --csv --methods --days 365 > days.csv",
    ]
    static let discussion =
        "FIGURE is sleep_hours by default, or one of these:\n"
        + DayMetric.allCases.map { "  \($0.rawValue), in \($0.unit)" }.joined(separator: "\n")

    static func run(_ arguments: Arguments) async throws {
        let word = arguments.operands.first ?? DayMetric.sleepHours.rawValue
        guard let metric = DayMetric(rawValue: word) else {
            throw arguments.usage(
                "“\(word)” is no figure of days: \(DayMetric.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard arguments.has("--csv") || !arguments.has("--methods") else {
            throw arguments.usage("--methods is for the table of --csv.")
        }
        if arguments.has("--csv"), arguments.has("--json") || arguments.has("--by") || !arguments.operands.isEmpty {
            throw arguments.usage("--csv has all figures, by day, and goes without FIGURE, --by and --json.")
        }
        let by = try arguments.value("--by").map { text in
            guard let by = TrendRequest.Parts(rawValue: text) else {
                throw arguments.usage("--by takes day, week or month.")
            }
            return by
        }
        let asked = TrendRequest(
            metric, days: try arguments.integer("--days", in: 1...3660) ?? 30, to: try arguments.date("--to"),
            by: by ?? .day, person: try arguments.integer("--person", in: 1...Int(Int32.max)))
        try await GatewayAccess.run(arguments) { client in
            let body = try await client.body(.trend, asked)
            if arguments.has("--csv") {
                return try await table(
                    GatewayClient.read(TrendDocument.self, body), asked.person, arguments.has("--methods"), client)
            }
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            for line in try GatewayClient.read(TrendDocument.self, body).lines { try Output.line(line) }
        }
    }
}

extension TrendsCommand {
    /// A row for each day of a trend, with all figures.
    private static func table(
        _ trend: TrendDocument, _ person: Int?, _ hasMethods: Bool, _ client: GatewayClient
    ) async throws {
        let names = DayMetric.allCases.map(\.rawValue)
        var text = TableText.row(
            ["date"] + names.flatMap { hasMethods ? [$0, "\($0)_method", "\($0)_reason"] : [$0] })
        var date = trend.from
        while date <= trend.to {
            let body = try await client.body(.summary, SummaryRequest("\(date)", person: person))
            let day = try GatewayClient.read(SummaryDocument.self, body)
            let values = try JSONValue(parsing: body).object ?? [:]
            text += TableText.row(
                ["\(date)"]
                    + names.flatMap { name in
                        let value = TableText.number(values[name]?.number)
                        return hasMethods ? [value, day.methods[name] ?? "", day.reasons[name] ?? ""] : [value]
                    })
            date = date.adding(days: 1)
        }
        try Output.write(Array(text.utf8))
    }
}

extension TrendDocument {
    /// Each point as a bar, and what they come to.
    fileprivate var lines: [String] {
        let most = points.compactMap(\.value).max() ?? 0
        var lines = points.map { point in
            guard let value = point.value else { return "\(point.date)  –" }
            let bar = most > 0 ? Int((40 * max(0, value) / most).rounded()) : 0
            return "\(point.date)  \(Self.text(value, 8))  \(String(repeating: "█", count: bar))"
        }
        guard let mean, let median, let lower, let upper else {
            return lines + ["Nothing is known of these days."]
        }
        lines.append(
            "\(metric.rawValue) in \(unit), \(days) days: mean \(Self.text(mean)), median \(Self.text(median)), "
                + "half of them \(Self.text(lower)) to \(Self.text(upper))")
        return lines
    }

    private static func text(_ value: Double, _ width: Int = 0) -> String {
        let text = "\((value * 10).rounded() / 10)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
