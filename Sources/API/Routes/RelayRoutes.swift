import Documents
import Gateway
import Relay
import Runtime
import Signals

/// The phone's side of the relay of whoever asks over HTTP: how it stands, pairing, and sending to their watch.
enum RelayRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/relay/status",
            .about("How the link to the watch stands", "relay", replies: [200: .relayStatus], problems: [403, 503])
        ) { request in
            return .json(try await status(try request.relay(gateway)))
        }
        router.get(
            "/api/v1/relay/watches",
            .about("The watches that are paired", "relay", replies: [200: .relayWatches], problems: [403, 503])
        ) { request in
            return .json(try await ask(try request.relay(gateway), ["what": "watches"]))
        }
        router.post(
            "/api/v1/relay/pairing-codes",
            .about(
                "A code that pairs one watch", "relay", detail: "Valid for two minutes and five attempts.",
                replies: [201: .object(["code": .string, "expires_s": .seconds])], problems: [403, 503])
        ) { request in
            let code = try await ask(try request.relay(gateway), ["what": "pair"]).object ?? [:]
            return .json(
                status: 201, ["code": code["code"] ?? .null, "expires_s": code["expires"] ?? .null] as JSONValue)
        }
        router.post(
            "/api/v1/relay/pair",
            .about(
                "Pair a watch by the code that is shown", "relay", body: .relayClaim,
                replies: [201: .object(["watch": .string, "token": .string, "name": .string])],
                problems: [403, 422, 429, 503])
        ) { request in try await pair(request, try request.relay(gateway)) }
        router.on(
            .delete, "/api/v1/relay/watches/{watch}",
            .about("Forget a watch and what waits for it", "relay", replies: [204: .none], problems: [403, 404, 503])
        ) { request in
            let watch = try request.parameter("watch")
            let answer = try await ask(
                try request.relay(gateway), ["what": "unpair", "watch": .string(watch)])
            if let why = answer.object?["error"]?.string { throw Failure(.notFound, why) }
            return .empty()
        }
        router.post(
            "/api/v1/relay/send",
            .about(
                "Send to the watch", "relay",
                detail: "A message needs the watch within reach; a userinfo and a context wait for it.",
                body: .relayParcel(["message", "request", "userinfo", "context"]), replies: [200: .relayReceipt],
                problems: [403, 409, 413, 422, 429, 503, 504, 507])
        ) { request in
            let relay = try request.relay(gateway)
            guard relay.allows("phone") else { throw HTTPProblem.relayTooFast }
            return try await RelayParcel(request, extra: []).send(on: try await relay.phone())
        }
        router.get(
            "/api/v1/relay/transfers",
            .about("What waits for the watch", "relay", replies: [200: .relayTransfers], problems: [403, 503])
        ) { request in
            return .json(try await ask(try request.relay(gateway), ["what": "outstanding"]))
        }
        router.on(
            .delete, "/api/v1/relay/transfers/{id}",
            .about(
                "End a transfer that waits", "relay", replies: [204: .none], problems: [403, 404, 409, 503])
        ) { request in
            try await cancel(try request.parameter("id"), try request.relay(gateway))
            return .empty()
        }
        RelayWatchRoutes.add(to: &router, gateway: gateway)
    }

    private static func ask(_ relay: PersonalRelay, _ question: JSONValue) async throws -> JSONValue {
        let phone = try await relay.phone()
        do { return try await phone.ask(question) } catch { throw HTTPProblem(relay: error) }
    }

    private static func status(_ relay: PersonalRelay) async throws -> JSONValue {
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
        members["watch_hrv_ms"] = relay.measured.map { .number($0.milliseconds) } ?? .null
        members["watch_hrv_at_s"] = relay.measured.map { .number($0.at.secondsSince1970) } ?? .null
        return .object(members)
    }

    private static func pair(_ request: HTTPRequest, _ relay: PersonalRelay) async throws -> HTTPResponse {
        let content = try RequestContent(request, fields: ["code", "name"])
        guard let code = try content.text("code"), code.utf8.count == 6,
            code.utf8.allSatisfy({ (48...57).contains($0) })
        else { throw Failure(.usage, "“code” must be the six digits that the phone's side shows.") }
        let name = try content.text("name") ?? "Browser"
        let answer = try await ask(relay, ["what": "claim", "code": .string(code), "name": .string(name)])
        if let why = answer.object?["error"]?.string { throw Failure(.notPermitted, why) }
        return .json(status: 201, answer)
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

extension HTTPResponse {
    /// Finished JSON.
    static func json(status: Int = 200, _ value: JSONValue) -> HTTPResponse {
        var json = JSONText()
        json.value(value)
        return .json(status: status, json)
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
