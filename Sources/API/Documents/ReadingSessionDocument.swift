import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// A reading session.
enum ReadingSessionDocument {
    static func write(_ session: StoredSession, _ gateway: Gateway, _ json: inout JSONText) {
        json.field("id", Int(session.id))
        json.field("kind", session.kind)
        json.field("title", session.title)
        json.field("words", session.words)
        json.field("state", session.ended == nil ? "running" : "ended")
        json.field("started_s", session.started)
        json.field("ended_s", session.ended)
        json.field("end_cause", session.endCause)
        if let summary = session.summary {
            json.field("summary", raw: summary)
        } else if let standing = gateway.reading.standing(session.id) {
            json.object("summary") { json in
                json.field("words", standing.figures.words)
                json.field("reading_s", standing.figures.seconds)
                json.field("reading_speed", standing.figures.speed)
                json.field("error_rate", standing.figures.errors)
                json.field("pause_frequency", standing.figures.pauses)
            }
        } else {
            json.field("summary", nil as String?)
        }
    }

    /// Checks what a page saw.
    static func events(_ request: HTTPRequest) throws -> [ReadingEvent] {
        var fields = try CheckedFields(request)
        let list = fields.optionalList("events", limit: 500)
        if list == nil, fields.faults.isEmpty { fields.fault("events", "is missing") }
        var events: [ReadingEvent] = []
        for (index, value) in (list ?? []).enumerated() {
            var entry = CheckedFields(value.object ?? [:], prefix: "events[\(index)].")
            if let event = event(&entry) { events.append(event) }
            fields.add(entry.faults)
        }
        try fields.check()
        return events
    }

    private static func event(_ entry: inout CheckedFields) -> ReadingEvent? {
        let word = entry.text("kind")
        let time = entry.optionalNumber("t_s", in: 0...7_258_118_400)
        let from = entry.optionalWhole("from", in: 0...100_000_000)
        let to = entry.optionalWhole("to", in: 0...100_000_000)
        let words = entry.optionalWhole("words", in: 0...1_000_000)
        let isCorrect = entry.optionalFlag("correct")
        if (from == nil) != (to == nil) { entry.fault(from == nil ? "from" : "to", "is missing") }
        if let from, let to, from > to { entry.fault("to", "must not be below from") }
        guard entry.faults.isEmpty else { return nil }
        guard let kind = ReadingEvent.Kind(rawValue: word) else {
            entry.fault("kind", "must be one of \(ReadingEvent.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        if kind == .answer, isCorrect == nil {
            entry.fault("correct", "is missing")
            return nil
        }
        var view: Range<Int>?
        if let from, let to { view = from..<to }
        // Without a time it is now: the session takes a time in the future for that.
        let instant = time.flatMap { Instant(secondsSince1970: $0) } ?? Instant(nanoseconds: .max)
        return ReadingEvent(kind, at: instant, view: view, words: words, isCorrect: isCorrect)
    }
}

extension Schema {
    /// A session.
    static var readingSession: Schema {
        .named(
            "ReadingSession",
            .object([
                "id": .integer, "kind": .string, "title": .string, "words": .integer.nullable,
                "state": .words("running", "ended"), "started_s": .seconds, "ended_s": .seconds.nullable,
                "end_cause": .string.nullable, "summary": .map(.number.nullable).nullable,
                "assessment": .map(.any).nullable.optional, "loads": .array(.map(.any)).optional,
            ]))
    }

    /// What a reader does.
    static var readingEvent: Schema {
        .object([
            "kind": .words(ReadingEvent.Kind.allCases.map(\.rawValue)),
            "t_s": .number(0...7_258_118_400).nullable.optional.about("UTC seconds since 1970; now where left out"),
            "from": .integer(0...100_000_000).nullable.optional.about("First word on the screen"),
            "to": .integer(0...100_000_000).nullable.optional.about("Word after the last on the screen"),
            "words": .integer(0...1_000_000).nullable.optional.about("Words just read"),
            "correct": .boolean.nullable.optional.about("Of an answer"),
        ])
    }
}
