/// The reply with the list of nights.
struct NightList: Decodable {
    struct Entry: Decodable {
        var date: String
        var deviceName: String
        var synthetic: Bool
        var totalSleep: Double?
        var efficiency: Double?
        var confidence: Double?

        enum CodingKeys: String, CodingKey {
            case date, synthetic, confidence
            case deviceName = "device_name"
            case totalSleep = "total_sleep_min"
            case efficiency = "efficiency_percent"
        }

        var line: String {
            let sleep = totalSleep.map { "asleep \(Int($0) / 60) h \(Int($0) % 60) min" } ?? "sleep unknown"
            let share = efficiency.map { ", efficiency \(Int($0.rounded())) %" } ?? ""
            return "\(date)  \(sleep)\(share)  \(deviceName)\(synthetic ? " (synthetic)" : "")"
        }
    }

    var nights: [Entry]
}

/// The text of one night.
struct NightPage: Decodable {
    struct Measure: Decodable {
        var value: Double?
        var unit: String?
        var reason: String?
        var method: Method?
    }
    struct Method: Decodable {
        var name: String
    }
    struct Device: Decodable {
        var name: String
    }
    struct States: Decodable {
        var values: String
    }

    var date: String
    var zone: String
    var device: Device
    var synthetic: Bool
    var measures: [String: Measure]
    var states: States
    var previous: String?
    var next: String?

    private static let rows = [
        ("total_sleep_min", "total sleep"), ("onset_latency_min", "sleep onset latency"),
        ("waso_min", "wake after sleep onset"), ("efficiency_percent", "efficiency"), ("awakenings", "awakenings"),
    ]

    /// Heading, figures with their methods, and a strip of noon to noon: █ asleep, ░ awake, · not worn, blank unknown.
    var lines: [String] {
        var lines = ["Night of \(date), \(zone), \(device.name)\(synthetic ? " (synthetic)" : "")"]
        for (key, label) in Self.rows {
            guard let measure = measures[key] else { continue }
            let unit = measure.unit == "1" ? "" : " \(measure.unit ?? "")"
            let value =
                measure.value.map { "\(($0 * 10).rounded() / 10)\(unit)" } ?? "– (\(measure.reason ?? "unknown"))"
            lines.append("  \(label): \(value)  [\(measure.method?.name ?? "")]")
        }
        return lines + ["  noon │\(strip)│ noon"]
    }

    private var strip: String {
        let width = 72
        let values = Array(states.values)
        guard !values.isEmpty else { return "" }
        return String(
            (0..<width).map { column -> Character in
                let part = values[
                    (column * values.count / width)..<max(
                        column * values.count / width + 1, (column + 1) * values.count / width)]
                let counts = Dictionary(grouping: part) { $0 }.mapValues(\.count)
                switch counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
                case "S", "R", "L", "D": return "█"
                case "A": return "░"
                case "N": return "·"
                default: return " "
                }
            })
    }
}
