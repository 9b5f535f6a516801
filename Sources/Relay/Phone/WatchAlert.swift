package import Signals

/// Something that the wearer must hear of, as the wrist shows it.
package struct WatchAlert: Hashable, Sendable {
    /// When it was raised.
    package var time: Instant
    /// `notice`, `warning` or `urgent`.
    package var severity: String
    /// What happened, in a sentence.
    package var message: String

    /// Memberwise.
    package init(time: Instant, severity: String, message: String) {
        self.time = time
        self.severity = severity
        self.message = message
    }

    /// The alert in a context or message from the phone; nil when there is none.
    package init?(_ members: RelayPayload) {
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
