import Signals

/// Intervals between beats from a monitor that counts beats and tells when the last one was: from each message those that
/// are certain, and what is missing where messages were not heard.
///
/// An interval is one between two beats that follow each other by their count, or the one that page 4 gives. Where beats
/// were counted of which nothing was heard, their intervals are a hole, of which only the length is known. Where the
/// count or the time cannot belong to what was before, the monitor began again, and nothing is concluded.
struct AntBeats: Sendable {
    /// What a message adds to the beats.
    enum Step: Hashable, Sendable {
        /// No beat since the last message.
        case none
        /// One beat more, after this interval in 1/1024 s.
        case interval(UInt16)
        /// Beats of which nothing is known, this long in 1/1024 s, before the interval of the last one where it is known.
        case hole(beats: Int, ticks: UInt16, interval: UInt16?)
        /// A new beginning: what was before and this beat have nothing to do with each other.
        case beginning
    }

    /// Beats may be told so much later than they were, in 1/1024 s: messages were missed, or a beat was waited for.
    private static let slack = 6 * 1024.0
    /// No more may pass between two beats, in 1/1024 s, or the time has rolled over unseen.
    private static let most = 56 * 1024.0
    /// The shortest interval that is accepted, in 1/1024 s: 307 beats a minute.
    private static let shortest = 200

    private var last: (time: UInt16, count: UInt8, arrival: Instant)?

    /// Takes the beat of a message.
    /// - Parameters:
    ///   - time: of the last beat, in 1/1024 s.
    ///   - count: of beats.
    ///   - previous: the time of the beat before, where the message told it.
    ///   - arrival: when the message came.
    mutating func take(time: UInt16, count: UInt8, previous: UInt16?, at arrival: Instant) -> Step {
        guard let last else {
            self.last = (time, count, arrival)
            return .beginning
        }
        let steps = Int(count &- last.count)
        if steps == 0, time == last.time { return .none }
        self.last = (time, count, arrival)
        let passed = arrival.seconds(since: last.arrival) * 1024
        let ticks = Int(time &- last.time)
        guard steps > 0, passed >= -Self.slack, passed < Self.most, abs(Double(ticks) - passed) < Self.slack,
            ticks >= steps * Self.shortest
        else { return .beginning }
        // What a beat says of the one before counts more than what was heard before.
        let told = previous.map { Int(time &- $0) }.flatMap { $0 > 0 && $0 <= ticks ? $0 : nil }
        if steps == 1 {
            guard let told, told < ticks else { return .interval(UInt16(ticks)) }
            return .hole(beats: 1, ticks: UInt16(ticks - told), interval: UInt16(told))
        }
        guard let told, told < ticks else { return .hole(beats: steps, ticks: UInt16(ticks), interval: nil) }
        return .hole(beats: steps - 1, ticks: UInt16(ticks - told), interval: UInt16(told))
    }

    /// Forgets the last beat: nothing was heard for long.
    mutating func forget() { last = nil }
}
