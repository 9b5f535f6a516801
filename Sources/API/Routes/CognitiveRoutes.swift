import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// What a reading program asks: the load, an easier text, the next review.
enum CognitiveRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.readingHealth) { _, _ in ReadingHealthDocument(fault: gateway.storeFault) }
        router.on(.assessLoad) { question, request in
            try request.requireSelf(question.user)
            let now = gateway.configuration.clock.now
            let baseline = gateway.reading.baseline(of: request.caller.personColumn, at: now)
            return LoadAnswer(LoadFormula.answer(LoadFormula.Question(question), baseline: baseline), at: now)
        }
        router.on(.scaffold) { asked, _ in ScaffoldAnswer(asked) }
        router.on(.scheduleReview) { asked, request in
            try request.requireSelf(asked.user)
            return ReviewAnswer(asked, at: gateway.configuration.clock.now)
        }
        router.on(.adaptText) { asked, request in
            let baseline = gateway.reading.baseline(
                of: request.caller.personColumn, at: gateway.configuration.clock.now)
            return AdaptationDocument(
                Adaptation(
                    of: asked.content, language: asked.language, load: asked.load, target: asked.target,
                    level: asked.level, kinds: asked.kinds.map(Set.init), speed: baseline.speed ?? 238,
                    lexicon: gateway.reading.lexicon))
        }
    }
}

extension HTTPRequest {
    /// Refuses the number of a person that is not the caller's own; without people there is nobody else.
    /// - Throws: a 403.
    func requireSelf(_ user: String?) throws {
        guard let user, let person = caller.person else { return }
        if user != String(person.rawValue) { throw HTTPProblem.foreign }
    }
}
