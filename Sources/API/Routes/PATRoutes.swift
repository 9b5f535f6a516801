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
        router.post(
            "/api/v1/pat/analyze",
            .about(
                "Analyse activity counts", "analyses",
                detail:
                    "The night that counts is the last one recorded for 18 hours from noon to noon, or whose sleep is at "
                    + "least three quarters of the longest. With “Prefer: respond-async” the answer comes at once, and the "
                    + "analysis can be asked for by its id: it is stored.",
                body: .patCounts, replies: [200: .patReply, 202: .patReply], problems: [400, 422, 429]),
            body: .collected(limit: 4 << 20)
        ) { request in
            try await answer(request, try PATRequest.counts(try request.members()), gateway)
        }
        router.post(
            "/api/v1/pat/analyze-step-data",
            .about(
                "Analyse steps of each minute", "analyses", body: .patSteps,
                replies: [200: .patReply, 202: .patReply], problems: [400, 422, 429]),
            body: .collected(limit: 4 << 20)
        ) { request in
            try await answer(request, try PATRequest.steps(try request.members()), gateway)
        }
        router.get(
            "/api/v1/pat/analysis/{processing_id}",
            .about("An analysis", "analyses", replies: [200: .patAnalysis], problems: [404])
        ) { request in
            let id = try request.parameter("processing_id")
            let person = request.caller.personColumn
            if let result = gateway.actigraphy.result(id, of: person) { return .json(result.document) }
            guard let body = try gateway.actigraphy.stored(id, of: person) else { throw HTTPProblem.noAnalysis(id) }
            var json = JSONText()
            json.raw(body)
            return .json(json)
        }
        router.on(
            .delete, "/api/v1/pat/analysis/{processing_id}",
            .about("Stop and forget an analysis", "analyses", replies: [204: .none], problems: [404]),
            body: .collected(limit: 0)
        ) { request in
            let id = try request.parameter("processing_id")
            guard try await gateway.actigraphy.cancel(id, of: request.caller.personColumn) else {
                throw HTTPProblem.noAnalysis(id)
            }
            return .empty()
        }
        addAbout(to: &router, gateway: gateway)
    }

    private static func addAbout(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/pat/health", access: .everybody,
            .about("Whether analyses work", "analyses", replies: [200: .serviceHealth])
        ) { _ in
            let models = gateway.actigraphy.models
            let (storeFault, modelFault) = (gateway.storeFault, gateway.actigraphy.modelFault)
            return .json { json in
                json.field("service", "PAT Analysis")
                json.field("status", storeFault == nil && modelFault == nil ? "healthy" : "degraded")
                json.field("timestamp", gateway.configuration.clock.now.rfc3339)
                json.field("version", Version.current)
                json.object("inference_engine") { json in
                    json.field("status", storeFault == nil ? "healthy" : "degraded")
                    json.field("reason", storeFault)
                    json.field("cache_ttl_s", ActigraphyDesk.cacheSeconds)
                }
                json.object("pat_model") { json in
                    json.field("status", models.isEmpty ? "not_installed" : modelFault == nil ? "installed" : "damaged")
                    json.field("reason", modelFault)
                    json.field("model", models.first?.rawValue)
                }
            }
        }
        router.get(
            "/api/v1/pat/models/info",
            .about("Which models there are", "analyses", replies: [200: .patModels])
        ) { _ in .json { ActigraphyDocument.models(gateway.actigraphy.models, &$0) } }
    }

    private static func answer(
        _ request: HTTPRequest, _ asked: ActigraphyRequest, _ gateway: Gateway
    ) async throws -> HTTPResponse {
        let desk = gateway.actigraphy
        let begun: (id: String, isCached: Bool)
        do { begun = try desk.begin(asked, of: request.caller.personColumn) } catch let failure as Failure {
            throw HTTPProblem.tooMany(failure.message, seconds: 10)
        }
        if request.headers["Prefer"]?.lowercased().contains("respond-async") != true {
            await desk.finish(begun.id, within: patience)
        }
        guard let result = desk.result(begun.id, of: request.caller.personColumn) else {
            throw HTTPProblem.noAnalysis(begun.id)
        }
        var answer = HTTPResponse.json(
            status: result.status == .processing ? 202 : 200, result.reply(isCached: begun.isCached))
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
