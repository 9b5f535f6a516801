import Documents
import Exports
import Gateway
import Runtime
import Signals
import Store

/// Exports of recordings and of nights.
enum ExportRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.answer(.exportRecording) { asked, request in
            let visibility = request.visibility(gateway)
            return try await answer(request, asked.choice, gateway) {
                try gateway.content(of: RecordingID(rawValue: asked.id.rawValue), visibility)
            }
        }
    }

    /// One file to save; or with `list` the names of all files, and with `file` one of them.
    static func answer(
        _ request: HTTPRequest, _ choice: ExportChoice, _ gateway: Gateway, _ read: () async throws -> ExportContent
    ) async throws -> HTTPResponse {
        let visibility = request.visibility(gateway)
        let (content, right) = try await gateway.held(visibility) {
            var content = try await read()
            if choice.hasRaw { content.raw = try gateway.raw(of: content, rate: choice.rate, visibility) }
            return content
        }
        let parts = try Gateway.parts(of: content, choice)
        if choice.isList {
            var list = ExportFilesDocument()
            list.files = parts.map(\.name) + [ExportManifest.name(content)]
            return .document(list)
        }
        // Who asks for the head alone is not worth the work.
        if request.method == .head {
            let kind = try Gateway.kind(of: content, parts, file: choice.file)
            return HTTPResponse.head(contentType: kind.mediaType).attachment(named: kind.name)
        }
        let isAllowed = isHeld(right, by: request.reader(gateway), gateway)
        let place = try place(for: request, gateway)
        let made = try await gateway.make(content, parts, file: choice.file, in: place)
        // What went to somebody else while it was made is not to be had, and parts of it may be missing.
        guard try gateway.stands(right), isAllowed() else { throw Gateway.changed }
        var answer = try answer(made, in: place).whileAllowed(isAllowed)
        // As every read of JSON has one.
        if made.mediaType == "application/json", let digest = made.digest {
            let tag = "\"\(digest.prefix(32))\""
            answer.headers.set("ETag", tag)
            answer.headers.set("Cache-Control", "private, no-cache")
            if EntityTag.isKnown(tag, to: request.headers) { (answer.status, answer.body) = (304, .none) }
        }
        return answer
    }

    /// A place for an export of whoever asks.
    /// - Throws: ``HTTPProblem``: 429 when they have as many as they may.
    static func place(for request: HTTPRequest, _ gateway: Gateway) throws -> ExportBudget.Place {
        let person = request.caller.personColumn
        let owner = person != 0 ? "person \(person)" : "address \(request.address ?? "")"
        guard let place = gateway.exports.place(for: owner) else {
            throw HTTPProblem(
                status: 429, kind: "rate-limit-exceeded", title: "Too many exports",
                detail: "Two exports of yours are being made or sent; ask again when one of them is done.",
                headers: HTTPHeaders([("Retry-After", "5")]))
        }
        return place
    }

    /// What was made, to be saved, with its place until it is sent.
    static func answer(_ made: MadeExport, in place: ExportBudget.Place) throws -> HTTPResponse {
        var answer =
            if let path = made.path {
                HTTPResponse.file(try OpenFile(path: path), contentType: made.mediaType)
            } else {
                HTTPResponse(
                    status: 200, headers: HTTPHeaders([("Content-Type", made.mediaType)]),
                    body: .kept(KeptBytes(made.bytes)))
            }
        answer.place = place
        return answer.attachment(named: made.name)
    }

    /// Whether whoever asks may still have all of it, whoever is said to have worn the device by then.
    private static func isHeld(
        _ right: ExportRight, by reader: Reader, _ gateway: Gateway
    ) -> @Sendable () -> Bool {
        { [weak gateway] in
            guard let gateway, let now = reader.now else { return false }
            return gateway.holds(right, gateway.visibility(of: now.person, isOwner: now.role == .admin))
        }
    }
}
