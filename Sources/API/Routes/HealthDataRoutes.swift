import Documents
import Gateway
import Runtime
import Signals
import Store

/// What programs send of somebody's health, metric by metric.
enum HealthDataRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.post(
            "/api/v1/health-data/upload",
            .about(
                "Send metrics", "health data",
                detail:
                    "Each metric is checked by itself: good ones are kept, the others are told in validation_errors. "
                    + "Sending the same again keeps nothing twice.",
                body: .healthDataUpload, replies: [201: .healthDataReply], problems: [400, 403, 413, 422]),
            body: .collected(limit: 4 << 20)
        ) { request in
            let members = try request.members()
            try request.checkUser(members)
            do {
                let taken = try await gateway.health.take(metrics: members, of: request.caller.personColumn)
                var json = JSONText()
                HealthDataDocument.write(taken.upload, now: gateway.configuration.clock.now, &json)
                var answer = HTTPResponse.json(status: 201, json)
                answer.headers.set("Location", "/api/v1/health-data/processing/\(taken.upload.id)")
                return answer
            } catch let refusal as HealthRefusal { throw HTTPProblem(refusal) }
        }
        router.get(
            "/api/v1/health-data",
            .about(
                "Metrics, newest first", "health data", query: HealthDataPage.query, replies: [200: .healthDataPage],
                problems: [422])
        ) { request in
            try HealthDataPage(request).answer(gateway)
        }
        router.get(
            "/api/v1/health-data/processing/{id}",
            .about(
                "What became of an upload", "health data", replies: [200: .healthDataReply], problems: [404])
        ) { request in
            let id = try request.parameter("id")
            guard
                let upload = try gateway.store.healthUpload(id, of: request.caller.personColumn, kind: .metrics)
            else { throw HTTPProblem.noUpload(id) }
            var json = JSONText()
            HealthDataDocument.write(upload, now: upload.updated, &json)
            return .json(json)
        }
        router.on(
            .delete, "/api/v1/health-data/{id}",
            .about(
                "Delete an upload with its metrics", "health data",
                replies: [200: .object(["message": .string, "processing_id": .string, "deleted_at": .time])],
                problems: [404]),
            body: .collected(limit: 0)
        ) { request in
            let id = try request.parameter("id")
            guard try await gateway.store.deleteHealthUpload(id, of: request.caller.personColumn, kind: .metrics) else {
                throw HTTPProblem.noUpload(id)
            }
            return .json { json in
                json.field("message", "The upload and its metrics are deleted.")
                json.field("processing_id", id)
                json.field("deleted_at", gateway.configuration.clock.now.rfc3339)
            }
        }
        addOld(to: &router, gateway: gateway)
    }

    private static func addOld(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/health-data/query",
            .about("Gone; see /health-data", "health data", replies: [:], problems: [410]).gone
        ) { _ in throw HTTPProblem.queryIsGone }
        router.get(
            "/api/v1/health-data/health",
            .about("Whether health data can be kept", "health data", replies: [200: .serviceHealth])
        ) { request in
            let fault = gateway.storeFault
            return .json { json in
                json.field("status", fault == nil ? "healthy" : "degraded")
                json.field("reason", fault)
                json.field("service", "health-data")
                json.field("timestamp", gateway.configuration.clock.now.rfc3339)
                json.field("version", Version.current)
                json.field("database", fault == nil ? "connected" : "degraded")
                json.field("authentication", request.caller.person == nil ? "local" : "token")
            }
        }
    }
}

extension HTTPProblem {
    /// 404: an upload that is not there, or another person's.
    static func noUpload(_ id: String) -> HTTPProblem {
        HTTPProblem(Failure(.notFound, "There is no upload \(id); GET /api/v1/health-data lists what there is."))
    }

    fileprivate static var queryIsGone: HTTPProblem {
        var problem = HTTPProblem(
            status: 410, kind: "gone", title: "Gone",
            detail: "GET /api/v1/health-data/query is no more; ask GET /api/v1/health-data, which has cursors.")
        problem.members["migration"] = [
            "new_endpoint": "/api/v1/health-data",
            "parameters": [
                "metric_type": "data_type", "start_date": "start_date", "end_date": "end_date", "limit": "limit",
                "offset": "cursor",
            ],
        ]
        return problem
    }
}
