package import Signals

/// The recorder's clock compared with the host's.
package struct AxivityClockReading: Hashable, Sendable {
    /// The time of day that the recorder showed.
    package var wall: CivilTime
    /// The host's time just before the request.
    package var before: Instant
    /// The host's time when the reply had arrived.
    package var after: Instant

    /// Memberwise.
    package init(wall: CivilTime, before: Instant, after: Instant) {
        self.wall = wall
        self.before = before
        self.after = after
    }

    /// Half of the time between question and answer, in seconds: ``offset(in:)`` is right within this and the half
    /// millisecond to which the recorder tells time.
    package var uncertainty: Double { after.seconds(since: before) / 2 + 0.0005 }

    /// How far the recorder's clock is ahead of the host's in `zone`, in seconds.
    package func offset(in zone: Zone) -> Double {
        let middle = before.advanced(byNanoseconds: after.nanoseconds(since: before) / 2)
        return Double(wall.nanoseconds) / 1e9 - Double(zone.civilTime(at: middle).nanoseconds) / 1e9
    }

    /// What the offset says about recordings made by that clock.
    package func verdict(in zone: Zone) -> Verdict {
        let offset = offset(in: zone)
        if offset.magnitude < 120 { return .plausible }
        // Zones lie quarters of an hour apart.
        let rest = offset.magnitude.truncatingRemainder(dividingBy: 900)
        if offset.magnitude <= 26 * 3600, min(rest, 900 - rest) < 120 { return .otherZone }
        return .lost
    }

    /// How an offset is judged.
    package enum Verdict: String, Hashable, Sendable {
        /// A clock that drifted by a few seconds a day.
        case plausible
        /// Right but for whole quarters of an hour: set in another zone, or on the other side of a change of the clocks.
        case otherZone = "other_zone"
        /// The battery was flat, or the clock was never set: times of the recording cannot be trusted.
        case lost
    }

    /// Seconds per day that the clock gains, given that it was right at `set`; nil less than an hour after that or when the
    /// offset is no drift.
    package func drift(in zone: Zone, since set: Instant) -> Double? {
        let passed = after.seconds(since: set)
        guard passed >= 3600, verdict(in: zone) == .plausible else { return nil }
        return offset(in: zone) / passed * 86_400
    }
}

extension AxivityConversation {
    /// Reads the clock a few times and keeps the reading that took the shortest.
    /// - Throws: as ``ask(_:)``.
    package func readClock(times: Int = 5) async throws -> AxivityClockReading {
        var best: AxivityClockReading?
        for _ in 0..<max(1, times) {
            let answer = try await ask(.clock)
            let reading = AxivityClockReading(wall: answer.reply.wall, before: answer.sent, after: answer.received)
            if best.map({ reading.uncertainty < $0.uncertainty }) ?? true { best = reading }
        }
        guard let best else { throw Failure(.failed, "The recorder tells no time.") }
        return best
    }
}
