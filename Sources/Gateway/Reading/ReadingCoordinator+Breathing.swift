import Analysis
package import Companion
import Documents
import Runtime
package import Signals
import Store
import Synchronization

extension ReadingCoordinator {
    /// From when a person may begin an exercise; nil for at once.
    package func nextBreathing(of person: Int64) throws -> Instant? {
        let now = clock.now
        let past = try store.breathing(of: person, limit: 20).compactMap { row in
            row.ended.flatMap { $0 >= row.started ? row.started..<$0 : nil }
        }
        return BreathingRules.next(after: past, now: now)
    }

    func mayBreathe(_ person: Int64, at now: Instant) -> Bool {
        let isBreathing = state.withLock { $0.exercises[person] != nil }
        return !isBreathing && (try? nextBreathing(of: person)) == .some(nil)
    }

    /// The exercise that goes on; nil when there is none.
    package func breathing(of person: Int64) -> BreathingExercise? { state.withLock { $0.exercises[person] } }

    /// Begins an exercise and silences the load. One that goes on is answered as it is.
    /// - Throws: ``BreathingRefused`` while it may not be; `Failure` when it cannot be kept.
    package func beginBreathing(person: Int64, pattern: BreathingPattern, seconds: Int) throws -> BreathingExercise {
        try exercising.withLock { _ in try beginAlone(person: person, pattern: pattern, seconds: seconds) }
    }

    private func beginAlone(person: Int64, pattern: BreathingPattern, seconds: Int) throws -> BreathingExercise {
        let now = clock.now
        if let open = breathing(of: person) { return open }
        if let next = try nextBreathing(of: person) { throw BreathingRefused(next: next, now: now) }
        var exercise = BreathingExercise(
            id: 0, person: person, pattern: pattern, seconds: seconds, started: now)
        exercise.id = try store.beginBreathing(of: person, at: now, body: exercise.json)
        for pipeline in pipelines(of: person) { pipeline.beginBreathing() }
        state.withLock { state in
            state.exercises[person] = exercise
            for id in state.runs.keys where state.runs[id]?.stored.person == person { state.runs[id]?.beginBreathing() }
        }
        bus.publish(.breathing(exercise))
        return exercise
    }

    /// Ends the exercise of a person and tells what it did.
    /// - Throws: `Failure` with code `notFound` when none of that number goes on, or it cannot be kept.
    package func endBreathing(_ id: Int64, of person: Int64) throws -> BreathingExercise {
        let ended = try exercising.withLock { _ -> BreathingExercise? in
            guard let exercise = breathing(of: person), exercise.id == id else { return nil }
            return try end(exercise, at: min(clock.now, exercise.started.advanced(bySeconds: Double(exercise.seconds))))
        }
        guard let ended else { throw Failure(.notFound, "No breathing exercise \(id) goes on.") }
        return ended
    }

    /// Exercises of a person as JSON, the newest first.
    package func breathingReports(of person: Int64, limit: Int = 50) throws -> [(id: Int64, json: [UInt8])] {
        try store.breathing(of: person, limit: limit).map { ($0.id, $0.body) }
    }

    /// Ends exercises whose time is up.
    func endBreathing(dueAt now: Instant) {
        for exercise in state.withLock({ Array($0.exercises.values) }) {
            let end = exercise.started.advanced(bySeconds: Double(exercise.seconds))
            guard now >= end else { continue }
            Log.attempt("The end of a breathing exercise could not be kept.") {
                try exercising.withLock { _ in
                    // It may have been ended meanwhile, and another begun.
                    guard breathing(of: exercise.person)?.id == exercise.id else { return }
                    _ = try self.end(exercise, at: end)
                }
            }
        }
    }

    private func end(_ exercise: BreathingExercise, at end: Instant) throws -> BreathingExercise {
        var exercise = exercise
        let end = max(end, exercise.started)
        exercise.ended = end
        let pipelines = pipelines(of: exercise.person)
        score(&exercise, pipelines)
        try store.endBreathing(exercise.id, at: end, body: exercise.json)
        for pipeline in pipelines { pipeline.endBreathing(at: end) }
        let ended = exercise
        state.withLock { state in
            state.exercises[ended.person] = nil
            for id in state.runs.keys where state.runs[id]?.stored.person == ended.person {
                state.runs[id]?.endBreathing(at: end)
            }
        }
        bus.publish(.breathing(ended))
        return ended
    }

    private func score(_ exercise: inout BreathingExercise, _ pipelines: [DevicePipeline]) {
        guard let end = exercise.ended else { return }
        let (start, cycle) = (exercise.started, exercise.pattern.cycle)
        for pipeline in pipelines {
            let beats = pipeline.history.beats.compactMap { beat in
                beat.label == .normal ? (time: beat.time, rr: beat.rr) : nil
            }
            guard let score = BreathingScore(beats: beats, during: start..<end, cycle: cycle) else { continue }
            exercise.score = score
            let earlier = start.advanced(bySeconds: -max(end.seconds(since: start), 2 * cycle))
            exercise.before = BreathingScore(beats: beats, during: earlier..<start, cycle: cycle)
            return
        }
        guard !refusesHeart(exercise.person) else {
            exercise.reason = "The heart is refused, so what it did is not known."
            return
        }
        exercise.reason =
            pipelines.isEmpty
            ? "No heart was heard, so what it did is not known." : "Too few heart beats were heard to score it."
    }
}

/// The refusal of an exercise too soon after another.
package struct BreathingRefused: Error {
    /// When the next exercise may begin.
    package var next: Instant
    /// The time of the refusal.
    package var now: Instant

    /// Seconds to wait, at least 1.
    package var wait: Int { max(1, Int(next.seconds(since: now).rounded(.up))) }
}
