import Documents
import Gateway
import Relay
import Runtime
import Signals

/// The phone's side of the relay of whoever asks over HTTP: how it stands, pairing, and sending to their watch.
enum RelayRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.relayStatus) { _, request in try await status(try request.relay(gateway)) }
        router.on(.relayWatches) { _, request in
            try RelayWatchListDocument(relay: await ask(try request.relay(gateway), ["what": "watches"]))
        }
        router.on(.relayCode) { _, request in
            let code = try await ask(try request.relay(gateway), ["what": "pair"]).object ?? [:]
            return try RelayCodeDocument(
                relay: ["code": code["code"] ?? .null, "expires_s": code["expires"] ?? .null])
        }
        router.on(.pairWatch) { claim, request in
            let name = claim.name ?? "Browser"
            let answer = try await ask(
                try request.relay(gateway), ["what": "claim", "code": .string(claim.code), "name": .string(name)])
            if let why = answer.object?["error"]?.string { throw Failure(.notPermitted, why) }
            return try RelayPairedDocument(relay: answer)
        }
        router.on(.forgetWatch) { asked, request in
            let answer = try await ask(
                try request.relay(gateway), ["what": "unpair", "watch": .string(asked.watch)])
            if let why = answer.object?["error"]?.string { throw Failure(.notFound, why) }
            return Nothing()
        }
        router.on(.sendToWatch) { parcel, request in
            let relay = try request.relay(gateway)
            guard relay.allows("phone") else { throw HTTPProblem.relayTooFast }
            return try await parcel.send(on: try await relay.phone())
        }
        router.on(.relayTransfers) { _, request in
            try RelayTransferListDocument(relay: await ask(try request.relay(gateway), ["what": "outstanding"]))
        }
        router.on(.cancelTransfer) { asked, request in
            try await cancel(asked.id, try request.relay(gateway))
            return Nothing()
        }
        RelayWatchRoutes.add(to: &router, gateway: gateway)
    }

    private static func ask(_ relay: PersonalRelay, _ question: JSONValue) async throws -> JSONValue {
        let phone = try await relay.phone()
        do { return try await phone.ask(question) } catch { throw HTTPProblem(relay: error) }
    }

    private static func status(_ relay: PersonalRelay) async throws -> RelayStatusDocument {
        var members = try await ask(relay, ["what": "status"]).object ?? [:]
        let phone = try await relay.phone()
        // The context that says so may be on its way yet.
        if relay.refusesHeart, var context = members["context"]?.object {
            for name in ["cognitiveLoad", "state", "confidence", "hr"] { context[name] = nil }
            members["context"] = .object(context)
        }
        members["activation_state"] = "activated"
        members["is_watch_connected"] = members["watch_connected"]
        members["is_reachable"] = .bool(phone.isReachable)
        // What the phone's program has set, which is another than the session that asks.
        members["cognitive_load"] = members["context"]?.object?["cognitiveLoad"] ?? .null
        var status = try RelayStatusDocument(relay: .object(members))
        (status.variability, status.variabilityTime) = (relay.measured?.milliseconds, relay.measured?.at)
        return status
    }

    private static func cancel(_ id: String, _ relay: PersonalRelay) async throws {
        func waits() async throws -> Bool {
            guard case .array(let rows) = try await ask(relay, ["what": "outstanding"]).object?["transfers"] else {
                return false
            }
            return rows.contains { $0.object?["id"]?.string == id }
        }
        guard try await waits() else { throw Failure(.notFound, "No transfer “\(id)” waits.") }
        try await relay.phone().cancelTransfer(id: id)
        guard try await !waits() else {
            throw HTTPProblem(
                status: 409, kind: "conflict", title: "Too late", detail: "The transfer is being delivered.")
        }
    }
}

extension HTTPRequest {
    /// The relay of whoever asks: each person has their own, with their own watches.
    func relay(_ gateway: Gateway) throws -> PersonalRelay {
        do { return try gateway.relay.relay(of: caller.person) } catch let failure as Failure {
            throw HTTPProblem(
                status: 503, kind: "service-unavailable", title: "The relay is away", detail: failure.message)
        }
    }
}

extension Document {
    /// What the hub of the relay told.
    /// - Throws: `Failure` for what is not of this kind, as from a hub of another version.
    fileprivate init(relay value: JSONValue) throws {
        do { self = try FieldReader.answer(Self.self, value.text) } catch {
            throw Failure(.failed, "The relay's answer makes no sense; is it of another version?", cause: error)
        }
    }
}

extension HTTPProblem {
    /// What a failure of the relay is over HTTP; its number stands in the kind and in the words.
    init(relay error: RelayError) {
        let status =
            switch error.code {
            case .payloadTooLarge: 413
            case .payloadUnsupportedTypes, .invalidParameter: 422
            case .messageReplyTimedOut, .transferTimedOut: 504
            case .insufficientSpace: 507
            case .notActivated, .sessionNotSupported, .missingDelegate, .generic: 503
            default: 409
            }
        self.init(
            status: status, kind: "relay-\(error.code.rawValue)", title: "The relay did not take it",
            detail: error.description)
    }

    static let relayTooFast = HTTPProblem(
        status: 429, kind: "rate-limit-exceeded", title: "Too fast",
        detail: "The relay takes 50 requests a second from one program; wait a moment, or send more in one user info.",
        headers: HTTPHeaders([("Retry-After", "1")]))
}
