import Signals

extension HeartRhythm {
    /// The heart rate of the load at `time`: of the good beats of the last 90 s; the last one, up to 10 minutes, where
    /// they fail; of the device's own rates only where it sends no beats at all. None of a device that is off the skin.
    mutating func steadyRate(at time: Instant) -> SteadyRate? {
        guard isInContact else {
            heldRate = nil
            return nil
        }
        if let measured = measuredRate(at: time) {
            heldRate = (time, measured)
            return measured
        }
        guard let heldRate else { return nil }
        let age = time.seconds(since: heldRate.time)
        guard (0...SteadyRate.longestHold).contains(age), !heldRate.rate.isOfDevice || !hasBeats else {
            self.heldRate = nil
            return nil
        }
        var held = heldRate.rate
        held.age = age
        return held
    }

    private mutating func measuredRate(at time: Instant) -> SteadyRate? {
        let start = time.advanced(bySeconds: -SteadyRate.window)
        var (used, covered) = (0, 0.0)
        if hasBeats {
            (used, covered) = scratch.withUnsafeMutableBufferPointer { scratch in
                labeler.withRecent { beats, _ in Self.rates(of: beats, from: start, until: time, scratch) }
            }
        } else {
            for sample in rates where sample.time > start && sample.time <= time && used < scratch.count {
                scratch[used] = sample.rate
                used += 1
            }
            covered = Double(used) * 1000
        }
        guard used >= SteadyRate.fewest else { return nil }
        return SteadyRate(
            rate: median(of: used), coverage: min(1, covered / 1000 / SteadyRate.window), isOfDevice: !hasBeats)
    }

    /// The rates of the good beats of a time, and how many ms these cover.
    private static func rates(
        of beats: UnsafeBufferPointer<Beat>, from start: Instant, until time: Instant,
        _ scratch: UnsafeMutableBufferPointer<Double>
    ) -> (used: Int, covered: Double) {
        var (used, covered) = (0, 0.0)
        var index = beats.count
        while index > 0, used < scratch.count {
            index -= 1
            let beat = beats[index]
            if beat.time > time { continue }
            guard beat.time > start else { break }
            guard isAccepted(beat.label) else { continue }
            scratch[used] = 60_000 / beat.rr
            used += 1
            covered += beat.rr
        }
        return (used, covered)
    }
}
