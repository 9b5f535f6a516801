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
            let alerts = request.query["all"] == "true" ? try gateway.alerts.recent() : try gateway.alerts.open()
            return .json { json in
                json.array("alerts") { json in for alert in alerts { AlertDocument.write(alert, &json) } }
            }
        }
        router.post(
            "/api/v1/alerts/{id}/acknowledge",
            .about(
                "Note that an alert was seen", "alerts", path: ["id": .integer], replies: [200: .alert],
                problems: [400, 404])
        ) { request in
            let alert = try gateway.alerts.acknowledge(Alert.ID(rawValue: try request.number("id")))
            var json = JSONText()
            AlertDocument.write(alert, &json)
            return .json(json)
        }
    }
}
