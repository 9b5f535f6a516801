package import Signals

/// Plays a recording second by second: beats as Heart Rate notifications, everything else as batches. What it delivers
/// depends on the recording and its placement only, never on the speed.
package struct ReplayPlayer {
    /// The device, described for the gateway.
    package let device: DeviceDescription
    /// Everything before this instant has been delivered, on the time line of the replay.
    package private(set) var now: Instant
    /// Whether everything has been delivered.
    package private(set) var isFinished = false

    private let recording: ReplayRecording
    /// Added to the times of the recording, in nanoseconds.
    private let shift: Int64
    private let end: Instant
    private var beat = 0
    private var batch = 0
    private var monitor = StrapModel()
    private var strap: HeartRateStrap
    private var isStarted = false

    /// A player whose time line begins at `start`, or at the recording's own time for nil.
    /// - Throws: `Failure` when the recording is empty.
    package init(_ recording: ReplayRecording, at start: Instant? = nil) throws {
        guard let first = recording.start, let last = recording.end else {
            throw Failure(.failed, "\(recording.name) holds nothing that could be replayed.")
        }
        self.recording = recording
        device = Replayed.describe(recording)
        shift = start?.nanoseconds(since: first) ?? 0
        now = first.advanced(byNanoseconds: shift)
        end = last.advanced(byNanoseconds: shift)
        strap = HeartRateStrap(device: device.id)
    }

    /// Delivers the next second; all of it arrives at the end of that second.
    package mutating func advance(into outlet: some DeviceOutlet) {
        guard !isFinished else { return }
        if !isStarted {
            isStarted = true
            for loss in recording.losses { outlet.deliver(.loss(loss), at: now) }
            if recording.beats.isEmpty { outlet.deliver(.link(.streaming), at: now) }
        }
        skipHole(into: outlet)
        let arrival = now.advanced(byNanoseconds: 1_000_000_000)
        if !recording.beats.isEmpty { notify(until: arrival, into: outlet) }
        sendBatches(until: arrival, into: outlet)
        now = arrival
        if now > end {
            isFinished = true
            strap.disconnect(reason: "The recording has ended.", at: now, into: outlet)
        }
    }

    /// Ten minutes without anything are left out: the link is down until the next second that has data.
    private mutating func skipHole(into outlet: some DeviceOutlet) {
        let from = now.advanced(byNanoseconds: -shift)
        while batch < recording.batches.count, (recording.batches[batch].lastInstant ?? from) < from { batch += 1 }
        var next: [Instant] = []
        if beat < recording.beats.count { next.append(recording.beats[beat].time) }
        if batch < recording.batches.count, let first = recording.batches[batch].firstInstant { next.append(first) }
        guard let soonest = next.min(), soonest.seconds(since: from) > 600 else { return }
        strap.disconnect(reason: "The recording has nothing for a while.", at: now, into: outlet)
        let whole = soonest.nanoseconds(since: from) / 1_000_000_000 * 1_000_000_000
        let resume = now.advanced(byNanoseconds: whole)
        let loss = Loss(
            .disconnected, count: resume.seconds(since: now), unit: .seconds, first: now, end: resume,
            detail: "nothing was recorded")
        outlet.deliver(.loss(loss), at: resume)
        outlet.deliver(.link(.connecting), at: resume)
        if recording.beats.isEmpty { outlet.deliver(.link(.streaming), at: resume) }
        now = resume
    }

    private mutating func notify(until arrival: Instant, into outlet: some DeviceOutlet) {
        var intervals: [Double] = []
        while beat < recording.beats.count {
            let next = recording.beats[beat]
            guard next.time.advanced(byNanoseconds: shift) <= arrival else { break }
            beat += 1
            if StrapModel.canSend(next.rr) {
                intervals.append(next.rr)
            } else {
                outlet.deliver(.loss(unsendable(next)), at: arrival)
            }
        }
        monitor.notify(intervals, contact: nil, rate: rate(at: now)) { strap.receive($0, at: arrival, into: outlet) }
    }

    /// The device's own rate of the second that begins at `instant`; nil when the recording has none.
    private func rate(at instant: Instant) -> Int? {
        guard let start = recording.ratesStart, !recording.rates.isEmpty else { return nil }
        let index = instant.advanced(byNanoseconds: -shift).nanoseconds(since: start) / 1_000_000_000
        guard index >= 0, index < recording.rates.count else { return 0 }
        return Int(exactly: recording.rates[Int(index)].rounded()) ?? 0
    }

    private mutating func sendBatches(until arrival: Instant, into outlet: some DeviceOutlet) {
        let from = now.advanced(byNanoseconds: -shift)
        let until = arrival.advanced(byNanoseconds: -shift)
        for candidate in recording.batches[batch...] {
            guard let first = candidate.firstInstant, first < until else { break }
            let range = candidate.index(atOrAfter: from)..<candidate.index(atOrAfter: until)
            guard !range.isEmpty else { continue }
            outlet.deliver(shifted(candidate.slice(range), received: arrival))
        }
    }

    private func shifted(_ batch: SampleBatch, received: Instant) -> SampleBatch {
        var batch = batch
        batch.device = device.id
        batch.received = received
        switch batch.times {
        case .uniform(var line):
            line.origin = line.origin.advanced(byNanoseconds: shift)
            batch.times = .uniform(line)
        case .stamped(let stamps): batch.times = .stamped(stamps.map { $0 &+ shift })
        }
        return batch
    }

    private func unsendable(_ beat: Beat) -> Loss {
        Loss(
            .damaged, count: 1, unit: .samples, first: beat.time.advanced(byNanoseconds: shift), channel: .rrInterval,
            detail: "an interval of \(beat.rr) ms does not fit into a heart rate notification")
    }
}
