import Documents

extension MakerDocument {
    /// Name and version.
    var text: String { "\(name) \(version)" }
}

extension NightDifferenceDocument {
    /// For a person, a line for each thing; none where nothing changed.
    var lines: [String] {
        let shift = { (name: String, minutes: Double?) in
            minutes.flatMap { $0 == 0 ? nil : "  \(name) \(abs($0)) min \($0 > 0 ? "later" : "earlier")" }
        }
        var lines = [shift("begins", startShift), shift("ends", endShift)].compactMap { $0 }
        if changedEpochs > 0 { lines.append("  \(changedEpochs) of \(epochs) epochs differ") }
        let text = { (value: Double?) in value.map { "\(($0 * 100).rounded() / 100)" } ?? "unknown" }
        lines += figures.map { "  \($0.name): \(text($0.before)) is now \(text($0.after))" }
        return lines
    }
}
