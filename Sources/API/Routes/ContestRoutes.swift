import Documents
import Gateway
import Runtime
import Signals
import Store

/// Recordings of which two people say that they are theirs, for owners to decide.
enum ContestRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.contestedRecordings) { _, _ in
            var list = ContestListDocument()
            list.contested = try gateway.contests().compactMap { ContestListDocument.Contest($0) }
            return list
        }
        router.on(.giveRecording) { asked, request in
            let status = try gateway.imports.status(of: asked.id)
            guard let recording = status.recording else {
                throw Failure(.conflict, "There is no recording of this import; wait for its end.")
            }
            guard gateway.mayGive(recording, request.caller.person, request.visibility(gateway)) else {
                throw Failure(.notFound, "There is no import \(status.id) that is contested; ask the first owner.")
            }
            let person = try await WearerRoutes.person(asked.wearer, gateway)
            var given = GivenRecordingDocument()
            given.recording = RowNumber(recording.rawValue)
            given.before = try await gateway.give(recording, to: person).map { WearerDocument($0) }
            given.wearer = person.flatMap { gateway.wearerRegistry.person($0) }.map { WearerDocument($0) }
            return given
        }
    }
}
