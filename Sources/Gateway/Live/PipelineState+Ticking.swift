import Devices
import Epochs
import Signals

extension PipelineState {
    /// Takes what has come since the last tick, and the time that has passed.
    mutating func tick(at now: Instant) {
        guard !isFinished else { return }
        self.now = now
        drain()
        if hasNews || alive == nil { alive = now }
        if let time = dataTime {
            aggregator.advance(to: time)
            publishLoad(at: time)
        }
        hasNews = false
        takeEpochs()
        for loss in clock.report(at: now) { lose(loss) }
        turnDay()
        checkSilence()
        if stages.pass(to: now) {
            stages.show(in: &status)
            yield.events.append(.device(status))
        }
    }

    /// The time up to which everything is taken to be known: the host's, unless the data are of another time, as in a
    /// replay or while a device hands over what it kept; nil while that cannot be told.
    private var dataTime: Instant? {
        if device.origin == .replayed { return status.lastSample }
        let isQuiet = alive.map { now.nanoseconds(since: $0) > silence } ?? false
        guard let last = status.lastSample else { return isQuiet ? now : nil }
        // A pause while old data come in must not close the time that they are still to fill.
        if now.seconds(since: last) >= 30, !isQuiet { return last }
        return max(now, last)
    }

    private mutating func turnDay() {
        guard today.turn(to: now) else { return }
        status.lossesToday = today.counts
        yield.events.append(.device(status))
    }

    private mutating func checkSilence() {
        guard case .streaming = status.link, device.origin != .replayed, let alive,
            now.nanoseconds(since: alive) > silence
        else { return }
        status.link = .silent(reason: "nothing has come for more than \(silence / 1_000_000_000) s")
        status.linkSince = alive
        stages.take(status.link, at: now)
        stages.show(in: &status)
        yield.events.append(.device(status))
    }
}
