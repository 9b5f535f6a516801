import Documents
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
                    "From this moment on: it is kept, shown, exported and sent no more, nor are streams from which it could "
                    + "be counted, with heart_rate its intervals, ECG and PPG, nor what was made of them: the event "
                    + "withdrawn takes back what was told. What was recorded stays yours.",
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
            try await gateway.devices.refuse(!isAllowed, Channel(rawValue: name), of: request.caller.person)
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

    /// A device that is worn, and what it is allowed to send.
    private static func device(_ entry: DeviceEntry, _ json: inout JSONText) {
        json.object { json in
            json.field("id", entry.id)
            json.field("name", entry.name)
            json.array("streams") { json in
                for stream in entry.streams {
                    json.object { json in
                        json.field("stream", stream.channel.rawValue)
                        json.field("allowed", stream.isAllowed)
                        json.field("rate_hz", stream.rate)
                    }
                }
            }
        }
    }

    private static func write(_ gateway: Gateway, _ request: HTTPRequest, _ json: inout JSONText) {
        let refusals = gateway.household.refusals(of: request.caller.person)
        let refused = gateway.household.refused(by: request.caller.person)
        let worn = gateway.devices.entries.filter { entry in
            entry.device != nil && gateway.household.decides(request.caller.person, for: entry.wearer?.id)
        }
        let present = Set(worn.flatMap { $0.streams.map(\.channel) })
        let channels = present.union(refusals.map(\.channel)).sorted { $0.rawValue < $1.rawValue }
        json.array("streams") { json in
            for channel in channels {
                let refusal = refused[channel]
                let taken = refusals.last { $0.channel == channel }?.withdrawn
                json.object { json in
                    json.field("stream", channel.rawValue)
                    json.field("allowed", refusal == nil)
                    json.field("since_s", refusal?.made ?? taken)
                    json.field("refused_with", refusal.flatMap { $0.channel == channel ? nil : $0.channel.rawValue })
                    json.field("is_worn", present.contains(channel))
                }
            }
        }
        json.array("devices") { json in for entry in worn { device(entry, &json) } }
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
                .object([
                    "stream": .string, "allowed": .boolean, "since_s": .seconds.nullable,
                    "refused_with": .string.nullable.about("The stream that could be counted from this one"),
                    "is_worn": .boolean.about("Whether a device that you wear has it"),
                ])),
            "devices": .array(
                .object([
                    "id": .string, "name": .string,
                    "streams": .array(
                        .object([
                            "stream": .string, "allowed": .boolean.about("Whether an owner allows it on this device"),
                            "rate_hz": .number.nullable,
                        ])),
                ])
            ).about("The devices that you wear: a stream is kept that is allowed on the device and by you"),
            "history": .array(
                .object(["stream": .string, "refused_s": .seconds, "allowed_s": .seconds.nullable])),
        ])
    }
}
