import Documents
import Gateway
import Runtime
import Signals
import Store

/// Recordings of which two people say that they are theirs, for owners to decide.
enum ContestRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/imports/contested", access: .owner,
            .about(
                "Recordings of a recorder and a time of which somebody else has data too", "imports",
                detail:
                    "For owners. What somebody uploads is kept apart as theirs and changes nothing that others have; here is "
                    + "what names the same recorder and the same time. A part without a recording came in live; one "
                    + "without a wearer is the first owner's.",
                replies: [200: .object(["contested": .array(.contest)])])
        ) { request in
            let contests = try gateway.contests()
            return .json { json in
                json.array("contested") { json in
                    for contest in contests {
                        json.object { json in
                            json.field("device", contest.device.rawValue)
                            fields(contest.brought, &json)
                            json.array("others") { json in
                                for part in contest.others { json.object { fields(part, &$0) } }
                            }
                        }
                    }
                }
            }
        }
        router.on(
            .put, "/api/v1/imports/{id}/wearer", access: .owner,
            .about(
                "Say whose an imported recording is", "imports",
                detail:
                    "For owners: the first one of each recording, others of theirs and of what is contested. The recording goes to this person with its nights and its file; nothing of anybody else "
                    + "changes, and the same request with `before` gives it back. Null leaves it to who was said to "
                    + "have worn the recorder, else to the first owner.",
                path: ["id": .string.about("`recording-NUMBER`, or the id of a running import")],
                body: .object(["wearer": .wearerChoice]).closed,
                replies: [
                    200: .object(["recording": .integer, "wearer": .wearer.nullable, "before": .wearer.nullable])
                ],
                problems: [404, 409, 422])
        ) { request in
            let status = try gateway.imports.status(of: try request.parameter("id"))
            let content = try RequestContent(request, fields: ["wearer"])
            guard content.has("wearer") else {
                throw Failure(.usage, "Say whose it is: “wearer” with a name or a number, or null for the recorder's.")
            }
            guard let recording = status.recording else {
                throw Failure(.conflict, "There is no recording of this import; wait for its end.")
            }
            guard gateway.mayGive(recording, request.caller.person, request.sight(gateway)) else {
                throw Failure(.notFound, "There is no import \(status.id) that is contested; ask the first owner.")
            }
            let person = try await WearerRoutes.person(content, gateway)
            let before = try await gateway.give(recording, to: person)
            return .json { json in
                json.field("recording", Int(recording.rawValue))
                write("wearer", person.flatMap { gateway.household.person($0) }, &json)
                write("before", before, &json)
            }
        }
    }

    private static func fields(_ part: RecordingContest.Part, _ json: inout JSONText) {
        json.field("recording", part.recording.map { Int($0.rawValue) })
        write("wearer", part.person, &json)
        json.field("start_s", part.span.lowerBound)
        json.field("end_s", part.span.upperBound)
    }

    private static func write(_ name: String, _ person: Person?, _ json: inout JSONText) {
        guard let person else { return json.field(name, nil as String?) }
        json.object(name) { WearerDocument.fields(person, &$0) }
    }
}

extension Schema {
    /// A recording that is contested, and what others have of its recorder and time.
    fileprivate static var contest: Schema {
        .object([
            "device": .string, "recording": .integer, "wearer": .wearer.nullable, "start_s": .seconds,
            "end_s": .seconds,
            "others": .array(
                .object([
                    "recording": .integer.nullable, "wearer": .wearer.nullable, "start_s": .seconds,
                    "end_s": .seconds,
                ])),
        ])
    }
}
