import Glibc
import Relay
import Runtime
import Signals

/// What the wrist shows, as text: a ring that fills with the load, its number in the middle, heart rate and
/// variability below.
struct WatchFace {
    private static let dots = 24
    private static let (height, width) = (9, 21)

    private var reading: WatchReading?
    private var isReachable = false
    private var variability: String?
    private var alert: WatchAlert?
    /// The last haptic notice; nil before any.
    private(set) var notice: String?

    /// Applies an event.
    mutating func update(_ event: RelayEvent) {
        switch event {
        case .reachability(let isReachable): self.isReachable = isReachable
        case .context(let context), .activated(let context):
            reading = WatchReading(context: context) ?? reading
            alert = WatchAlert(context)
            if reading?.state != "overload" { notice = nil }
        case .reply(let reply):
            let number = reply["hrv"]?.number.map { "\(Self.whole($0)) ms" }
            variability = number ?? reply["reason"]?.string.map { "– (\($0))" } ?? "–"
        case .error(let error): variability = "– (\(error.code.rawValue))"
        case .message(let message), .userInfo(let message):
            notice = WatchNotice(message)?.text ?? notice
        default: break
        }
    }

    /// The face for a log: one line.
    var line: String {
        (alert.map { "⚠ \($0.message) " } ?? "") + (notice.map { "\($0) " } ?? "")
            + [loadText, "heart rate \(heartRate)", "variability \(variability ?? "–")"].joined(separator: ", ") + mark
    }

    /// The face for a terminal.
    func lines(now: Instant) -> [String] {
        let age = reading.map { max(0, now.seconds(since: $0.time)) }
        let when = age.map { $0 < 1.5 ? "now" : "\(Self.whole($0)) s ago" } ?? "nothing yet"
        return [isReachable ? "● phone reachable" : "○ waiting for the gateway"] + ring + [
            loadText, "♥ \(heartRate)   HRV \(variability ?? "–")", "\(when)\(mark)",
        ] + (alert.map { ["⚠ \($0.message)"] } ?? []) + (notice.map { [$0] } ?? [])
    }

    /// Filled from the top, clockwise.
    private var ring: [String] {
        var cells = [[Character]](repeating: [Character](repeating: " ", count: Self.width), count: Self.height)
        let filled = load.map { Int(($0 * Double(Self.dots)).rounded()) } ?? 0
        let (middleRow, middleColumn) = (Double(Self.height / 2), Double(Self.width / 2))
        for dot in 0..<Self.dots {
            let angle = 2 * Double.pi * Double(dot) / Double(Self.dots)
            let row = Int((middleRow - cos(angle) * middleRow).rounded())
            let column = Int((middleColumn + sin(angle) * middleColumn).rounded())
            cells[row][column] = dot < filled ? "●" : "·"
        }
        let number = Array(load.map(Self.twoDigits) ?? "–")
        let start = (Self.width - number.count) / 2
        for (index, digit) in number.enumerated() { cells[Self.height / 2][start + index] = digit }
        return cells.map { String($0) }
    }

    private var load: Double? { reading?.cognitiveLoad.map { min(max($0, 0), 1) } }

    private var loadText: String {
        guard let load else { return "load – (\(reading?.reason ?? "no reading yet"))" }
        let confidence = reading?.confidence.map { ", confidence \(Self.twoDigits($0))" } ?? ""
        return "load \(Self.twoDigits(load)) \(reading?.word ?? "")\(confidence)"
    }

    private var heartRate: String {
        reading?.heartRate.map { "\(Self.whole($0)) /min" } ?? "– /min"
    }

    private var mark: String { reading?.isSynthetic == true ? " · synthetic" : "" }

    private static func whole(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9).rounded()) }

    private static func twoDigits(_ value: Double) -> String {
        let hundredths = Int((min(max(value, 0), 1) * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
