import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// What a reading program asks: the load, an easier text, the next review.
enum CognitiveRoutes {
    /// The longest text that is adapted, in characters.
    static let longestText = 200_000

    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/cognitive/health",
            .about(
                "What the reading service can do", "reading",
                replies: [
                    200: .object([
                        "status": .words("healthy", "degraded"), "service": .string, "version": .string,
                        "reason": .string.nullable, "features": .array(.string),
                        "methods": .array(.string),
                    ])
                ])
        ) { _ in
            let fault = gateway.storeFault
            return .json { CognitiveDocument.health(fault, &$0) }
        }
        router.post(
            "/api/v1/cognitive/assess-load",
            .about(
                "The load of a moment of reading", "reading",
                detail: "A fixed formula over what is sent and the reader's own baseline. It keeps nothing.",
                body: .loadQuestion, replies: [200: .loadAnswer], problems: [403, 422])
        ) { request in
            let now = gateway.configuration.clock.now
            let question = try LoadQuestion(request)
            let baseline = gateway.reading.baseline(of: request.caller.personColumn, at: now)
            let answer = LoadFormula.answer(question.question, baseline: baseline)
            return .json { CognitiveDocument.write(answer, at: now, &$0) }
        }
        router.post(
            "/api/v1/cognitive/adaptive-scaffold",
            .about(
                "How much support a reader needs", "reading",
                body: .object([
                    "current_load": .share, "target_load": .share.nullable.optional.standard(0.7),
                    "learning_context": .map(.any).nullable.optional,
                ]), replies: [200: .scaffold], problems: [422])
        ) { request in
            var fields = try CheckedFields(request)
            let load = fields.number("current_load", in: 0...1)
            let target = fields.optionalNumber("target_load", in: 0...1) ?? 0.7
            _ = fields.optionalObject("learning_context") { _ in }
            try fields.check()
            return .json { CognitiveDocument.write(Scaffold(load: load, target: target), load, target, &$0) }
        }
        router.post(
            "/api/v1/cognitive/schedule-review",
            .about(
                "When to look at something again, by SM-2", "reading",
                detail: "One of quality_score and quality is needed. It keeps nothing: send back what it answers.",
                body: .object([
                    "content_id": .string(0...1000).nullable.optional, "user_id": .string(0...1000).nullable.optional,
                    "quality_score": .integer(0...5).nullable.optional, "quality": .integer(0...5).nullable.optional,
                    "repetition_number": .integer(0...10_000).nullable.optional.standard(0),
                    "easiness_factor": .number(1.3...2.5).nullable.optional.standard(2.5),
                    "interval_days": .integer(0...36_500).nullable.optional.about("The last interval"),
                ]).with(
                    "anyOf",
                    [
                        ["required": ["quality"], "properties": ["quality": ["type": "integer"]]],
                        ["required": ["quality_score"], "properties": ["quality_score": ["type": "integer"]]],
                    ]),
                replies: [200: .reviewSchedule], problems: [403, 422])
        ) { request in
            try review(request, at: gateway.configuration.clock.now)
        }
        router.post(
            "/api/v1/cognitive/adapt-content",
            .about(
                "An easier text, with each change and why", "reading",
                body: .object([
                    "content": .string(1...longestText).with("pattern", "\\S"), "current_load": .share,
                    "target_load": .share.nullable.optional.standard(0.7),
                    "user_level": .words("beginner", "intermediate", "advanced").nullable.optional
                        .standard("intermediate"),
                    "language": .languageTag.nullable.optional.about("Found by itself where it is not said"),
                    "kinds": .array(.words(TextChange.Kind.allCases.map(\.rawValue))).nullable.optional
                        .about("Only these steps; all where none is named"),
                ]), replies: [200: .adaptation], problems: [413, 422]), body: .collected(limit: 6 * longestText)
        ) { request in
            try adapt(request, gateway)
        }
    }

    private static func review(_ request: HTTPRequest, at now: Instant) throws -> HTTPResponse {
        var fields = try CheckedFields(request)
        try fields.requireSelf(request.caller)
        let content = fields.optionalText("content_id")
        // The published name and the short one.
        let named = fields.optionalWhole("quality_score", in: 0...5)
        let short = fields.optionalWhole("quality", in: 0...5)
        let quality = named ?? short
        if quality == nil, fields.faults.isEmpty { fields.fault("quality", "is missing; 0 to 5") }
        let before = ReviewSchedule(
            repetition: fields.optionalWhole("repetition_number", in: 0...10_000)
                ?? fields.optionalWhole("repetitions", in: 0...10_000) ?? 0,
            easiness: fields.optionalNumber("easiness_factor", in: 1.3...2.5) ?? 2.5,
            days: fields.optionalWhole("interval_days", in: 0...36_500) ?? 0)
        try fields.check()
        let after = before.after(quality: quality ?? 0)
        return .json { json in
            json.field("content_id", content)
            json.field("next_review", Timestamp.text(now.advanced(bySeconds: Double(after.days) * 86_400)))
            json.field("interval_days", after.days)
            json.field("new_easiness_factor", after.easiness)
            json.field("easiness_factor", after.easiness)
            json.field("repetition_number", after.repetition)
            json.field("algorithm", "supermemo_sm2")
            json.method("method", ReviewSchedule.method)
        }
    }

    private static func adapt(_ request: HTTPRequest, _ gateway: Gateway) throws -> HTTPResponse {
        var fields = try CheckedFields(request)
        let content = fields.text("content", limit: longestText)
        let load = fields.number("current_load", in: 0...1)
        let target = fields.optionalNumber("target_load", in: 0...1) ?? 0.7
        let words = ContentDifficulty.Level.allCases.map(\.rawValue)
        let level = (fields.optionalText("user_level") ?? "intermediate")
        if !words.contains(level) { fields.fault("user_level", "must be one of \(words.joined(separator: ", "))") }
        let language = fields.optionalLanguage("language")
        let kinds = fields.optionalTexts("kinds", limit: 10)
        let known = kinds?.compactMap(TextChange.Kind.init(rawValue:))
        if known?.count != kinds?.count {
            let names = TextChange.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            fields.fault("kinds", "must be of \(names)")
        }
        try fields.check()
        let baseline = gateway.reading.baseline(of: request.caller.personColumn, at: gateway.configuration.clock.now)
        let adaptation = Adaptation(
            of: content, language: language, load: load, target: target,
            level: ContentDifficulty.Level(rawValue: level) ?? .intermediate,
            kinds: known.map(Set.init), speed: baseline.speed ?? 238, lexicon: gateway.reading.lexicon)
        return .json { AdaptationDocument.write(adaptation, &$0) }
    }
}

extension CheckedFields {
    /// A language, with a fault for what is no name of one.
    mutating func optionalLanguage(_ name: String) -> LanguageTag? {
        guard let text = optionalText(name, limit: 35) else { return nil }
        guard let tag = LanguageTag(text) else {
            fault(name, "must be a language tag such as en or pt-BR, not “\(text)”")
            return nil
        }
        return tag
    }

    /// Refuses a `user_id` that is not the caller's own; without people there is nobody else.
    mutating func requireSelf(_ caller: Caller) throws {
        guard let id = optionalText("user_id"), let person = caller.person else { return }
        if id != String(person.rawValue) { throw HTTPProblem.foreign }
    }
}

/// What `assess-load` is asked.
struct LoadQuestion {
    var question: LoadFormula.Question

    init(_ request: HTTPRequest) throws {
        var fields = try CheckedFields(request)
        try fields.requireSelf(request.caller)
        let speed = fields.number("reading_speed", in: 0...100_000)
        let errors = fields.number("error_rate", in: 0...1)
        let pauses = fields.number("pause_frequency", in: 0...100_000)
        let variability = fields.optionalNumber("heart_rate_variability", in: 0...10_000)
        let minutes = fields.optionalNumber("session_duration", in: 0...1_000_000)
        var missing: Set<String> = []
        let difficulty = fields.optionalObject("content_difficulty") { fields in
            func part(_ name: String) -> Double {
                guard let value = fields.optionalNumber(name, in: 0...1) else {
                    missing.insert(name)
                    return 0.5
                }
                return value
            }
            return ContentDifficulty(
                lexical: part("lexical"), syntactic: part("syntactic"), concept: part("concept"),
                cultural: part("cultural"))
        }
        try fields.check()
        question = LoadFormula.Question(
            speed: speed, errors: errors, pauses: pauses, variability: variability, difficulty: difficulty)
        (question.missingDifficulty, question.minutes) = (missing, minutes)
    }
}
