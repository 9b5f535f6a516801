import Signals

/// What is known of the database as a whole.
struct StoreStanding: Sendable {
    /// What may have been lost with an earlier one, until the owner has said that it may be so.
    var loss: StoreLoss?
    /// The first damage that was met.
    var damage: String?
    /// When it was last looked through.
    var checked: Instant?
}
