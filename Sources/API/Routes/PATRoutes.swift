import Analysis
import Documents
import Gateway
import Runtime
import Signals

/// Analyses of activity that programs send, under the names of the pretrained actigraphy transformer's service.
enum PATRoutes {
    /// Seconds that a request waits for its analysis.
    private static let patience: Duration = .seconds(60)

    static func add(to router: inout Router, gateway: Gateway) {
        router.answer(.analyzeActivity) { asked, request in
            try await answer(request, "data_points", gateway) { try ActigraphyRequest(asked) }
        }
        router.answer(.analyzeSteps) { asked, request in
            try await answer(request, "step_counts", gateway) { try ActigraphyRequest(asked) }
        }
        router.answer(.activityAnalysis) { asked, request in
            let person = request.caller.personColumn
            if let result = gateway.actigraphy.result(asked.id, of: person) {
                return .document(StoredActivityAnalysisDocument(result))
            }
            guard let body = try gateway.actigraphy.stored(asked.id, of: person) else {
                throw HTTPProblem.noAnalysis(asked.id)
            }
            // As the version that made it wrote it.
            var json = JSONText()
            json.raw(body)
            return .json(json)
        }
        router.on(.deleteActivityAnalysis) { asked, request in
            guard try await gateway.actigraphy.cancel(asked.id, of: request.caller.personColumn) else {
                throw HTTPProblem.noAnalysis(asked.id)
            }
            return Nothing()
        }
        router.on(.activityHealth) { _, _ in ActivityHealthDocument(gateway) }
        router.on(.activityModels) { _, _ in ActivityModelsDocument(gateway.actigraphy.models) }
    }

    private static func answer(
        _ request: HTTPRequest, _ field: String, _ gateway: Gateway, _ read: () throws -> ActigraphyRequest
    ) async throws -> HTTPResponse {
        let queue = gateway.actigraphy
        let asked: ActigraphyRequest
        do { asked = try read() } catch let failure as Failure {
            throw HTTPProblem.invalid([FieldFault(field, failure.message, code: "out_of_range")])
        }
        let begun: (id: String, isCached: Bool)
        do { begun = try queue.begin(asked, of: request.caller.personColumn) } catch let failure as Failure {
            throw HTTPProblem.tooMany(failure.message, seconds: 10)
        }
        if request.headers["Prefer"]?.lowercased().contains("respond-async") != true {
            await queue.finish(begun.id, within: patience)
        }
        guard let result = queue.result(begun.id, of: request.caller.personColumn) else {
            throw HTTPProblem.noAnalysis(begun.id)
        }
        var answer = HTTPResponse.document(
            status: result.status == .processing ? 202 : 200, ActivityReplyDocument(result, isCached: begun.isCached))
        answer.headers.set("Location", "/api/v1/pat/analysis/\(result.id)")
        return answer
    }
}

extension HTTPProblem {
    /// 404 in the words of the service's clients, which look for `status`.
    fileprivate static func noAnalysis(_ id: String) -> HTTPProblem {
        var problem = HTTPProblem(
            Failure(.notFound, "There is no analysis \(id); send the activity again."))
        problem.members = ["status": "not_found", "processing_id": .string(id)]
        return problem
    }

    /// 429.
    static func tooMany(_ detail: String, seconds: Int) -> HTTPProblem {
        HTTPProblem(
            status: 429, kind: "rate-limit-exceeded", title: "Too many requests", detail: detail,
            headers: HTTPHeaders([("Retry-After", "\(seconds)")]))
    }
}
