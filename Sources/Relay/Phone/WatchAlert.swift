public import Signals

/// Something that the wearer must hear of, as the wrist shows it.
public struct WatchAlert: Hashable, Sendable {
    /// When it was raised.
    public var time: Instant
    /// `notice`, `warning` or `urgent`.
    public var severity: String
    /// What happened, in a sentence.
    public var message: String

    /// Memberwise.
    public init(time: Instant, severity: String, message: String) {
        self.time = time
        self.severity = severity
        self.message = message
    }

    /// The alert in a context or message from the phone; nil when there is none.
    public init?(_ members: RelayPayload) {
        guard let alert = members["alert"]?.dictionary, let message = alert["message"]?.string,
            let seconds = alert["t"]?.number, let time = Instant(secondsSince1970: seconds)
        else { return nil }
        self.init(time: time, severity: alert["severity"]?.string ?? "warning", message: message)
    }

    /// The members under the key `alert`.
    var members: RelayPayload {
        ["t": .number(time.secondsSince1970), "severity": .string(severity), "message": .string(message)]
    }
}
