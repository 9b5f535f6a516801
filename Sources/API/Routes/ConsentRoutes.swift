import Gateway
import Runtime
import Signals
import Store

/// What people allow to be recorded of them, stream by stream, whichever device they wear.
enum ConsentRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/consents",
            .about(
                "Which of your streams may be recorded", "people",
                detail:
                    "Those of the devices that you wear and those that you refused at any time. A device records what "
                    + "its owner allows on it and who wears it allows of themselves.",
                replies: [200: .consents])
        ) { request in .json { write(gateway, request, &$0) } }
        router.on(
            .put, "/api/v1/consents/{stream}",
            .about(
                "Allow or refuse one of your streams", "people",
                detail:
                    "From this moment on: it is kept, shown, exported and sent no more. What was recorded stays yours.",
                path: ["stream": .streamName.example("heart_rate")], body: .object(["allowed": .boolean]).closed,
                replies: [200: .consents], problems: [422])
        ) { request in
            let name = try request.parameter("stream")
            guard isName(name) else {
                throw HTTPProblem.invalid([
                    FieldFault(
                        "stream", "A stream is named by small letters, digits and “_”, such as heart_rate.",
                        code: "invalid")
                ])
            }
            guard let isAllowed = try RequestContent(request, fields: ["allowed"]).flag("allowed") else {
                throw Failure(.usage, "“allowed” must be true or false.")
            }
            try gateway.devices.refuse(!isAllowed, Channel(rawValue: name), of: request.caller.person)
            return .json { write(gateway, request, &$0) }
        }
    }

    private static func isName(_ text: String) -> Bool {
        let isStart = text.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
        return isStart && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    private static func write(_ gateway: Gateway, _ request: HTTPRequest, _ json: inout JSONText) {
        let sight = request.sight(gateway)
        let refusals = gateway.household.refusals(of: request.caller.person)
        let worn = gateway.devices.entries.filter { entry in
            entry.device != nil && sight.sees(entry.wearer?.id)
        }
        let names = Set(worn.flatMap { $0.streams.map(\.channel.rawValue) } + refusals.map(\.channel.rawValue))
        json.array("streams") { json in
            for name in names.sorted() {
                let refusal = refusals.last { $0.channel.rawValue == name }
                json.object { json in
                    json.field("stream", name)
                    json.field("allowed", refusal?.withdrawn != nil || refusal == nil)
                    json.field("since_s", refusal.map { $0.withdrawn ?? $0.made })
                }
            }
        }
        json.array("history") { json in
            for refusal in refusals {
                json.object { json in
                    json.field("stream", refusal.channel.rawValue)
                    json.field("refused_s", refusal.made)
                    json.field("allowed_s", refusal.withdrawn)
                }
            }
        }
    }
}

extension Schema {
    /// The name of a stream.
    static var streamName: Schema { .string(1...64).with("pattern", "^[a-z][a-z0-9_]*$") }

    /// What somebody allows.
    fileprivate static var consents: Schema {
        .object([
            "streams": .array(
                .object(["stream": .string, "allowed": .boolean, "since_s": .seconds.nullable])),
            "history": .array(
                .object(["stream": .string, "refused_s": .seconds, "allowed_s": .seconds.nullable])),
        ])
    }
}
