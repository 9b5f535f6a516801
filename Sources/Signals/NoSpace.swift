/// The cause of a failure for which a disk is too full; it passes when there is room.
public struct NoSpace: Error, Hashable, Sendable {
    /// An error without details.
    public init() {}
}
