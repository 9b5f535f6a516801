import Analysis
package import Companion
import Documents
import Runtime
import Signals
package import Store
import Synchronization

extension ReadingCoordinator {
    /// Begins a reading session and assesses it for the first time. One that goes on is ended.
    /// - Throws: `Failure` when it cannot be kept.
    package func start(person: Int64, title: String, words: Int?) throws -> (StoredSession, SessionAssessment?) {
        try beginning.withLock { _ in try startAlone(person: person, title: title, words: words) }
    }

    private func startAlone(person: Int64, title: String, words: Int?) throws -> (StoredSession, SessionAssessment?) {
        let now = clock.now
        for open in try openSessions(of: person) { _ = try stop(open.id, of: person) }
        let stored = try store.begin(
            StoredSession(person: person, kind: "reading", title: title, words: words, started: now))
        let usual = usual(of: person, at: now)
        for pipeline in pipelines(of: person) { pipeline.read(nil, usual: usual) }
        state.withLock { $0.runs[stored.id] = ReadingRun(stored, usual: usual, at: now) }
        tick(at: now)
        return (stored, state.withLock { $0.runs[stored.id]?.last })
    }

    /// Takes in events of a session; impossible times are replaced by the present.
    /// - Throws: `Failure` when there is no such session or it is over, or they cannot be kept.
    package func receive(_ events: [ReadingEvent], session id: Int64, of person: Int64) throws -> SessionAssessment? {
        let stored = try openSession(id, of: person)
        let now = clock.now
        let events = events.map { event in
            var event = event
            if event.time > now || event.time < stored.started { event.time = now }
            return event
        }
        try store.append(events: events.map { ($0.time, $0.json) }, to: stored)
        return state.withLock { state in
            state.runs[id]?.receive(events)
            return state.runs[id]?.last
        }
    }

    /// Ends a session. One that is over stays as it is.
    /// - Throws: `Failure` when there is no such session, or its end cannot be kept.
    package func stop(_ id: Int64, of person: Int64) throws -> StoredSession {
        let stored = try session(id, of: person)
        guard stored.ended == nil else { return stored }
        // Nil where it was ended meanwhile.
        return try finish(id, at: clock.now, cause: "stopped") ?? session(id, of: person)
    }

    /// One session of a person.
    /// - Throws: `Failure` with code `notFound` when there is none, or it is somebody else's.
    package func session(_ id: Int64, of person: Int64) throws -> StoredSession {
        guard let stored = try store.session(id, of: person) else {
            throw Failure(.notFound, "There is no session \(id).")
        }
        return stored
    }

    /// How a session that goes on is so far; nil for one that is over.
    package func progress(_ id: Int64) -> (figures: ReadingFigures, last: SessionAssessment?)? {
        state.withLock { state in state.runs[id].map { ($0.tracker.whole, $0.last) } }
    }

    /// Removes a session with all of it.
    /// - Throws: `Failure` with code `notFound` when there is none, or it is somebody else's.
    package func remove(_ id: Int64, of person: Int64) throws {
        let stored = try session(id, of: person)
        if stored.ended == nil { _ = try stop(id, of: person) }
        try store.removeSession(id)
    }

    private func openSessions(of person: Int64) throws -> [StoredSession] {
        state.withLock { $0.runs.values.map(\.stored).filter { $0.person == person } }.sorted { $0.id < $1.id }
    }

    private func openSession(_ id: Int64, of person: Int64) throws -> StoredSession {
        let stored = try session(id, of: person)
        guard stored.ended == nil, state.withLock({ $0.runs[id] != nil }) else {
            throw Failure(.conflict, "Session \(id) is over; start another one.")
        }
        return stored
    }

    /// Ends a session that goes on and learns from it, once.
    /// - Returns: nil for one that does not go on.
    func finish(_ id: Int64, at end: Instant, cause: String) throws -> StoredSession? {
        try ending.withLock { _ in try finishAlone(id, at: end, cause: cause) }
    }

    private func finishAlone(_ id: Int64, at end: Instant, cause: String) throws -> StoredSession? {
        guard var run = state.withLock({ $0.runs[id] }) else { return nil }
        run.tracker.advance(to: end)
        var stored = run.stored
        stored.ended = end
        stored.endCause = cause
        stored.summary = SessionSummary(run).json
        try store.end(stored)
        state.withLock { _ = $0.runs.removeValue(forKey: id) }
        for pipeline in pipelines(of: stored.person) { pipeline.read(nil) }
        let lessons = run.lessons.filter { $0.figures.isKnown }
        if !lessons.isEmpty { try learn(lessons, of: stored.person, at: end) }
        return stored
    }

    /// What the live way is told of how a person usually reads.
    func usual(of person: Int64, at now: Instant) -> UsualReading {
        guard let known = storedBaseline(of: person) else { return UsualReading() }
        let baseline = known.inForce(at: now)
        let typical = UsualReading()
        return UsualReading(
            speed: baseline.speed ?? typical.speed, errors: baseline.errors ?? typical.errors,
            pauses: baseline.pauses ?? typical.pauses, windows: known.windows)
    }

    /// A person's devices: those that are said to be worn by that person, else, where there is no other person, those of
    /// which nobody said anything.
    func pipelines(of person: Int64) -> [DevicePipeline] {
        let all = devices.pipelines
        let own = all.filter { $0.wearer?.rawValue == person }
        // What nobody is said to wear is on the one person there is; of several it could be on another's body.
        guard own.isEmpty, devices.wearerRegistry.people.count <= 1 else { return own }
        return all.filter { $0.wearer == nil }
    }
}
