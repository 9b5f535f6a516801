package import Signals

/// Whether the store keeps what it is given, for the owner to see.
package struct StoreStatus: Hashable, Sendable {
    /// False while nothing can be written: new data wait in memory, within bounds.
    package var isRecording = true
    /// Why it does not record, and what to do; nil while it does.
    package var problem: String?
    /// Since when it does not record; nil while it does.
    package var since: Instant?
    /// Bytes that wait in memory.
    package var pendingBytes = 0
    /// Live samples and beats that were dropped since opening because the bounds were reached; each is also kept as
    /// a `Loss`, as soon as there is space.
    package var droppedSamples = 0.0
    /// Entries that had been stored already and were not stored again, since opening.
    package var duplicates = 0
    /// How long the last commit took, in seconds; nil before the first.
    package var lastCommit: Double?

    /// What was begun and cannot be finished now, such as freeing the space of what was deleted; nil when nothing is.
    package var unfinished: String?
    /// The damage that was found at a read or an examination; nil for none.
    package var damage: String?
    /// When the file was last looked through from end to end; nil when it was not since opening.
    package var checked: Instant?

    /// A store that records, without problems.
    package init() {}
}
