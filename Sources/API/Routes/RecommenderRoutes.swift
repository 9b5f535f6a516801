import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// What to read next.
enum RecommenderRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/recommender/objectives",
            .about(
                "What can be weighed", "reading",
                replies: [
                    200: .object(["objectives": .array(.map(.any)), "total": .integer, "algorithm": .string])
                ])
        ) { _ in
            .json { json in
                json.array("objectives") { json in
                    for objective in Recommender.objectives {
                        json.object { json in
                            json.field("name", objective.name.rawValue)
                            json.field("default_weight", objective.weight)
                            json.field("maximize", objective.maximize)
                        }
                    }
                }
                json.field("total", Recommender.objectives.count)
                json.field("algorithm", "weighted_objectives")
            }
        }
        router.post(
            "/api/v1/recommender/recommend",
            .about(
                "What to read next, ranked by several objectives", "reading",
                body: .object([
                    "user_id": .string.nullable.optional, "candidate_ids": .array(.string, count: 0...1000),
                    "top_k": .integer(1...50).nullable.optional.standard(10),
                    "objectives": .objectives.nullable.optional, "user_context": .map(.any).nullable.optional,
                ]), replies: [200: .recommendations], problems: [403, 422]), body: .collected(limit: 1 << 20)
        ) { request in
            var fields = try CheckedFields(request)
            try fields.requireSelf(request.caller)
            let ids = fields.optionalTexts("candidate_ids", limit: 1000)
            if ids == nil, fields.faults.isEmpty { fields.fault("candidate_ids", "is missing") }
            let count = fields.optionalWhole("top_k", in: 1...50) ?? 10
            let objectives = objectives(&fields)
            let context = fields.optionalObject("user_context") { ReaderContext(&$0) } ?? ReaderContext()
            try fields.check()
            let known = try gateway.store.documents(of: request.caller.personColumn)
            let texts = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
            let candidates = (ids ?? []).map { id in
                context.items[id]
                    ?? Recommender.Candidate(
                        id: id, difficulty: texts[id]?.difficulty, terms: Set(texts[id]?.terms ?? []))
            }
            let ranked = Recommender.rank(
                candidates, for: context.reader, objectives: objectives ?? Recommender.objectives, count: count)
            return .json { json in
                json.array("recommendations") { json in for item in ranked { json.object { write(item, &$0) } } }
                json.field("total_candidates", ids?.count ?? 0)
                json.array("objectives_used", (objectives ?? Recommender.objectives).map(\.name.rawValue))
                json.field("algorithm", "weighted_objectives")
                json.method("method", Recommender.method)
            }
        }
    }

    private static func objectives(_ fields: inout CheckedFields) -> [Recommender.Objective]? {
        guard let list = fields.optionalList("objectives", limit: 20) else { return nil }
        var objectives: [Recommender.Objective] = []
        for (index, value) in list.enumerated() {
            guard let members = value.object else {
                fields.fault("objectives[\(index)]", "must be an object")
                continue
            }
            var entry = CheckedFields(members, prefix: "objectives[\(index)].")
            let word = entry.text("name")
            let weight = entry.number("weight", in: 0...1)
            let maximize = entry.optionalFlag("maximize") ?? true
            if let name = Recommender.Objective.Name(rawValue: word) {
                objectives.append(.init(name, weight: weight, maximize: maximize))
            } else if entry.faults.isEmpty {
                let known = Recommender.Objective.Name.allCases.map(\.rawValue).joined(separator: ", ")
                entry.fault("name", "must be one of \(known)")
            }
            fields.add(entry.faults)
        }
        return objectives.isEmpty ? nil : objectives
    }

    private static func write(_ item: Recommender.Recommendation, _ json: inout JSONText) {
        json.field("content_id", item.id)
        json.field("overall_score", (item.overall * 1e12).rounded() / 1e12)
        json.object("objective_scores") { json in
            for (name, score) in item.scores.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                json.field(name.rawValue, (score * 1e12).rounded() / 1e12)
            }
        }
        json.object("explanation") { json in
            for (name, reason) in item.explanation.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                json.field(name.rawValue, reason)
            }
        }
        json.field("confidence", (item.confidence * 1e4).rounded() / 1e4)
        json.field("rank", item.rank)
    }
}

/// What a request says of the reader and of what could be read.
struct ReaderContext {
    var reader = Recommender.Reader()
    var items: [String: Recommender.Candidate] = [:]

    init() {}

    /// Reads `level` (0 ... 1), `interests`, `history` (names of what was read), and `items`: objects with `content_id`,
    /// `difficulty`, `terms` and `finished`.
    init(_ fields: inout CheckedFields) {
        reader.level = fields.optionalNumber("level", in: 0...1) ?? 0.5
        reader.interests = Set((fields.optionalTexts("interests", limit: 1000) ?? []).map { $0.lowercased() })
        reader.read = Set(fields.optionalTexts("history", limit: 10_000) ?? [])
        for (index, value) in (fields.optionalList("items", limit: 1000) ?? []).enumerated() {
            var entry = CheckedFields(value.object ?? [:], prefix: "user_context.items[\(index)].")
            let candidate = Recommender.Candidate(
                id: entry.text("content_id"), difficulty: entry.optionalNumber("difficulty", in: 0...1),
                terms: Set((entry.optionalTexts("terms", limit: 1000) ?? []).map { $0.lowercased() }),
                finished: entry.optionalNumber("finished", in: 0...1))
            items[candidate.id] = candidate
            fields.add(entry.faults)
        }
    }
}
