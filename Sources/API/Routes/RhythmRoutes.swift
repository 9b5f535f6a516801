import Documents
import Gateway
import Signals
import Store

/// The rhythm of rest and activity.
enum RhythmRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        let cache = AnswerCache(AnswerBasis(gateway))
        router.kept(.rhythm, in: cache) { asked, request in
            let view = try gateway.rhythm(
                days: asked.days, to: asked.to, device: asked.device.map(DeviceID.init(rawValue:)),
                person: asked.person.map { Person.ID(rawValue: Int64($0)) }, of: request.caller.person,
                request.visibility(gateway))
            return (RhythmDocument(view), view.device.map { Stretch(device: $0.id, span: view.span) })
        }
    }
}
