import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Sessions that are kept like a workout.
enum ReadingSessionRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.startReading) { asked, request in
            try request.requireSelf(asked.user)
            let (session, first) = try gateway.reading.start(
                person: request.caller.personColumn, title: asked.heading ?? "", words: asked.words)
            var document = try ReadingSessionDocument(session, gateway)
            document.assessment = first.map { ReadingAssessmentDocument($0) }
            return document
        }
        router.on(.readingSessions) { asked, request in
            let sessions = try gateway.store.sessions(
                of: request.caller.personColumn, kind: asked.kind?.rawValue, before: asked.before.map(Int64.init),
                limit: asked.limit)
            var list = ReadingSessionListDocument()
            list.sessions = try sessions.map { try ReadingSessionDocument($0, gateway) }
            list.next = sessions.count == asked.limit ? list.sessions.last?.id : nil
            return list
        }
        router.on(.readingSession) { asked, request in
            let session = try gateway.reading.session(asked.id.rawValue, of: request.caller.personColumn)
            var document = try ReadingSessionDocument(session, gateway)
            document.loads = try gateway.store.loads(ofSession: session.id)
                .map { try ReadingAssessmentDocument(kept: $0.body) }
            return document
        }
        router.on(.readingEvents) { asked, request in
            let last = try gateway.reading.receive(
                asked.events.map { ReadingEvent($0) }, session: asked.id.rawValue, of: request.caller.personColumn)
            var receipt = ReadingReceiptDocument()
            (receipt.accepted, receipt.assessment) = (asked.events.count, last.map { ReadingAssessmentDocument($0) })
            return receipt
        }
        router.on(.stopReading) { asked, request in
            try ReadingSessionDocument(
                try gateway.reading.stop(asked.id.rawValue, of: request.caller.personColumn), gateway)
        }
        router.on(.removeReading) { asked, request in
            try gateway.reading.remove(asked.id.rawValue, of: request.caller.personColumn)
            return Nothing()
        }
    }
}
