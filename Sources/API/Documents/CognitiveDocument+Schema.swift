import Companion
import Documents
import Runtime

extension Schema {
    /// 0 ... 1.
    static var share: Schema { .number(0...1) }

    /// The algorithm behind a result.
    static var method: Schema {
        .named("Method", .object(["name": .string, "version": .integer, "parameters": .map(.number)]))
    }

    /// How hard a text is, in its four parts.
    static var contentDifficulty: Schema {
        .object([
            "lexical": share.nullable.standard(0.5).optional, "syntactic": share.nullable.standard(0.5).optional,
            "concept": share.nullable.standard(0.5).optional, "cultural": share.nullable.standard(0.5).optional,
        ])
    }

    /// What `assess-load` takes.
    static var loadQuestion: Schema {
        .named(
            "LoadQuestion",
            .object([
                "user_id": .string.nullable.optional.about("Yours or none: the token says who you are"),
                "reading_speed": .number(0...100_000).about("Words per minute").example(180),
                "error_rate": share.example(0.05),
                "pause_frequency": .number(0...100_000).about("Per minute").example(5),
                "heart_rate_variability": .number(0...10_000).nullable.optional.about("In ms").example(45),
                "session_duration": .number(0...1_000_000).nullable.optional
                    .about("Minutes so far; checked and not used, which basis says").standard(0),
                "content_difficulty": contentDifficulty.nullable.optional,
            ]))
    }

    /// What `assess-load` answers.
    static var loadAnswer: Schema {
        .named(
            "LoadAnswer",
            .object([
                "cognitive_load": share, "state": .loadState, "recommendations": .array(.string), "timestamp": .time,
                "basis": .array(.string).about("What each part was made from"),
                "confidence": share.about("Share of the weights that rests on measurements"), "method": .method,
                "factors": .map(.object(["score": share, "weight": share])),
            ]))
    }

    /// A word for a load.
    static var loadState: Schema { .words(LoadState.allCases.map(\.rawValue)) }

    /// What a scaffold answers.
    static var scaffold: Schema {
        .object([
            "action": .words(Scaffold.allCases.map(\.rawValue)), "recommendations": .array(.string),
            "support_level": .words("high", "optimal", "low"), "reasoning": .string, "current_load": share,
            "target_load": share, "method": .method,
        ])
    }

    /// When to look at something again.
    static var reviewSchedule: Schema {
        .object([
            "content_id": .string.nullable, "next_review": .time, "interval_days": .integer,
            "new_easiness_factor": .number(1.3...2.5), "easiness_factor": .number(1.3...2.5),
            "repetition_number": .integer, "algorithm": .words("supermemo_sm2"),
            "method": .method,
        ])
    }

    /// An adapted text.
    static var adaptation: Schema {
        .named(
            "Adaptation",
            .object([
                "original_content": .string, "adapted_content": .string, "simplifications": .array(.string),
                "difficulty_before": share,
                "difficulty_after": share.about("Measured on the adapted text without the explanations at its end"),
                "not_easier_because": .string.nullable.about(
                    "Why it did not become measurably easier; null when it did"),
                "language": .string.nullable.about("As it was told or found"), "strategy": .string, "method": .method,
                "content_difficulty": .map(share), "readability_before": .map(.number).nullable,
                "readability_after": .map(.number).nullable,
                "readability_reason": .string.nullable.about("Why there is no readability"),
                "changes": .array(
                    .object([
                        "kind": .words(TextChange.Kind.allCases.map(\.rawValue)),
                        "start": .integer.about("Of the original, in bytes of UTF-8"), "end": .integer,
                        "start_utf16": .integer, "end_utf16": .integer, "original": .string, "replacement": .string,
                        "note": .string.nullable, "why": .string,
                    ])),
                "missing": .array(.object(["kind": .string, "reason": .string])), "presentation": .map(.number),
            ]))
    }

    /// Objectives of a recommendation.
    static var objectives: Schema {
        .array(
            .object([
                "name": .words(Recommender.Objective.Name.allCases.map(\.rawValue)), "weight": share,
                "maximize": .boolean.nullable.optional.standard(true),
            ]), count: 0...20)
    }

    /// What a recommender answers.
    static var recommendations: Schema {
        .object([
            "recommendations": .array(
                .object([
                    "content_id": .string, "overall_score": share, "objective_scores": .map(share),
                    "explanation": .map(.string), "confidence": share, "rank": .integer,
                ])), "total_candidates": .integer, "objectives_used": .array(.string), "algorithm": .string,
            "method": .method,
        ])
    }
}
