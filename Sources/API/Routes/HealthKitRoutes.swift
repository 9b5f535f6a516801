import Documents
import Gateway
import Runtime
import Signals
import Store

/// What programs send of somebody's health in HealthKit's shape.
enum HealthKitRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.answer(.uploadHealthKit) { sent, request in
            try request.checkUser(sent.userID)
            let upload = try await gateway.health.take(sent, of: request.caller.personColumn)
            var answer = HTTPResponse.document(status: 202, HealthKitReceiptDocument(upload, sent))
            answer.headers.set("Location", "/api/v1/healthkit/status/\(upload.id)")
            return answer
        }
        router.on(.healthKitStatus) { asked, request in
            guard asked.id.person == request.caller.personColumn else {
                throw HTTPProblem(
                    status: 403, kind: "authorization-denied", title: "Not yours",
                    detail: "The upload is another person's.")
            }
            let id = asked.id.text
            guard let upload = try gateway.store.healthUpload(id, of: request.caller.personColumn, kind: .samples)
            else { throw HTTPProblem.noUpload(id) }
            return HealthKitStatusDocument(upload)
        }
    }
}
