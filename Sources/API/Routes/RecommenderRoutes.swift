import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// What to read next.
enum RecommenderRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.objectives) { _, _ in
            var list = ObjectiveListDocument()
            list.objectives = Recommender.objectives.map { objective in
                var entry = ObjectiveListDocument.Entry()
                (entry.name, entry.weight, entry.maximize) = (objective.name, objective.weight, objective.maximize)
                return entry
            }
            list.total = list.objectives.count
            return list
        }
        router.on(.recommend) { asked, request in
            try request.requireSelf(asked.user)
            let known = try gateway.store.documents(of: request.caller.personColumn)
            let texts = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
            let told = Dictionary(
                (asked.context?.items ?? []).map { ($0.id, Recommender.Candidate($0)) }
            ) { $1 }
            let candidates = asked.candidates.map { id in
                told[id]
                    ?? Recommender.Candidate(
                        id: id, difficulty: texts[id]?.difficulty, terms: Set(texts[id]?.terms ?? []))
            }
            var objectives = (asked.objectives ?? []).map {
                Recommender.Objective($0.name, weight: $0.weight, maximize: $0.maximize)
            }
            if objectives.isEmpty { objectives = Recommender.objectives }
            let ranked = Recommender.rank(
                candidates, for: Recommender.Reader(asked.context), objectives: objectives, count: asked.count)
            var document = RecommendationDocument()
            document.recommendations = ranked.map { RecommendationDocument.Entry($0) }
            document.total = asked.candidates.count
            document.objectives = objectives.map(\.name.rawValue)
            document.method = MethodDocument(Recommender.method)
            return document
        }
    }
}

extension Recommender.Reader {
    fileprivate init(_ told: RecommendationRequest.Context?) {
        self.init()
        level = told?.level ?? 0.5
        interests = Set((told?.interests ?? []).map { $0.lowercased() })
        read = Set(told?.history ?? [])
    }
}

extension Recommender.Candidate {
    fileprivate init(_ item: RecommendationRequest.Context.Item) {
        self.init(
            id: item.id, difficulty: item.difficulty, terms: Set((item.terms ?? []).map { $0.lowercased() }),
            finished: item.finished)
    }
}

extension RecommendationDocument.Entry {
    fileprivate init(_ item: Recommender.Recommendation) {
        self.init()
        (id, score) = (item.id, (item.overall * 1e12).rounded() / 1e12)
        for (name, score) in item.scores { scores[name.rawValue] = (score * 1e12).rounded() / 1e12 }
        for (name, reason) in item.explanation { explanation[name.rawValue] = reason }
        (confidence, rank) = ((item.confidence * 1e4).rounded() / 1e4, item.rank)
    }
}
