import Documents
import Gateway
import Runtime
import Signals
import Store

/// What people allow to be recorded of them, stream by stream, whichever device they wear.
enum ConsentRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.consents) { ConsentsDocument(of: $1.caller.person, gateway) }
        router.on(.setConsent) { asked, request in
            let person = request.caller.person
            try await gateway.devices.refuse(!asked.isAllowed, Channel(rawValue: asked.stream), of: person)
            return ConsentsDocument(of: person, gateway)
        }
    }
}
