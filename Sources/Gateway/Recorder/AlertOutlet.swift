public import Store

/// Takes alerts to where the owner is: the desktop, a webhook.
public protocol AlertOutlet: Sendable {
    /// What it is called in messages about it.
    var name: String { get }
    /// Tells of a new alert; may take some seconds.
    /// - Throws: `Failure` when it could not be told.
    func deliver(_ alert: Alert) async throws
}
