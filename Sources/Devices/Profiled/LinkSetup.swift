import DeviceProfiles
import Signals

/// What was found out while a device was set up on one link.
struct LinkSetup: Sendable {
    /// Why the dialogue that the profile names cannot be had; nil while nothing speaks against it.
    var obstacle: Failure?
    /// The same as the end of a sentence.
    var obstacleReason: String?
    /// Whether samples come that the dialogue has no part in.
    var hasOtherStreams = false
    /// Whether what the dialogue starts can come.
    var hasDialogue = false
    /// Why the device could not be opened; nil where it is open.
    var closed: ClosedDevice?
    /// Streams that were wanted and that the device did not start.
    var missing: [MissingStream] = []
    /// Streams that the device gives only to whom it is paired with.
    var locked: [MissingStream] = []
    /// What the device's owner should know, in sentences.
    var notes: [String] = []
    /// The same of what the device has recorded by itself.
    var memoryNotes: [String] = []
    /// How far it is handed over; nil while it is not.
    var memoryProgress: String?
    /// The dialogue that was over last; nil before one was.
    var dialogue: (any DeviceDialogue)?
    /// When the dialogue is tried again, by the monotonic clock; nil for not.
    var nextDialogue: Duration?
    /// How long was waited for that.
    var dialogueWait = Duration.zero
    private var isSilenceTold = false

    /// What a person should know of what comes and what does not; nil when there is nothing.
    var words: String? {
        var reasons: [(reason: String, names: [String])] = []
        for stream in locked + missing {
            if let known = reasons.firstIndex(where: { $0.reason == stream.reason }) {
                // One stream of several characteristics is one.
                if !reasons[known].names.contains(stream.name) { reasons[known].names.append(stream.name) }
            } else {
                reasons.append((stream.reason, [stream.name]))
            }
        }
        let sentences =
            notes + memoryNotes + [memoryProgress].compactMap(\.self)
            + reasons.map { "It does not send \($0.names.joined(separator: ", ")): \($0.reason)." }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// What a person can do about what is missing.
    var nextStep: String? { (locked + missing).lazy.compactMap(\.nextStep).first }

    /// Whether the dialogue is to be tried again now; once.
    mutating func isDialogueDue(at now: Duration) -> Bool {
        guard let due = nextDialogue, due <= now else { return false }
        nextDialogue = nil
        return true
    }

    /// Whether silence is told for the first time.
    mutating func isSilenceNew() -> Bool {
        defer { isSilenceTold = true }
        return !isSilenceTold
    }
}
