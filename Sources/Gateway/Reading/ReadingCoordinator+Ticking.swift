import Analysis
import Companion
import Devices
import Documents
import Runtime
import Signals
import Store
import Synchronization

extension ReadingCoordinator {
    /// Looks after sessions and exercises until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let now = clock.now
            let isIdle = state.withLock { $0.runs.isEmpty && $0.exercises.isEmpty }
            if !isIdle { await store.reading { _ in tick(at: now) } }
            try? await clock.wait(until: Instant(nanoseconds: (now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000))
        }
    }

    /// Does what is due at `now`: looks at readers every 10 s, assesses them every 30 s, ends exercises that are over and
    /// sessions that were left.
    func tick(at now: Instant) {
        for (id, person) in state.withLock({ state in
            state.runs.values.filter { $0.isDue(at: now) }.map { ($0.stored.id, $0.stored.person) }
        }) {
            look(at: id, of: person, now)
        }
        endBreathing(dueAt: now)
        let left = state.withLock { state in
            state.runs.values.filter { now.seconds(since: $0.lastEvent) > ReadingRun.patience }
                .map { ($0.stored.id, $0.lastEvent) }
        }
        for (id, end) in left {
            Log.attempt("A reading session that was left could not be ended.") {
                _ = try finish(id, at: end, cause: "abandoned")
            }
        }
    }

    private func look(at id: Int64, of person: Int64, _ now: Instant) {
        let pipelines = pipelines(of: person)
        guard let behaviour = state.withLock({ state in state.runs[id].map { _ in state.runs[id]?.observe(at: now) } })
        else { return }
        if !pipelines.isEmpty, let word = state.withLock({ $0.runs[id]?.takeResumedWord(at: now) }) {
            for pipeline in pipelines { pipeline.resumeWords(from: word) }
        }
        for pipeline in pipelines { pipeline.read(behaviour) }
        let (found, isFirstWord) = state.withLock { state in
            // Asked under the lock: a refusal that comes later forgets what is found now.
            let isRefused = refusesHeart(person)
            let heart = isRefused ? nil : Self.heart(of: pipelines)
            let wasNamed = state.runs[id]?.isNamed ?? true
            let found = state.runs[id]?.finishLook(behaviour, heart: heart, isRefused: isRefused, at: now)
            return (found, !wasNamed && state.runs[id]?.isNamed == true)
        }
        // Live goes on from the word that the session begins with.
        if isFirstWord { for pipeline in pipelines { pipeline.beginWords() } }
        guard var assessment = found, let stored = state.withLock({ $0.runs[id]?.stored }) else { return }
        guard assessment.device == nil || !refusesHeart(person) else { return }
        if assessment.offersBreathing { assessment.offersBreathing = mayBreathe(person, at: now) }
        // A disk that is full must not stop the session: the curve has a gap then.
        Log.attempt("A part of a session's load curve could not be kept.") {
            try store.append(
                StoredSession.Load(
                    time: now, load: assessment.load, state: assessment.state?.rawValue,
                    confidence: assessment.confidence, isStale: assessment.isStale, body: assessment.json), to: stored)
        }
        bus.publish(.assessed(assessment))
        if assessment.state != assessment.previous, assessment.state != nil {
            bus.publish(.loadStateChanged(assessment))
        }
    }

    /// The newest load of the device that is used for the heart: measured before made up.
    private static func heart(
        of pipelines: [DevicePipeline]
    ) -> (reading: LoadReading, device: DeviceID, isSynthetic: Bool)? {
        pipelines.compactMap { pipeline in
            pipeline.load.map { ($0, pipeline.device.id, pipeline.device.isSynthetic) }
        }.max { a, b in
            (a.2 ? 0 : 1, a.0.heartRate.value == nil ? 0 : 1, a.0.time)
                < (b.2 ? 0 : 1, b.0.heartRate.value == nil ? 0 : 1, b.0.time)
        }
    }
}
