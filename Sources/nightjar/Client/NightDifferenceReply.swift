/// The gateway's reply with the changes between two scorings of a night.
struct NightDifferenceReply: Codable {
    struct Method: Codable {
        var name: String
        var version: Int

        var text: String { "\(name) \(version)" }
    }

    struct Figure: Codable {
        var name: String
        var before: Double?
        var after: Double?
    }

    var start: Double?
    var end: Double?
    var epochs: Int
    var changed: Int
    var figures: [Figure]

    enum CodingKeys: String, CodingKey {
        case epochs, figures
        case start = "start_shift_min"
        case end = "end_shift_min"
        case changed = "epochs_changed"
    }

    /// For a person, a line for each thing; none where nothing changed.
    var lines: [String] {
        let shift = { (name: String, minutes: Double?) in
            minutes.flatMap { $0 == 0 ? nil : "  \(name) \(abs($0)) min \($0 > 0 ? "later" : "earlier")" }
        }
        var lines = [shift("begins", start), shift("ends", end)].compactMap { $0 }
        if changed > 0 { lines.append("  \(changed) of \(epochs) epochs differ") }
        let text = { (value: Double?) in value.map { "\(($0 * 100).rounded() / 100)" } ?? "unknown" }
        lines += figures.map { "  \($0.name): \(text($0.before)) is now \(text($0.after))" }
        return lines
    }
}
