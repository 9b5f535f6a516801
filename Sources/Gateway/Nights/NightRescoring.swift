package import Analysis
package import Signals
package import Store

/// The result of scoring a stored night again.
package struct NightRescoring: Sendable {
    /// How the new score compares with the stored one.
    package enum Outcome: String, Sendable {
        /// The same methods and versions gave the same bits.
        case identical
        /// The same methods and versions gave something else, as more data have come since.
        case changed
        /// Methods or versions are newer than those that the night was scored with; the old score stays beside it.
        case newVersion = "new_version"
        /// Its data are no longer kept, or hold no night any more; the old score stays.
        case unavailable
    }

    /// The device that recorded the night.
    package var device: DeviceID
    /// The recording it was found in; nil when its data came in live.
    package var recording: RecordingID?
    /// How the new score compares with the stored one.
    package var outcome: Outcome
    /// The night as stored.
    package var before: Night
    /// The night as it is scored now; nil when it cannot be.
    package var after: Night?
    /// Why it could not be scored; nil when it was.
    package var reason: String?
    /// Whether a person said when the sleep was, which holds for this score as well.
    package var isEdited: Bool
}
