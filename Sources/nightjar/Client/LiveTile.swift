import Signals

/// The latest values of one device, for the terminal.
struct LiveTile {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    let id: String
    private var name: String
    private var isSynthetic = false
    private var link = "connecting"
    private var linkReason: String?
    private var rates: [Double] = []
    private var rate: Double?
    private var rateReason: String?
    private var variability: LiveMessage.Variability?
    private var load: LiveMessage.Fields?
    private var motion: Double?
    private var refused: [String] = []

    init(id: String) {
        self.id = id
        name = id
    }

    /// Updates the values with a message.
    mutating func update(_ fields: LiveMessage.Fields, _ message: LiveMessage) {
        switch message.kind {
        case "device", "snapshot":
            name = fields.name ?? name
            isSynthetic = fields.synthetic ?? isSynthetic
            link = fields.link?.state ?? link
            linkReason = fields.link?.reason
            refused = fields.refusedStreams ?? refused
        case "hr":
            rate = fields.bpm
            rateReason = fields.reason
            variability = message.variability
            if let rate { rates = (rates + [rate]).suffix(240) }
        case "load": load = fields
        case "withdrawn":
            let streams = Set(fields.streams ?? [])
            if !streams.isDisjoint(with: ["heart_rate", "rr_interval", "ecg", "ppg"]) {
                (rates, rate, rateReason, variability, load) = ([], nil, nil, nil, nil)
            }
            if streams.contains("acceleration") { motion = nil }
        case "motion": motion = fields.enmo
        default: break
        }
    }

    /// One line for a log.
    var line: String {
        "\(title): heart rate \(number(rate, 0)) /min, RMSSD \(number(variability?.rmssd, 0)) ms, \(loadText)"
    }

    /// Lines that fill a terminal of the given width.
    func lines(width: Int) -> [ScreenLine] {
        let gauge = max(10, min(30, width - 50))
        let filled = load?.load.map { Int(($0 * Double(gauge)).rounded()) } ?? 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: gauge - filled)
        let reasons = (load?.reasons ?? []).joined(separator: "; ")
        let label = isSynthetic ? " (synthetic)" : ""
        // The name gives way first: that a wearer is synthetic is always told.
        let heading = cut(name.harmless(), max(4, width - 14 - label.count)) + label
        let state = cut("  \(link)\(linkReason.map { ": \($0.harmless())" } ?? "")", max(4, width - heading.count))
        return [
            ScreenLine(heading: heading, text: state),
            ScreenLine(text: "  ♥ \(number(rate, 0)) /min  \(sparkline(width: max(10, min(60, width - 20))))"),
            line(
                "  RMSSD \(number(variability?.rmssd, 0)) ms   SDNN \(number(variability?.sdnn, 0)) ms   "
                    + "movement \(number(motion, 0)) mg", width),
            line("  load \(bar) \(loadText)", width),
            line(refusedWords ?? (reasons.isEmpty ? rateReason.map { "  \($0)" } ?? "" : "  \(reasons)"), width),
        ]
    }

    /// What the wearer refuses, in words; nil where nothing is.
    private var refusedWords: String? {
        let names = refused.map { $0.replacing("_", with: " ") }
        return names.isEmpty ? nil : "  refused by the wearer: \(names.joined(separator: ", "))"
    }

    private func line(_ text: String, _ width: Int) -> ScreenLine { ScreenLine(text: cut(text.harmless(), width)) }

    private var title: String { isSynthetic ? "\(name) (synthetic)" : name }

    private var loadText: String {
        guard let load else { return "load – (waiting for the first reading)" }
        guard let value = load.load else { return "load – (\(load.reasons?.first ?? "unknown"))" }
        let confidence = load.confidence.map { ", confidence \(number($0, 2))" } ?? ""
        let word = "\(load.held == true ? "still " : "")\(load.state ?? "")"
        return "\(number(value, 2)) \(word)\(confidence)\(load.stale == true ? ", stale" : "")"
    }

    private func sparkline(width: Int) -> String {
        let shown = rates.suffix(width)
        guard let low = shown.min(), let high = shown.max() else { return "" }
        let span = max(high - low, 4)
        return String(shown.map { Self.bars[min(7, Int(($0 - low) / span * 7.99))] })
    }

    private func cut(_ text: String, _ width: Int) -> String {
        text.count <= width ? text : "\(text.prefix(max(1, width - 1)))…"
    }

    private func number(_ value: Double?, _ digits: Int) -> String {
        guard let value, value.isFinite else { return "–" }
        let scale = digits == 0 ? 1.0 : 100.0
        let rounded = (value * scale).rounded() / scale
        return digits == 0 ? String(Int(rounded)) : "\(rounded)"
    }
}
