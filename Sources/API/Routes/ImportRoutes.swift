import Documents
import Gateway
import Runtime
import Signals

/// Files on their way in.
enum ImportRoutes {
    /// The largest file that is taken: a year of six axes at 100 Hz is 38 GB.
    private static let limit = 64 << 30

    static func add(to router: inout Router, gateway: Gateway) {
        router.post("/api/v1/imports", .addImport, body: .streamed(limit: limit)) { request in
            guard let name = request.query["name"], !name.isEmpty else {
                throw HTTPProblem.parameter(
                    "An import needs the file's name: POST /api/v1/imports?name=FILE&zone=AREA/CITY.")
            }
            let zone = try request.zone("zone") ?? gateway.configuration.zone
            guard let body = request.stream else {
                throw HTTPProblem.parameter("An import needs the file as its body.")
            }
            let upload = try gateway.imports.begin(
                fileName: name, zone: zone, size: body.expectedCount,
                person: request.maker(gateway))
            let reader = request.reader(gateway)
            do {
                while let piece = try await body.next() { try await upload.take(piece) }
                guard reader.isAdmitted else { throw HTTPProblem.badToken }
            } catch {
                upload.abandon(error)
                throw upload.status.stage == .cancelled ? HTTPProblem.importStopped : error
            }
            let status = upload.finish()
            var json = JSONText()
            ImportDocument.write(status, &json)
            return .json(status: 202, json)
        }
        router.get("/api/v1/imports", .imports) { request in
            let sight = request.sight(gateway)
            let statuses = try gateway.imports.all().filter { gateway.sees($0, sight) }
            return .json { json in
                json.array("imports") { json in for status in statuses { ImportDocument.write(status, &json) } }
            }
        }
        router.get("/api/v1/imports/{id}", .importState) { request in
            var json = JSONText()
            ImportDocument.write(try status(request, gateway), &json)
            return .json(json)
        }
        router.on(.delete, "/api/v1/imports/{id}", .stopImport) { request in
            try gateway.imports.cancel(try status(request, gateway).id)
            return .empty()
        }
    }

    /// An import of the path, if it is of somebody whom whoever asks may see.
    private static func status(_ request: HTTPRequest, _ gateway: Gateway) throws -> ImportStatus {
        let id = try request.parameter("id")
        let status = try gateway.imports.status(of: id)
        guard gateway.sees(status, request.sight(gateway)) else {
            throw Failure(.notFound, "There is no import \(id); GET /api/v1/imports lists them.")
        }
        return status
    }
}
