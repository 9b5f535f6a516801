package import Signals

/// A stream that a person did not want to be recorded of them, from one time on and perhaps until another.
package struct StreamRefusal: Hashable, Sendable {
    /// Whose stream; 0 on a gateway where nobody was entered yet.
    package var person: Person.ID
    /// The channel that is refused.
    package var channel: Channel
    /// When it was refused.
    package var made: Instant
    /// When it was taken back; nil while it is in force.
    package var withdrawn: Instant?
}
