import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Sessions that are kept like a workout.
enum ReadingSessionRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.post(
            "/api/v1/sessions",
            .about(
                "Begin a reading session; answers its first assessment", "sessions",
                detail: "One that goes on is ended. It is assessed again every 30 s: see the event load.assessed.",
                body: .object([
                    "kind": .words("reading").nullable.optional.standard("reading"),
                    "title": .string(0...500).nullable.optional, "words": .integer(0...100_000_000).nullable.optional,
                    "user_id": .string.nullable.optional,
                ]), replies: [201: .readingSession], problems: [403, 422])
        ) { request in
            var fields = try CheckedFields(request)
            try fields.requireSelf(request.caller)
            let kind = fields.optionalText("kind") ?? "reading"
            if kind != "reading" { fields.fault("kind", "must be reading") }
            let title = fields.optionalText("title", limit: 500) ?? ""
            let words = fields.optionalWhole("words", in: 0...100_000_000)
            try fields.check()
            let (session, first) = try gateway.reading.start(
                person: request.caller.personColumn, title: title, words: words)
            return .json(status: 201) { json in
                ReadingSessionDocument.write(session, gateway, &json)
                json.field("assessment", raw: first?.json ?? Array("null".utf8))
            }
        }
        router.get(
            "/api/v1/sessions",
            .about(
                "Your sessions, newest first", "sessions",
                query: [
                    "kind": .words("reading"), "limit": .integer(1...200).standard(50),
                    "before": .rowNumber.about("Only those with a smaller id"),
                ], replies: [200: .object(["sessions": .array(.readingSession), "next_before": .integer.nullable])],
                problems: [422])
        ) { request in
            let limit = try request.query.integer("limit", in: 1...200) ?? 50
            if let kind = request.query["kind"], kind != "reading" {
                throw Failure(.usage, "“\(kind)” is no kind of session; there is reading.")
            }
            let before = try request.query.integer("before").map(Int64.init)
            let sessions = try gateway.store.sessions(
                of: request.caller.personColumn, kind: request.query["kind"], before: before, limit: limit)
            return .json { json in
                json.array("sessions") { json in
                    for session in sessions { json.object { ReadingSessionDocument.write(session, gateway, &$0) } }
                }
                json.field("next_before", sessions.count == limit ? sessions.last.map { Int($0.id) } : nil)
            }
        }
        addOne(to: &router, gateway: gateway)
    }

    private static func id(_ request: HTTPRequest) throws -> Int64 {
        let text = try request.parameter("id")
        guard let id = Int64(text) else { throw Failure(.notFound, "There is no session “\(text)”.") }
        return id
    }

    private static func addOne(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/sessions/{id}",
            .about(
                "One session with its load curve", "sessions", path: ["id": .rowNumber],
                replies: [200: .readingSession], problems: [404])
        ) { request in
            let session = try gateway.reading.session(try id(request), of: request.caller.personColumn)
            let loads = try gateway.store.loads(ofSession: session.id)
            return .json { json in
                ReadingSessionDocument.write(session, gateway, &json)
                json.array("loads") { json in for load in loads { json.raw(load.body) } }
            }
        }
        router.post(
            "/api/v1/sessions/{id}/events",
            .about(
                "Say what a reader does", "sessions", path: ["id": .rowNumber],
                body: .object(["events": .array(.readingEvent, count: 0...500)]),
                replies: [200: .object(["accepted": .integer, "assessment": .any])], problems: [404, 409, 422]),
            body: .collected(limit: 256 << 10)
        ) { request in
            let id = try Self.id(request)
            let events = try ReadingSessionDocument.events(request)
            let last = try gateway.reading.receive(events, session: id, of: request.caller.personColumn)
            return .json { json in
                json.field("accepted", events.count)
                json.field("assessment", raw: last?.json ?? Array("null".utf8))
            }
        }
        router.post(
            "/api/v1/sessions/{id}/stop",
            .about(
                "End a session", "sessions", path: ["id": .rowNumber], replies: [200: .readingSession],
                problems: [404])
        ) { request in
            let session = try gateway.reading.stop(try id(request), of: request.caller.personColumn)
            return .json { ReadingSessionDocument.write(session, gateway, &$0) }
        }
        router.on(
            .delete, "/api/v1/sessions/{id}",
            .about("Remove a session", "sessions", path: ["id": .rowNumber], replies: [204: .none], problems: [404])
        ) { request in
            try gateway.reading.remove(try id(request), of: request.caller.personColumn)
            return .empty()
        }
    }
}
