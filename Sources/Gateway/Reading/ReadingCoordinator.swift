import Analysis
package import Companion
import Documents
import Runtime
package import Signals
package import Store
import Synchronization

/// Reading with a load that is watched: what was learned of each reader, sessions under way, and breathing exercises.
///
/// `person` is the number of a person, 0 where nobody was entered yet.
package final class ReadingCoordinator: Sendable {
    struct State {
        var runs: [Int64: ReadingRun] = [:]
        var exercises: [Int64: BreathingExercise] = [:]
        var baselines: [Int64: StoredReadingBaseline?] = [:]
    }

    let store: Store
    let bus: LiveBus
    let clock: any HostClock
    let devices: DeviceRegistry
    let state = Mutex(State())
    /// Held while a session begins, and while one ends: of two that come at once the second finds what the first has done.
    let beginning = Mutex(())
    let ending = Mutex(())
    /// Held while an exercise begins or ends.
    let exercising = Mutex(())
    private let wearerSubscription = Mutex<LiveBus.Subscription?>(nil)

    /// A coordinator that resumes the open sessions of its store.
    init(store: Store, bus: LiveBus, clock: any HostClock, devices: DeviceRegistry) throws {
        self.store = store
        self.bus = bus
        self.clock = clock
        self.devices = devices
        let now = clock.now
        for stored in try store.openSessions() {
            var run = ReadingRun(stored, usual: usual(of: stored.person, at: now), at: now)
            run.receive(try store.events(ofSession: stored.id).compactMap { ReadingEvent(json: $0.body, at: $0.time) })
            // The word of a minute ago holds as if nothing had happened.
            if let said = try store.loads(ofSession: stored.id).last,
                (0...LoadIndex.longestRepeat).contains(now.seconds(since: said.time)),
                let word = said.state.flatMap(LoadReading.State.init(rawValue:))
            {
                run.resume(from: ReadingRun.ReportedState(state: word, time: said.time))
            }
            let resumed = run
            state.withLock { $0.runs[stored.id] = resumed }
        }
        let subscription = bus.subscribe { [weak self] event in
            guard case .wearersChanged = event else { return }
            self?.findOwners()
            self?.forgetRefusedHearts()
        }
        wearerSubscription.withLock { $0 = subscription }
    }

    /// Sessions and baselines of nobody are somebody's when the first owner signs up, and gone with a person who goes.
    private func findOwners() {
        guard let open = Log.attempt("Open sessions could not be read.", { try store.openSessions() }) else { return }
        let owners = Dictionary(open.map { ($0.id, $0.person) }) { first, _ in first }
        state.withLock { state in
            state.baselines = [:]
            for id in state.runs.keys {
                if let owner = owners[id] { state.runs[id]?.stored.person = owner } else { state.runs[id] = nil }
            }
        }
    }

    /// Withdraws the heart's data of readers who refuse them.
    private func forgetRefusedHearts() {
        let people = Set(state.withLock { $0.runs.values.map(\.stored.person) }).filter(refusesHeart)
        guard !people.isEmpty else { return }
        state.withLock { state in
            for (id, run) in state.runs where people.contains(run.stored.person) { state.runs[id]?.forgetHeart() }
        }
    }

    /// Whether a person does not allow the heart to be recorded.
    func refusesHeart(_ person: Int64) -> Bool {
        devices.wearerRegistry.refused(by: person == 0 ? nil : Person.ID(rawValue: person))[.heartRate] != nil
    }

    /// A reader's baseline; nil when there is none, or it cannot be read.
    package func storedBaseline(of person: Int64) -> StoredReadingBaseline? {
        if let known = state.withLock({ $0.baselines[person] }) { return known }
        // Not remembered when the store could not be read: the next question asks again.
        guard
            let read = Log.attempt(
                "What was learned of a reader could not be read.", { try store.readingBaseline(of: person) })
        else { return nil }
        state.withLock { $0.baselines[person] = read }
        return read
    }

    /// The part of what was learned of a reader that counts now.
    package func baseline(of person: Int64, at now: Instant) -> ReadingBaseline {
        storedBaseline(of: person)?.inForce(at: now) ?? ReadingBaseline()
    }

    /// Keeps what was learned of a reader; nil to forget it.
    /// - Throws: `Failure` when it cannot be kept.
    package func keep(_ stored: StoredReadingBaseline?, of person: Int64) throws {
        try store.keep(stored, ofReader: person)
        state.withLock { $0.baselines[person] = .some(stored) }
    }

    /// Learns from stretches of reading of low stress.
    /// - Throws: `Failure` when it cannot be kept.
    func learn(_ lessons: [(figures: ReadingFigures, sdnn: Double?)], of person: Int64, at now: Instant) throws {
        var stored =
            storedBaseline(of: person)
            ?? StoredReadingBaseline(baseline: ReadingBaseline(), first: now, made: now, windows: 0)
        for lesson in lessons {
            let speed = lesson.figures.speed.flatMap { (60...1000).contains($0) ? $0 : nil }
            stored.baseline.learn(
                speed: speed, errors: lesson.figures.errors, pauses: lesson.figures.pauses, variability: lesson.sdnn)
        }
        stored.made = now
        stored.windows += lessons.count
        try keep(stored, of: person)
    }

    /// The dictionary; nil when none is installed.
    package var lexicon: (any Lexicon)? { WordNetLexicon() }
}
