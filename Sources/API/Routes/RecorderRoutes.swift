import Devices
import Documents
import Gateway
import Runtime
import Signals

/// Recorders on a cable: how they are, their recording, the next one, and emptying them.
enum RecorderRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        addImport(to: &router, gateway: gateway)
        router.get("/api/v1/devices/{id}/recorder", access: .owner, .recorderState) { request in
            answer(try await gateway.recorders.read(try id(request, gateway)))
        }
        router.post("/api/v1/devices/{id}/recorder/download", access: .owner, .downloadRecorder) { request in
            answer(try gateway.recorders.download(try id(request, gateway)), status: 202)
        }
        router.on(.delete, "/api/v1/devices/{id}/recorder/download", access: .owner, .stopDownload) { request in
            answer(try await gateway.recorders.stop(try id(request, gateway)))
        }
        router.post("/api/v1/devices/{id}/recorder/configure", access: .owner, .configureRecorder) { request in
            let content = try RequestContent(
                request,
                fields: [
                    "confirm", "rate_hz", "range_g", "gyroscope_dps", "start_s", "stop_s", "session", "subject",
                    "position",
                    "study", "notes",
                ])
            let setup = try setup(content, zone: gateway.configuration.zone)
            return answer(
                try await gateway.recorders.configure(
                    try id(request, gateway), setup, confirmed: try confirmation(content)))
        }
        router.post("/api/v1/devices/{id}/recorder/clear", access: .owner, .clearRecorder) { request in
            let content = try RequestContent(request, fields: ["confirm", "discard"])
            return answer(
                try await gateway.recorders.clear(
                    try id(request, gateway), confirmed: try confirmation(content),
                    givesUp: try content.flag("discard") ?? false))
        }
    }

    /// Takes in what lies on a volume that is plugged in; each file is an import of its own.
    private static func addImport(to router: inout Router, gateway: Gateway) {
        router.post("/api/v1/devices/{id}/import", access: .owner, .importDevice) { request in
            let imports = try await gateway.bring(filesOf: try request.parameter("id"))
            return .json(status: 202) { json in
                json.array("imports") { json in for status in imports { ImportDocument.write(status, &json) } }
            }
        }
    }

    private static func id(_ request: HTTPRequest, _ gateway: Gateway) throws -> String {
        try gateway.devices.entry(try request.parameter("id")).id
    }

    private static func confirmation(_ content: RequestContent) throws -> String {
        guard let typed = try content.text("confirm"), !typed.isEmpty else {
            throw Failure(
                .usage, "This changes the recorder: confirm it with its number, {\"confirm\": \"NUMBER\"}.")
        }
        return typed
    }

    private static func setup(_ content: RequestContent, zone: Zone) throws -> AxivitySetup {
        var setup = AxivitySetup(zone: zone)
        let (rate, range) = (try content.number("rate_hz") ?? 100, try content.whole("range_g") ?? 8)
        guard let chosen = AxivityRate(hertz: rate, range: range, gyroscope: try content.whole("gyroscope_dps")) else {
            throw Failure(.usage, "The recorder has no \(rate) Hz with ±\(range) g, or no such gyroscope.")
        }
        setup.rate = chosen
        if let start = try content.instant("start_s") { setup.start = .at(zone.civilTime(at: start)) }
        if let stop = try content.instant("stop_s") { setup.stop = .at(zone.civilTime(at: stop)) }
        if let session = try content.whole("session") {
            guard (0...999_999_999).contains(session) else {
                throw Failure(.usage, "A session's number has at most nine digits.")
            }
            setup.session = UInt32(session)
        }
        setup.notes[AxivityNoteKey.zone.rawValue] = zone.name
        for key in AxivityNoteKey.allCases where key != .zone {
            if let text = try content.text("\(key)"), !text.isEmpty { setup.notes[key.rawValue] = text }
        }
        return setup
    }

    private static func answer(_ state: CableRecorderState, status: Int = 200) -> HTTPResponse {
        var json = JSONText()
        RecorderDocument.write(state, &json)
        return .json(status: status, json)
    }
}
