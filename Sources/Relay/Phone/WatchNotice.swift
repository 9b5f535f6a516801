/// Something that the phone wants the wrist to feel: overload, an alert, a dose that is due, a breathing exercise.
///
/// Keys of a message or user info: `haptic` with the name of a tap, `dose` with `name` and, where they are known,
/// `amount`, `unit` and `due` (UTC seconds), `breathing` with `pattern` and `seconds`, `alert` with `message`.
package struct WatchNotice: Hashable, Sendable {
    /// What tells it from another one, so that the same is not felt twice; nil where nothing does.
    package var id: String?
    /// The tap's name: `overload`, `notification`, `success` and their like.
    package var haptic: String
    /// The text for the watch.
    package var text: String

    /// The notice in a message or user info; nil when it is none.
    package init?(_ payload: RelayPayload) {
        id = payload["id"]?.string
        let breathing = payload["breathing"]?.dictionary
        if let dose = payload["dose"] {
            haptic = payload["haptic"]?.string ?? "notification"
            text = "◉ \(Self.dose(dose))"
        } else if let alert = WatchAlert(payload) {
            haptic = payload["haptic"]?.string ?? "notification"
            text = "⚠ \(alert.message)"
        } else if let name = payload["haptic"]?.string {
            haptic = name
            let breathe = breathing.map { ": breathe, \(Self.pace($0))" } ?? ""
            text = "⚡ \(name.prefix(40))\(breathe)"
        } else if let breathing {
            haptic = "start"
            text = "○ Breathe, \(Self.pace(breathing))"
        } else {
            return nil
        }
    }

    private static func dose(_ dose: RelayValue) -> String {
        let members = dose.dictionary ?? [:]
        let name = dose.string ?? members["name"]?.string ?? "your medicine"
        let amount = members["amount"].flatMap { $0.string ?? $0.number.map(number) }
        let unit = members["unit"]?.string
        return "Time for \(([name, amount, unit].compactMap(\.self)).joined(separator: " ").prefix(120))"
    }

    /// A pattern such as `4-6` in words.
    private static func pace(_ breathing: RelayPayload) -> String {
        let parts = (breathing["pattern"]?.string ?? "4-6").split(separator: "-").compactMap { Double($0) }
        guard parts.count == 2 else { return "slowly" }
        return "\(number(parts[0])) s in and \(number(parts[1])) s out"
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
