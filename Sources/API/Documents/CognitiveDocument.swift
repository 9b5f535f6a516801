import Companion
import Documents
import Runtime
import Signals

extension ReadingHealthDocument {
    /// How the reading service is, where the store has a fault or none.
    init(fault: String?) {
        self.init()
        (status, reason, version) = (fault == nil ? .healthy : .degraded, fault, Version.current)
        let made = [LoadFormula.method, Adaptation.method, Scaffold.method, ReviewSchedule.method, Recommender.method]
        methods = made.map { "\($0.name)/\($0.version)" }
    }
}

extension LoadFormula.Question {
    init(_ asked: LoadQuestion) {
        var missing: Set<String> = []
        let difficulty = asked.difficulty.map { told in
            func part(_ name: String, _ value: Double?) -> Double {
                if value == nil { missing.insert(name) }
                return value ?? 0.5
            }
            return ContentDifficulty(
                lexical: part("lexical", told.lexical), syntactic: part("syntactic", told.syntactic),
                concept: part("concept", told.concept), cultural: part("cultural", told.cultural))
        }
        self.init(
            speed: asked.readingSpeed, errors: asked.errorRate, pauses: asked.pauseFrequency,
            variability: asked.variability, difficulty: difficulty)
        (missingDifficulty, minutes) = (missing, asked.duration)
    }
}

extension LoadAnswer {
    init(_ answer: LoadFormula.Answer, at now: Instant) {
        self.init()
        // The weights are decimal fractions: their sum is told without the last bits' noise.
        load = (answer.load * 1e12).rounded() / 1e12
        (state, recommendations, time) = (answer.state, answer.advice, Timestamp(now))
        basis = answer.basis
        confidence = (answer.confidence * 1e4).rounded() / 1e4
        method = MethodDocument(LoadFormula.method)
        for factor in answer.factors { factors[factor.name] = Factor(score: factor.score, weight: factor.weight) }
    }
}

extension ScaffoldAnswer {
    init(_ asked: ScaffoldRequest) {
        let scaffold = Scaffold(load: asked.load, target: asked.target)
        self.init()
        (action, recommendations, reason) = (scaffold, scaffold.advice, scaffold.reason)
        support =
            switch scaffold {
            case .increaseSupport: .high
            case .maintain: .optimal
            case .increaseChallenge: .low
            }
        (load, target, method) = (asked.load, asked.target, MethodDocument(Scaffold.method))
    }
}

extension ReviewAnswer {
    init(_ asked: ReviewRequest, at now: Instant) {
        let before = ReviewSchedule(
            repetition: asked.repetition ?? asked.repetitions ?? 0, easiness: asked.easiness ?? 2.5,
            days: asked.interval ?? 0)
        let after = before.after(quality: asked.qualityScore ?? asked.quality ?? 0)
        self.init()
        content = asked.content
        next = Timestamp(now.advanced(bySeconds: Double(after.days) * 86_400))
        (interval, easiness, repetition) = (after.days, after.easiness, after.repetition)
        method = MethodDocument(ReviewSchedule.method)
    }
}
