import Documents
import Gateway
import Recordings
import Runtime
import Signals

/// Files on their way in.
enum ImportRoutes {
    /// The largest file that is taken: a year of six axes at 100 Hz is 38 GB.
    private static let limit = 64 << 30

    static func add(to router: inout Router, gateway: Gateway) {
        router.answer(.addImport, body: .streamed(limit: limit)) { asked, request in
            let zone = try asked.zone.map { try HTTPRequest.zone(named: $0) } ?? gateway.configuration.zone
            let columns = try asked.columns.map { text in
                do { return try ColumnMap(parsing: text) } catch { throw HTTPProblem.parameter(Failure.telling(error)) }
            }
            guard let body = request.stream else {
                throw HTTPProblem.parameter("An import needs the file as its body.")
            }
            let upload = try gateway.imports.begin(
                fileName: asked.name, zone: zone, isZoneGiven: asked.zone != nil, columns: columns,
                size: body.expectedCount,
                person: request.maker(gateway))
            let reader = request.reader(gateway)
            do {
                while let piece = try await body.next() { try await upload.take(piece) }
                guard reader.isAdmitted else { throw HTTPProblem.badToken }
            } catch {
                // Who leaves while sending has called it off: nothing failed.
                upload.abandon(body.isCutOff ? CancellationError() : error)
                throw upload.status.stage == .cancelled ? HTTPProblem.importStopped : error
            }
            let status = upload.finish()
            if let unnamed = upload.unnamed {
                throw HTTPProblem(
                    status: 422, kind: "validation-error", title: "The columns of this table have to be named",
                    detail: unnamed)
            }
            return .document(status: 202, ImportDocument(status))
        }
        router.on(.imports) { _, request in
            let visibility = request.visibility(gateway)
            return ImportListDocument(try gateway.imports.all().filter { gateway.sees($0, visibility) })
        }
        router.on(.importState) { asked, request in ImportDocument(try status(asked.id, request, gateway)) }
        router.on(.stopImport) { asked, request in
            try gateway.imports.cancel(try status(asked.id, request, gateway).id)
            return Nothing()
        }
    }

    /// An import, if it is of somebody whom whoever asks may see.
    private static func status(_ id: String, _ request: HTTPRequest, _ gateway: Gateway) throws -> ImportStatus {
        let status = try gateway.imports.status(of: id)
        guard gateway.sees(status, request.visibility(gateway)) else {
            throw Failure(.notFound, "There is no import \(id); GET /api/v1/imports lists them.")
        }
        return status
    }
}
