public import Signals

/// A stream that a person did not want to be recorded of them, from one time on and perhaps until another.
public struct StreamRefusal: Hashable, Sendable {
    /// Whose stream; 0 on a gateway where nobody was entered yet.
    public var person: Person.ID
    /// The channel that is refused.
    public var channel: Channel
    /// When it was refused.
    public var made: Instant
    /// When it was taken back; nil while it is in force.
    public var withdrawn: Instant?
}
