import Analysis
import Companion
import Signals
import Store

/// A reading session under way: a state machine without clock and storage.
struct ReadingRun: Sendable {
    /// Between two looks at the reading, in nanoseconds.
    static let window: Int64 = 10_000_000_000
    /// Updates from one assessment to the next.
    static let looks = 3
    /// A session without an event for so long, in seconds, is over.
    static let patience = 1800.0
    /// A heart that was heard longer ago, in seconds, is not there.
    private static let heartAge = 30.0

    /// A state of the load, and when it was reported.
    struct ReportedState: Sendable {
        var state: LoadReading.State
        var time: Instant
    }

    var stored: StoredSession
    var tracker: ReadingTracker
    /// The time of the newest event, or of the start.
    var lastEvent: Instant
    private(set) var figures = ReadingFigures()
    private(set) var last: SessionAssessment?
    private var index: LoadIndex
    private var next: Instant
    private var look = 0
    private var learned: [(figures: ReadingFigures, sdnn: Double?)] = []
    private var loads: [Double] = []
    private var overloads = 0
    private var wasInOverload = false
    /// Why there is no heart rate.
    private var silence = "no heart is heard"
    /// Whether a load of this session was named before.
    private(set) var isNamed = false
    /// The last word before a restart, until it was gone on from.
    private var resumed: (previous: LoadReading.State?, untold: ReportedState?)

    init(_ stored: StoredSession, usual: UsualReading, at now: Instant) {
        self.stored = stored
        tracker = ReadingTracker(start: stored.started)
        lastEvent = stored.started
        next = now
        index = LoadIndex()
        index.begin(reading: usual)
    }

    /// Goes on from the last word that was said before a restart.
    mutating func resume(from word: ReportedState) {
        isNamed = true
        index.resumeWords(from: word.state, saidAt: word.time)
        resumed = (word.state, word)
    }

    /// The word that the devices are to go on from; nil when they know it, or it is too long ago at `now`.
    mutating func takeResumedWord(at now: Instant) -> ReportedState? {
        defer { resumed.untold = nil }
        return resumed.untold.flatMap {
            (0...LoadIndex.longestRepeat).contains(now.seconds(since: $0.time)) ? $0 : nil
        }
    }

    /// Whether an update is due.
    func isDue(at now: Instant) -> Bool { now >= next }

    mutating func receive(_ events: [ReadingEvent]) {
        for event in events {
            tracker.receive(event)
            lastEvent = max(lastEvent, event.time)
        }
    }

    /// Takes a look: the behaviour that the live way is to know.
    mutating func observe(at now: Instant) -> ReadingBehaviour? {
        tracker.advance(to: now)
        figures = tracker.figures(over: 60)
        guard figures.isKnown else { return nil }
        return ReadingBehaviour(speed: figures.speed, errors: figures.errors, pauses: figures.pauses)
    }

    /// Ends a look: an assessment is due with every third.
    /// - Parameters:
    ///   - heart: the live load of the person's device, and the device.
    ///   - isRefused: whether the person does not allow the heart to be recorded.
    mutating func finishLook(
        _ behaviour: ReadingBehaviour?, heart: (reading: LoadReading, device: DeviceID, isSynthetic: Bool)?,
        isRefused: Bool = false, at now: Instant
    ) -> SessionAssessment? {
        let method = LoadIndex.method
        let none = Estimate(unknown: "no heart is heard", method: method)
        let own = index.update(
            LoadFeatures(
                time: now, heartRate: none, rmssd: none, sdnn: none, coverage: 0, motion: .missing, reading: behaviour))
        defer {
            look += 1
            // After a pause of the program only the newest look counts.
            while next <= now { next = next.advanced(byNanoseconds: Self.window) }
        }
        guard look % Self.looks == 0 else { return nil }
        let fresh = heart.flatMap { heart in
            (-5...Self.heartAge).contains(now.seconds(since: heart.reading.time))
                && heart.reading.heartRate.value != nil
                ? heart : nil
        }
        silence = isRefused ? "the heart is refused" : "no heart is heard"
        return assess(fresh?.reading ?? own, heart: fresh, at: now)
    }

    /// Withdraws the heart's data, and assesses again at the next update.
    mutating func forgetHeart() {
        // Nobody knows what the word of before a restart was made of.
        resumed = (nil, nil)
        index.forgetResumedWord()
        guard last?.device != nil else { return }
        last = nil
        (look, next) = (0, lastEvent)
    }

    private mutating func assess(
        _ reading: LoadReading, heart: (reading: LoadReading, device: DeviceID, isSynthetic: Bool)?, at now: Instant
    ) -> SessionAssessment {
        var basis: [String] = []
        if heart != nil, reading.load != nil { basis.append("heart") }
        if reading.behaviour != nil { basis.append("reading") }
        let reasons = heart != nil ? reading.reasons : alone(reading)
        let isEntering = reading.isSustained && !wasInOverload
        let state = isNamed ? reading.state : reading.load.map(LoadReading.State.init)
        var assessment = SessionAssessment(
            session: stored.id, person: stored.person, time: now, load: reading.load, state: state,
            previous: last?.state ?? resumed.previous, confidence: reading.load == nil ? 0 : reading.confidence.value,
            isStale: reading.isStale, isMuted: reading.isMuted, figures: figures,
            heartRate: heart?.reading.heartRate.value,
            sdnn: heart?.reading.sdnn.value, basis: basis, reasons: reasons, device: heart?.device,
            isSynthetic: heart?.isSynthetic ?? false, offersBreathing: isEntering)
        if let load = reading.load, !reading.isStale {
            loads.append(load)
            if load > 0.7 { overloads += 1 } else { learned.append((figures, heart?.reading.sdnn.value)) }
        }
        assessment.isSustained = reading.isSustained
        if state != nil {
            wasInOverload = reading.isSustained
            if !isNamed { index.beginWords() }
            isNamed = true
        }
        resumed.previous = nil
        last = assessment
        return assessment
    }

    private func alone(_ reading: LoadReading) -> [String] {
        let muted = reading.reasons.filter { $0.hasPrefix("muted:") }
        guard reading.behaviour != nil || reading.load != nil else {
            return muted + ["\(silence) and nothing was read yet: too early to tell"]
        }
        return muted + ["\(silence): from reading alone"]
    }

    mutating func beginBreathing() { index.beginBreathing() }
    mutating func endBreathing(at time: Instant) { index.endBreathing(at: time) }

    /// The mean and the highest load; nil without one.
    var loadFigures: (mean: Double, peak: Double)? {
        loads.max().map { (loads.reduce(0, +) / Double(loads.count), $0) }
    }
    /// The number of assessments with a load, and of those above 0.7.
    var counts: (assessments: Int, overloads: Int) { (loads.count, overloads) }
    /// What a session of low stress teaches: nothing when more than a fifth of it was overload.
    var lessons: [(figures: ReadingFigures, sdnn: Double?)] { overloads * 5 > loads.count ? [] : learned }
}
