package import Store

/// Takes alerts to where the owner is: the desktop, a webhook.
package protocol AlertNotifier: Sendable {
    /// The name that log messages give it.
    var name: String { get }
    /// Whether an alert that could not be told is told again for as long as nobody has seen it, also after a restart.
    var isPatient: Bool { get }
    /// Tells of a new alert; may take some seconds.
    /// - Throws: `Failure` when it could not be told.
    func deliver(_ alert: Alert) async throws
}

extension AlertNotifier {
    /// An alert that could not be told is told by the others.
    package var isPatient: Bool { false }
}
