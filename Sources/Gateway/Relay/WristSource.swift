import Signals

/// Decides which of two loads the watch shows: that of the device that represents the wearer or, while it has none,
/// that of a reading session.
struct WristSource {
    /// A device that has told no load for so long, in seconds, leaves the wrist to a session.
    static let deviceAge = 25.0
    /// A session's load stands for so long, in seconds; the next comes after 30.
    static let sessionAge = 45.0

    private var device: Instant?
    private var session: Instant?

    /// Whether a device's reading is sent to the wrist at `now`.
    mutating func takesDevice(hasLoad: Bool, at now: Instant) -> Bool {
        guard hasLoad else { return !Self.isYoung(session, Self.sessionAge, now) }
        device = now
        session = nil
        return true
    }

    /// Whether a session's assessment is shown at `now`.
    mutating func takesSession(hasLoad: Bool, at now: Instant) -> Bool {
        guard !Self.isYoung(device, Self.deviceAge, now) else { return false }
        if hasLoad { session = now }
        return true
    }

    /// Nothing that was shown counts any more: the wearer refuses the heart.
    mutating func forget() { self = WristSource() }

    private static func isYoung(_ time: Instant?, _ age: Double, _ now: Instant) -> Bool {
        time.map { now.seconds(since: $0) < age } ?? false
    }
}
