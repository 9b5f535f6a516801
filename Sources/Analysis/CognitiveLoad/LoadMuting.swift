import Signals

/// When the index must be silent: exercise and paced breathing move heart rate and its variability for reasons that
/// are not load, and so do the two minutes after either.
struct LoadMuting: Sendable {
    private static let aftermath: Int64 = 120_000_000_000
    private static let exercise = (level: 0.2, seconds: 60.0)

    private var movingSince: Instant?
    private var exerciseEnd: Instant?
    private var isBreathing = false
    private var breathingEnd: Instant?

    mutating func beginBreathing() { isBreathing = true }

    mutating func endBreathing(at time: Instant) {
        guard isBreathing else { return }
        isBreathing = false
        breathingEnd = time
    }

    mutating func update(motion: Double?, at time: Instant) {
        guard let motion, motion > Self.exercise.level else {
            movingSince = nil
            return
        }
        let since = movingSince ?? time
        movingSince = since
        if time.seconds(since: since) > Self.exercise.seconds { exerciseEnd = time }
    }

    /// Why the index is silent at `time`; nil when it is not.
    func reason(at time: Instant) -> String? {
        if isBreathing { return "muted: breathing session" }
        if let breathingEnd, time.nanoseconds(since: breathingEnd) < Self.aftermath {
            return "muted: less than 2 minutes after a breathing session"
        }
        guard let exerciseEnd, time.nanoseconds(since: exerciseEnd) < Self.aftermath else { return nil }
        return exerciseEnd == time ? "muted: exercise" : "muted: less than 2 minutes after exercise"
    }
}
