import Documents
import Gateway
import Runtime
import Signals
import Store

/// What programs send of somebody's health, metric by metric.
enum HealthDataRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.answer(.uploadHealthData) { sent, request in
            try request.checkUser(sent.userID)
            do {
                let upload = try await gateway.health.take(sent, of: request.caller.personColumn)
                var answer = HTTPResponse.document(
                    status: 201, HealthUploadDocument(upload, at: gateway.configuration.clock.now))
                answer.headers.set("Location", "/api/v1/health-data/processing/\(upload.id)")
                return answer
            } catch let faults as FieldFaults { throw HTTPProblem.refused(faults) }
        }
        router.on(.healthData) { asked, request in try HealthDataPage(asked, request).document(gateway) }
        router.on(.healthDataUpload) { asked, request in
            guard
                let upload = try gateway.store.healthUpload(
                    asked.id, of: request.caller.personColumn, kind: .metrics)
            else { throw HTTPProblem.noUpload(asked.id) }
            return HealthUploadDocument(upload, at: upload.updated)
        }
        router.on(.deleteHealthData) { asked, request in
            guard try await gateway.store.deleteHealthUpload(asked.id, of: request.caller.personColumn, kind: .metrics)
            else { throw HTTPProblem.noUpload(asked.id) }
            var document = DeletedHealthUploadDocument()
            document.message = "The upload and its metrics are deleted."
            (document.id, document.deleted) = (asked.id, UTCTime(gateway.configuration.clock.now))
            return document
        }
        router.on(.healthDataHealth) { _, request in
            let fault = gateway.storeFault
            var document = HealthDataHealthDocument()
            (document.state, document.reason) = (fault == nil ? .healthy : .degraded, fault)
            document.time = UTCTime(gateway.configuration.clock.now)
            document.version = Version.current
            document.database = fault == nil ? "connected" : "degraded"
            document.authentication = request.caller.person == nil ? "local" : "token"
            return document
        }
        router.get(
            "/api/v1/health-data/query",
            .about("Gone; see /health-data", "health data", replies: [:], problems: [410]).gone
        ) { _ in throw HTTPProblem.queryIsGone }
    }
}

extension HTTPProblem {
    /// 422 with each thing that is wrong with metrics of which none can be kept.
    fileprivate static func refused(_ faults: FieldFaults) -> HTTPProblem {
        let first = faults.faults.first?.message ?? "Nothing in it can be kept."
        let count = faults.faults.count
        return HTTPProblem(
            status: 422, kind: "validation-error", title: "The data cannot be kept",
            detail: first + (count > 1 ? " There are \(count) faults in all; errors lists them." : ""),
            errors: faults.faults)
    }

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
