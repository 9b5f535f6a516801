import Documents
import Gateway
import Runtime
import Signals
import Store

/// What the owner must hear of.
enum AlertRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/alerts",
            .about(
                "Alerts, newest first", "alerts", query: ["all": .boolean.about("Also those that were seen")],
                replies: [200: .object(["alerts": .array(.alert)])])
        ) { request in
            let sight = request.sight(gateway)
            let alerts = try (request.query.flag("all") ? gateway.alerts.recent() : gateway.alerts.open())
                .filter { gateway.sees($0, sight) }
            return .json { json in
                json.array("alerts") { json in for alert in alerts { AlertDocument.write(alert, &json) } }
            }
        }
        router.post(
            "/api/v1/alerts/{id}/acknowledge",
            .about(
                "Note that an alert was seen", "alerts", path: ["id": .rowNumber], replies: [200: .alert],
                problems: [400, 404])
        ) { request in
            let id = Alert.ID(rawValue: try request.number("id"))
            guard gateway.sees(try gateway.store.alert(id), request.sight(gateway)) else {
                throw Failure(.notFound, "There is no alert \(id.rawValue).")
            }
            let alert = try gateway.alerts.acknowledge(id)
            var json = JSONText()
            AlertDocument.write(alert, &json)
            return .json(json)
        }
    }
}
