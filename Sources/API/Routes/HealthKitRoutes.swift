import Documents
import Gateway
import Runtime
import Signals
import Store

/// What programs send of somebody's health in HealthKit's shape.
enum HealthKitRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.post(
            "/api/v1/healthkit/upload",
            .about(
                "Send samples", "health data",
                detail:
                    "They are checked and kept one after the other; the status tells how far that is. Sending the same "
                    + "again keeps nothing twice.",
                body: .healthKitUpload, replies: [202: .healthKitReceipt], problems: [400, 403, 413, 422]),
            body: .collected(limit: 16 << 20)
        ) { request in
            let members = try request.members()
            try request.checkUser(members)
            do {
                let upload = try await gateway.health.take(samples: members, of: request.caller.personColumn)
                var answer = HTTPResponse.json(status: 202) { receipt(upload, members, &$0) }
                answer.headers.set("Location", "/api/v1/healthkit/status/\(upload.id)")
                return answer
            } catch let refusal as HealthRefusal { throw HTTPProblem(refusal) }
        }
        router.get(
            "/api/v1/healthkit/status/{upload_id}",
            .about(
                "How far an upload is", "health data",
                path: ["upload_id": .string.with("pattern", "^[0-9]{1,15}-[0-9a-f]{32}$")],
                replies: [200: .healthKitStatus], problems: [400, 403, 404])
        ) { request in
            let id = try request.parameter("upload_id")
            try check(id, request.caller)
            guard let upload = try gateway.store.healthUpload(id, of: request.caller.personColumn, kind: .samples)
            else { throw HTTPProblem.noUpload(id) }
            return .json { status(upload, &$0) }
        }
    }

    /// Checks the form of an upload's name, which begins with its person's number.
    private static func check(_ id: String, _ caller: Caller) throws {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let person = Int64(parts[0]), parts[1].utf8.count == 32,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            throw HTTPProblem.parameter(
                "“\(id)” is no upload_id; it is NUMBER-32 HEXADECIMAL DIGITS, as the upload gave.")
        }
        guard person == caller.personColumn else {
            throw HTTPProblem(
                status: 403, kind: "authorization-denied", title: "Not yours", detail: "The upload is another person's."
            )
        }
    }

    private static func receipt(_ upload: HealthUpload, _ members: [String: JSONValue], _ json: inout JSONText) {
        json.field("upload_id", upload.id)
        json.field("status", "queued")
        json.field("queued_at", upload.received.rfc3339)
        json.object("samples_received") { json in
            for list in ["quantity_samples", "category_samples", "workouts", "correlation_samples"] {
                if case .array(let values) = members[list] {
                    json.field(list, values.count)
                } else {
                    json.field(list, 0)
                }
            }
        }
        json.field("sync_token", upload.syncToken)
        json.field("message", HealthDataDocument.message(upload))
    }

    private static func status(_ upload: HealthUpload, _ json: inout JSONText) {
        json.field("upload_id", upload.id)
        json.field("status", upload.status == .received ? "queued" : upload.status.rawValue)
        json.field("progress", upload.progress)
        json.field("message", HealthDataDocument.message(upload))
        json.field("last_updated", upload.updated.rfc3339)
        json.field("accepted_samples", upload.accepted)
        json.field("rejected_samples", upload.rejected)
        json.field("validation_errors", raw: upload.faults)
    }
}

extension Schema {
    fileprivate static var healthKitUpload: Schema {
        // Each sample is judged by itself: one that makes no sense is told in the status and takes no other with it.
        let samples = Schema.array(.one(of: .healthKitSample, .any)).nullable.optional
        let lists = ["quantity_samples", "category_samples", "workouts", "correlation_samples"]
        let some: [JSONValue] = lists.map { list in
            .object([
                "required": [.string(list)],
                "properties": .object([list: ["type": "array", "maxItems": 20_000]]),
            ])
        }
        return .named(
            "HealthKitUpload",
            .object([
                "user_id": .string.nullable.optional, "quantity_samples": samples, "category_samples": samples,
                "workouts": samples, "correlation_samples": samples,
                "upload_metadata": .map(.any).nullable.optional, "sync_token": .string(0...255).nullable.optional,
            ]).with("anyOf", .array(some)))
    }

    fileprivate static var healthKitSample: Schema {
        .named(
            "HealthKitSample",
            .object([
                "identifier": .string(1...255).nullable.optional,
                "type": .string(0...255).nullable.optional.about("Used where the identifier is unknown or missing"),
                "value": .one(of: .number, .string, .map(.number)), "unit": .string(0...64).nullable.optional,
                "start_date": .requestTime, "end_date": .requestTime, "source_name": .string(0...255).nullable.optional,
                "device": .map(.any).nullable.optional, "metadata": .map(.any).nullable.optional,
            ]))
    }

    fileprivate static var healthKitReceipt: Schema {
        .object([
            "upload_id": .string, "status": .words("queued"), "queued_at": .time,
            "samples_received": .object([
                "quantity_samples": .integer, "category_samples": .integer, "workouts": .integer,
                "correlation_samples": .integer,
            ]),
            "sync_token": .string.nullable, "message": .string,
        ])
    }

    fileprivate static var healthKitStatus: Schema {
        .object([
            "upload_id": .string,
            "status": .words("queued", "processing", "completed", "failed", "requires_review"),
            "progress": .number(0...1), "message": .string, "last_updated": .time, "accepted_samples": .integer,
            "rejected_samples": .integer, "validation_errors": .array(.validationError),
        ])
    }
}
