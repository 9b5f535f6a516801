import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// What was learned of how somebody reads.
enum BaselineRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.readingBaseline) { _, request in document(gateway, request.caller.personColumn) }
        router.on(.setReadingBaseline) { asked, request in
            try request.checkUser(asked.userID)
            let baseline = ReadingBaseline(
                speed: asked.speed, errors: asked.errors, pauses: asked.pauses, variability: asked.variability)
            let now = gateway.configuration.clock.now
            let week = StoredReadingBaseline.variabilityDays * 86_400
            try gateway.reading.keep(
                StoredReadingBaseline(
                    baseline: baseline, first: now.advanced(bySeconds: -week), made: now,
                    windows: StoredReadingBaseline.fewestWindows), of: request.caller.personColumn)
            return document(gateway, request.caller.personColumn)
        }
        router.on(.deleteReadingBaseline) { _, request in
            try gateway.reading.keep(nil, of: request.caller.personColumn)
            return Nothing()
        }
    }

    private static func document(_ gateway: Gateway, _ person: Int64) -> ReadingBaselineDocument {
        ReadingBaselineDocument(
            gateway.reading.storedBaseline(of: person), at: gateway.configuration.clock.now)
    }
}
