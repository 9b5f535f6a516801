import Signals

/// The health of the database.
struct StoreIntegrity: Sendable {
    /// What may have been lost with an earlier one, until the owner has said that it may be so.
    var loss: StoreLoss?
    /// The first damage that was found; nil for none.
    var damage: String?
    /// When it was last examined; nil for never.
    var checked: Instant?
}
