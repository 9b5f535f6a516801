import Documents
package import Signals

/// Follows one reader through the events of a page. It has no clock: the same events give the same figures.
///
/// A part of the text counts as read when it leaves the screen forwards; its words are spread over the time that it was
/// there, so that the speed follows a page that is long on the screen. Faster than 1500 words a minute is skipping, not
/// reading, and counts for nothing.
package struct ReadingTracker: Sendable {
    /// A stretch of reading.
    private struct Stretch: Sendable {
        var start: Instant
        var end: Instant
        var words: Double
    }

    /// The longest look at one view that is still reading, in seconds, beyond three times what its words take.
    private static let slack = 20.0
    private static let fastest = 1500.0
    /// Seconds after which a stretch is kept in the totals only.
    private static let memory = 600.0
    /// Stretches of each kind that are kept.
    private static let most = 2000

    private var start: Instant
    private var now: Instant
    private var stretches: [Stretch] = []
    private var pauseTimes: [Instant] = []
    private var faults: [Instant] = []
    private var trials: [Instant] = []
    private var totals = (words: 0.0, read: 0.0, pauses: 0, faults: 0, trials: 0)
    /// The words on the screen, and since when they are.
    private var view: (words: Range<Int>, since: Instant)?
    private var away: Instant?
    private var isStalled = false
    /// The farthest word that was on the screen when its part was left.
    package private(set) var furthest = 0

    /// A tracker of a session that begins at `start`.
    package init(start: Instant) {
        self.start = start
        now = start
        // A page that never says what it shows counts words from the begin on.
        view = (0..<0, start)
    }

    /// Takes an event; one of the past counts as of now.
    package mutating func receive(_ event: ReadingEvent) {
        let time = max(event.time, now)
        advance(to: time)
        switch event.kind {
        case .view, .scroll: move(to: event.view, words: event.words, at: time)
        case .pageTurn:
            trials.append(time)
            totals.trials += 1
            move(to: event.view, words: event.words ?? view?.words.count, at: time)
        case .reread:
            fault(at: time)
            if let to = event.view { view = (to, time) }
        case .pause, .hidden: leave(at: time)
        case .resume, .shown: comeBack(at: time)
        case .answer:
            trials.append(time)
            totals.trials += 1
            if event.isCorrect == false { fault(at: time) }
        case .error: fault(at: time)
        }
        trim()
    }

    /// Lets time pass: one who stays at a view for much longer than its words take has stopped.
    package mutating func advance(to time: Instant) {
        guard time > now else { return }
        now = time
        guard let view, !view.words.isEmpty, away == nil, !isStalled else { return }
        let limit = Self.slack + 3 * 60 * Double(view.words.count) / 238
        if now.seconds(since: view.since) > limit {
            isStalled = true
            pauseTimes.append(view.since.advanced(bySeconds: limit))
            totals.pauses += 1
        }
    }

    /// The figures over the last `seconds`; errors over three times as long, as there are few.
    package func figures(over seconds: Double) -> ReadingFigures {
        let from = max(start, now.advanced(bySeconds: -seconds))
        let span = now.seconds(since: from)
        guard span > 0 else { return ReadingFigures() }
        let (words, read) = reading(from: from)
        let longer = max(start, now.advanced(bySeconds: -3 * seconds))
        let trials = trials.count { $0 >= longer }
        let faults = faults.count { $0 >= longer }
        let hasNews = words > 0 || trials + faults > 0 || pauseTimes.contains { $0 >= from }
        return ReadingFigures(
            speed: read >= 5 && words > 0 ? 60 * words / read : nil,
            errors: trials + faults > 0 ? min(1, Double(faults) / Double(max(trials, faults))) : nil,
            pauses: hasNews
                ? Double(pauseTimes.count { $0 >= longer }) / (max(now.seconds(since: longer), 30) / 60) : nil,
            words: Int(words.rounded()), seconds: read)
    }

    /// The figures of the whole session so far.
    package var whole: ReadingFigures {
        let span = now.seconds(since: start)
        return ReadingFigures(
            speed: totals.read >= 5 ? 60 * totals.words / totals.read : nil,
            errors: totals.trials + totals.faults > 0
                ? min(1, Double(totals.faults) / Double(max(totals.trials, totals.faults))) : nil,
            pauses: span >= 10 ? Double(totals.pauses) / (span / 60) : nil, words: Int(totals.words.rounded()),
            seconds: totals.read)
    }

    /// Words and seconds of reading since `from`; the view that is open counts where nothing was left in that time.
    private func reading(from: Instant) -> (words: Double, seconds: Double) {
        var (words, seconds) = (0.0, 0.0)
        for stretch in stretches where stretch.end > from {
            let length = stretch.end.seconds(since: stretch.start)
            let share = length > 0 ? stretch.end.seconds(since: max(stretch.start, from)) / length : 0
            words += stretch.words * share
            seconds += length * share
        }
        guard words == 0, let view, !view.words.isEmpty, away == nil, !isStalled else { return (words, seconds) }
        // Not left yet: it was read at most as fast as the whole of it in the time so far.
        let length = now.seconds(since: view.since)
        let atLeast = 60 * Double(view.words.count) / 175
        guard length > atLeast else { return (0, 0) }
        let share = now.seconds(since: max(view.since, from)) / length
        return (Double(view.words.count) * share, length * share)
    }

    private mutating func move(to next: Range<Int>?, words: Int?, at time: Instant) {
        defer {
            isStalled = false
            if let next {
                view = (next, time)
            } else {
                view?.since = time
            }
            away = nil
        }
        guard let view, away == nil else { return }
        let seconds = time.seconds(since: view.since)
        var count = Double(max(0, words ?? 0))
        if words == nil, let next {
            if next.lowerBound < view.words.lowerBound {
                fault(at: time)
                return
            }
            count = Double(min(next.lowerBound, view.words.upperBound) - view.words.lowerBound)
            // Only what leaves the screen is over; a small scroll adds to what is there.
            if count <= 0 { return }
        }
        guard seconds > 0, count > 0, count / seconds * 60 <= Self.fastest else { return }
        let read = isStalled ? min(seconds, Self.slack + 3 * 60 * Double(view.words.count) / 238) : seconds
        stretches.append(Stretch(start: time.advanced(bySeconds: -read), end: time, words: count))
        totals.words += count
        totals.read += read
        furthest = max(furthest, view.words.lowerBound + Int(count))
    }

    private mutating func fault(at time: Instant) {
        faults.append(time)
        totals.faults += 1
    }

    private mutating func leave(at time: Instant) {
        guard away == nil else { return }
        away = time
        if !isStalled {
            pauseTimes.append(time)
            totals.pauses += 1
        }
    }

    private mutating func comeBack(at time: Instant) {
        guard let left = away else { return }
        away = nil
        isStalled = false
        // The view goes on where it was: what was away does not count.
        if let open = view { view = (open.words, open.since.advanced(byNanoseconds: time.nanoseconds(since: left))) }
    }

    private mutating func trim() {
        let oldest = now.advanced(bySeconds: -Self.memory)
        stretches.removeAll { $0.end < oldest }
        for path in [\ReadingTracker.pauseTimes, \.faults, \.trials] {
            self[keyPath: path].removeAll { $0 < oldest }
            let excess = self[keyPath: path].count - Self.most
            if excess > 0 { self[keyPath: path].removeFirst(excess) }
        }
        if stretches.count > Self.most { stretches.removeFirst(stretches.count - Self.most) }
    }
}
