public import Signals

/// The live rhythm of one heart: labels each beat and keeps heart rate, RMSSD and SDNN over sliding windows.
///
/// Artefacts are left out rather than interpolated, and no difference is taken across what is left out. It has no clock
/// of its own; all times are those of the data. Nothing is allocated per beat once the buffers are filled.
///
/// Minimum windows follow Munoz 2015 and Baek 2015: heart rate 10 s, RMSSD 30 s, SDNN 60 s.
public struct HeartRhythm: Sendable {
    var labeler: BeatLabeler
    var rates: [(time: Instant, rate: Double)] = []
    /// The start of the data without a silence of a window's length.
    var since: Instant?
    private var lastInput: Instant?
    var isInContact = true
    /// Whether any beat has come: from then on the device's own rates are not the load's.
    private(set) var hasBeats = false
    /// The last rate of ``steadyRate(at:)``, and when it was measured.
    var heldRate: (time: Instant, rate: SteadyRate)?
    var scratch: [Double] = Array(repeating: 0, count: BeatLabeler.kept)

    private static let rateWindow: Int64 = 30_000_000_000
    static let window: Int64 = 60_000_000_000
    private static let tolerableStepBack: Int64 = 10_000_000_000

    /// A rhythm without history.
    /// - Parameter tolerance: see ``BeatLabeler/init(tolerance:)``.
    public init(tolerance: Double = 10) {
        labeler = BeatLabeler(tolerance: tolerance)
        rates.reserveCapacity(128)
    }

    /// Adds a beat, in the order of time, and returns it with its provisional label.
    public mutating func receive(time: Instant, rr: Double) -> Beat {
        let span = rr.isFinite ? min(max(rr, 0), 4000) : 0
        note(time.advanced(byNanoseconds: -Int64(span * 1e6)), until: time)
        hasBeats = true
        return labeler.append(time: time, rr: rr)
    }

    /// Adds a heart rate that the device computed, per minute; values outside 20 ... 300 are ignored.
    public mutating func receive(heartRate: Double, at time: Instant) {
        guard heartRate >= 20, heartRate <= 300 else { return }
        note(time, until: time)
        if rates.count >= 120 { rates.removeFirst(60) }
        rates.append((time, heartRate))
    }

    /// Tells whether the sensor touches the skin; without contact nothing can be known, and afterwards the windows
    /// begin anew.
    public mutating func receive(contact: Bool, at time: Instant) {
        if contact, !isInContact {
            since = nil
            lastInput = nil
        }
        isInContact = contact
    }

    /// The next beat whose label is final, in order; nil when none is ready. To be drained after each beat.
    public mutating func nextSettled() -> Beat? { labeler.nextSettled() }

    /// Settles all labels: the series has ended.
    public mutating func finish() { labeler.finish() }

    private mutating func note(_ start: Instant, until end: Instant) {
        if let lastInput {
            let step = end.nanoseconds(since: lastInput)
            // A long silence, or a clock that was put back, begins the windows anew.
            if step > Self.window || step < -Self.tolerableStepBack {
                since = nil
                self.lastInput = nil
            }
        }
        if since == nil { since = start }
        lastInput = max(end, lastInput ?? end)
    }
}

extension HeartRhythm {
    /// The readings of the windows that end at `time`.
    public mutating func window(at time: Instant) -> HeartWindow {
        guard isInContact else { return HeartWindow(time: time, unknown: "no skin contact") }
        guard let since, time.nanoseconds(since: since) > 0 else {
            return HeartWindow(time: time, unknown: "no beat yet")
        }
        let observed = time.nanoseconds(since: since)
        var found = collect(until: time, since: since)
        let rate = heartRate(at: time, observed: observed, &found)
        return HeartWindow(
            time: time, heartRate: rate, rmssd: rmssd(found, observed: observed), sdnn: sdnn(found, observed: observed),
            coverage: found.hasIntervals ? min(1, found.covered / 60_000) : found.rateCoverage,
            artefacts: found.all > 0 ? Double(found.all - found.accepted) / Double(found.all) : 0,
            hasIntervals: found.hasIntervals)
    }

    /// Whether there are intervals in the windows that end at `time`, for less than the windows themselves.
    func hasIntervals(at time: Instant) -> Bool {
        guard isInContact, let since, time.nanoseconds(since: since) > 0 else { return false }
        let start = max(since, time.advanced(byNanoseconds: -Self.window))
        return labeler.withRecent { beats, _ in
            var end = beats.count
            while end > 0, beats[end - 1].time > time { end -= 1 }
            return end > 0 && beats[end - 1].time > start
        }
    }

    @inline(__always)
    static func isAccepted(_ label: Beat.Label) -> Bool { label == .normal || label == .afterGap }

    /// Two walks over the beats of the last 60 s: the first for the centre, the second for the spread.
    private mutating func collect(until time: Instant, since: Instant) -> HeartFindings {
        let start = max(since, time.advanced(byNanoseconds: -Self.window))
        var found = scratch.withUnsafeMutableBufferPointer { scratch in
            labeler.withRecent { beats, _ in Self.center(beats, from: start, until: time, scratch) }
        }
        guard found.accepted > 0 else { return found }
        // Where all differ by less than a quarter of the least, the median need not be known.
        var limit = 0.25 * found.least
        if found.most - found.least >= limit { limit = 0.25 * median(of: found.accepted) }
        labeler.withRecent { beats, follows in
            for index in found.first..<found.end { Self.add(index, beats, follows, limit: limit, to: &found) }
        }
        return found
    }

    private static func center(
        _ beats: UnsafeBufferPointer<Beat>, from start: Instant, until time: Instant,
        _ scratch: UnsafeMutableBufferPointer<Double>
    ) -> HeartFindings {
        var found = HeartFindings()
        found.end = beats.count
        while found.end > 0, beats[found.end - 1].time > time { found.end -= 1 }
        found.first = found.end
        let oldest = max(0, found.end - scratch.count)
        var sum = 0.0
        while found.first > oldest, beats[found.first - 1].time > start, beats[found.first - 1].time <= time {
            found.first -= 1
            let beat = beats[found.first]
            found.all += 1
            guard isAccepted(beat.label) else { continue }
            scratch[found.accepted] = beat.rr
            found.accepted += 1
            sum += beat.rr
            found.least = min(found.least, beat.rr)
            found.most = max(found.most, beat.rr)
            found.covered += min(beat.rr, Double(beat.time.nanoseconds(since: start)) / 1e6)
        }
        if found.accepted > 0 { found.mean = sum / Double(found.accepted) }
        return found
    }

    @inline(__always)
    private static func add(
        _ index: Int, _ beats: UnsafeBufferPointer<Beat>, _ follows: UnsafeBufferPointer<Bool>, limit: Double,
        to found: inout HeartFindings
    ) {
        let beat = beats[index]
        guard isAccepted(beat.label) else { return }
        found.deviations += (beat.rr - found.mean) * (beat.rr - found.mean)
        guard index > found.first, follows[index] else { return }
        let before = beats[index - 1]
        let difference = beat.rr - before.rr
        guard isAccepted(before.label), abs(difference) < limit else { return }
        found.differences += 1
        found.squares += difference * difference
    }

    mutating func median(of count: Int) -> Double {
        scratch.withUnsafeMutableBufferPointer { scratch in
            let part = UnsafeMutableBufferPointer(rebasing: scratch[0..<count])
            return OrderStatistics.selectedMedian(part)
        }
    }

    private mutating func heartRate(at time: Instant, observed: Int64, _ found: inout HeartFindings) -> Estimate {
        let method = HeartWindow.heartRateMethod
        guard observed >= 10_000_000_000 else {
            return Estimate(unknown: "less than 10 s of heart beats", method: method)
        }
        let start = time.advanced(byNanoseconds: -Self.rateWindow)
        let used = scratch.withUnsafeMutableBufferPointer { scratch in
            labeler.withRecent { beats, _ in
                var used = 0
                for index in found.first..<found.end {
                    guard beats[index].time > start, Self.isAccepted(beats[index].label) else { continue }
                    scratch[used] = 60_000 / beats[index].rr
                    used += 1
                }
                return used
            }
        }
        if used >= 5 { return Estimate(median(of: used), method: method) }
        return deviceRate(from: start, until: time, &found)
            ?? Estimate(unknown: "fewer than 5 good beats in the last 30 s", method: method)
    }

    /// The median of the device's own rates, where there are too few intervals.
    private mutating func deviceRate(from start: Instant, until time: Instant, _ found: inout HeartFindings)
        -> Estimate?
    {
        var used = 0
        for sample in rates where sample.time > start && sample.time <= time && used < scratch.count {
            scratch[used] = sample.rate
            used += 1
        }
        guard used >= 5 else { return nil }
        found.rateCoverage = min(1, Double(used) / 30)
        return Estimate(median(of: used), method: HeartWindow.deviceRateMethod)
    }

    private func rmssd(_ found: HeartFindings, observed: Int64) -> Estimate {
        let method = HeartWindow.rmssdMethod
        guard found.hasIntervals else { return Estimate(unknown: "no beat intervals in the last 60 s", method: method) }
        guard observed >= 30_000_000_000 else {
            return Estimate(unknown: "less than 30 s of heart beats", method: method)
        }
        guard found.differences >= 20 else {
            return Estimate(unknown: "fewer than 20 differences of adjoining beats in the last 60 s", method: method)
        }
        return Estimate((found.squares / Double(found.differences)).squareRoot(), method: method)
    }

    private func sdnn(_ found: HeartFindings, observed: Int64) -> Estimate {
        let method = HeartWindow.sdnnMethod
        guard found.hasIntervals else { return Estimate(unknown: "no beat intervals in the last 60 s", method: method) }
        guard observed >= Self.window else {
            return Estimate(unknown: "less than 60 s of heart beats", method: method)
        }
        guard found.accepted >= 20 else {
            return Estimate(unknown: "fewer than 20 good beats in the last 60 s", method: method)
        }
        return Estimate((found.deviations / Double(found.accepted - 1)).squareRoot(), method: method)
    }
}
