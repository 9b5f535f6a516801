import Documents
import Gateway
import Runtime
import Signals
import Store

/// What the owner must hear of.
enum AlertRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.alerts) { asked, request in
            let visibility = request.visibility(gateway)
            let alerts = try asked.all == true ? gateway.alerts.recent() : gateway.alerts.open()
            var document = AlertListDocument()
            document.alerts = alerts.filter { gateway.sees($0, visibility) }.map { AlertDocument($0) }
            return document
        }
        router.on(.acknowledgeAlert) { asked, request in
            let id = Alert.ID(rawValue: asked.id.rawValue)
            guard gateway.sees(try gateway.store.alert(id), request.visibility(gateway)) else {
                throw Failure(.notFound, "There is no alert \(id.rawValue).")
            }
            return AlertDocument(try gateway.alerts.acknowledge(id))
        }
    }
}
