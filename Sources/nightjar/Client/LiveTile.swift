import Documents
import NightjarClient
import Signals

/// What the terminal shows of one device.
struct LiveTile {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    let id: String
    private var name: String
    private var isSynthetic = false
    private var link = "connecting"
    private var linkReason: String?
    /// Heart rates of the last ten minutes.
    private var rates: [(time: Instant, rate: Double)] = []
    private var rate: Double?
    private var rateReason: String?
    private var (rmssd, sdnn): (Double?, Double?)
    private var load: LoadDocument?
    private var motion: Double?
    private var refused: [String] = []

    init(id: String) {
        self.id = id
        name = id
    }

    /// Takes what an event says of this device.
    mutating func update(_ event: LiveEvent) {
        switch event {
        case .device(let device):
            (name, isSynthetic, refused) = (device.name, device.isSynthetic, device.refused)
            (link, linkReason) = (device.link.state, device.link.reason)
        case .heart(let reading):
            (rate, rateReason, rmssd, sdnn) = (reading.rate, reading.reason, reading.rmssd, reading.sdnn)
            if let rate { take(rate, at: reading.time) }
        case .load(let reading): load = reading
        case .withdrawn(_, let streams):
            if !Set(streams).isDisjoint(with: ["heart_rate", "rr_interval", "ecg", "ppg"]) {
                (rates, rate, rateReason, rmssd, sdnn, load) = ([], nil, nil, nil, nil, nil)
            }
            if streams.contains("acceleration") { motion = nil }
        case .motion(let reading): motion = reading.enmo
        default: break
        }
    }

    /// Takes what the last minutes were like.
    mutating func begin(with recent: LiveSnapshotDocument.Recent) {
        rates = []
        for each in recent.rates { if let rate = each.value { take(rate, at: each.time) } }
        load = recent.load.last ?? load
        motion = recent.motion.last?.value ?? motion
    }

    private mutating func take(_ rate: Double, at time: Instant) {
        rates.append((time, rate))
        let oldest = time.advanced(bySeconds: -600)
        rates.removeFirst(rates.prefix { $0.time < oldest }.count)
    }

    /// One line for a log.
    var line: String {
        "\(title): heart rate \(number(rate, 0)) /min, RMSSD \(number(rmssd, 0)) ms, \(loadText)"
    }

    /// All that fits on one line of a terminal of the given width, what matters most first.
    /// - Parameter isNamed: whether it begins with the device's name.
    func oneLine(width: Int, isNamed: Bool) -> String {
        let label = isSynthetic ? " synthetic" : ""
        let state = link == "streaming" ? "" : " \(link)"
        let index = load?.load.map { " load \(number($0, 2)) \(load?.state?.rawValue ?? "")" } ?? " load –"
        let told = "\(isNamed ? cut(name.harmless(), 12) + " " : "")♥ \(number(rate, 0)) /min\(index)\(state)\(label)"
        let room = width - told.count - 1
        return cut(room >= 8 ? "\(told) \(sparkline(width: min(room, 40)))" : told, width)
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
                "  RMSSD \(number(rmssd, 0)) ms   SDNN \(number(sdnn, 0)) ms   "
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
        guard let value = load.load else { return "load – (\(load.reasons.first ?? "unknown"))" }
        let confidence = ", confidence \(number(load.confidence, 2))"
        let word = "\(load.isStateHeld ? "still " : "")\(load.state?.rawValue ?? "")"
        return "\(number(value, 2)) \(word)\(confidence)\(load.isStale ? ", stale" : "")"
    }

    private func sparkline(width: Int) -> String {
        let shown = means(of: rates.map(\.rate), in: width)
        guard let low = shown.min(), let high = shown.max() else { return "" }
        let span = max(high - low, 4)
        return String(shown.map { Self.bars[min(7, Int(($0 - low) / span * 7.99))] })
    }

    /// The values, or the means of as many stretches of them as there is room for.
    private func means(of values: [Double], in width: Int) -> [Double] {
        guard values.count > width else { return values }
        return (0..<width).map { column in
            let part = values[(column * values.count / width)..<((column + 1) * values.count / width)]
            return part.reduce(0, +) / Double(part.count)
        }
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
