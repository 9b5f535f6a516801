import Analysis
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Nights and what can be taken home of them.
enum NightRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        let cache = AnswerCache(AnswerBasis(gateway))
        router.kept("/api/v1/nights", .nights, in: cache) { request in
            let from = try request.date("from") ?? CivilDate(daysSince1970: -100_000)
            let to = try request.date("to") ?? CivilDate(daysSince1970: 100_000)
            let limit = try request.query["limit"] == nil ? nil : request.count("limit", in: 1...1000, standard: 50)
            let nights = try gateway.nights(from: from, to: to, request.sight(gateway))
            let page = try NightPage(nights.reversed(), after: request.query["cursor"], limit: limit)
            var json = JSONText()
            json.object { json in
                json.array("nights") { json in for night in page.nights { NightListDocument.write(night, &json) } }
                json.field("next_cursor", page.next)
            }
            return AnswerCache.Made(json: json)
        }
        router.kept("/api/v1/nights/{date}", .night, in: cache) { try answer(to: $0, gateway) }
        router.get("/api/v1/nights/{date}/export", .exportNight) { request in
            try await ExportRoutes.answer(request, gateway) {
                let view = try view(request, gateway)
                // A night that goes on, or has just ended, is exported whole.
                let recently = gateway.configuration.clock.now.advanced(bySeconds: -60)
                guard !view.isImported, view.night.window.upperBound > recently else {
                    return Gateway.content(of: view)
                }
                try await gateway.settleForReading()
                return Gateway.content(of: try self.view(request, gateway))
            }
        }
        router.get("/api/v1/nights/{date}/versions", .nightVersions) { request in
            let versions = try gateway.versions(date(request), device: device(request), request.sight(gateway))
            return .json { NightVersionsDocument.write(versions, &$0) }
        }
        router.post("/api/v1/nights/{date}/rescore", .rescoreNight) { request in
            let found = try await gateway.rescore(date(request), device: device(request), request.sight(gateway))
            return .json { NightVersionsDocument.write(found, &$0) }
        }
        router.post("/api/v1/nights/{date}/edit", .editNight) { request in
            let content = try RequestContent(request, fields: ["sleep_start_s", "sleep_end_s", "lights_out_s"])
            guard let start = try content.instant("sleep_start_s"), let end = try content.instant("sleep_end_s"),
                start < end
            else { throw Failure(.usage, "“sleep_start_s” and “sleep_end_s” are needed, the first before the last.") }
            let bounds = NightBounds(sleepPeriod: start..<end, lightsOut: try content.instant("lights_out_s"))
            try await gateway.edit(date(request), device: device(request), bounds: bounds, request.sight(gateway))
            return .empty()
        }
        router.on(.delete, "/api/v1/nights/{date}/edit", .uneditNight) { request in
            try await gateway.edit(date(request), device: device(request), bounds: nil, request.sight(gateway))
            return .empty()
        }
    }

    /// A night as its page shows it.
    static func answer(to request: HTTPRequest, _ gateway: Gateway) throws -> AnswerCache.Made {
        let view = try view(request, gateway)
        var json = JSONText()
        NightDocument.write(view, &json)
        return AnswerCache.Made(json: json, stretch: Stretch(device: view.device.id, span: view.night.window))
    }

    private static func date(_ request: HTTPRequest) throws -> CivilDate? {
        let text = try request.parameter("date")
        return text == "latest" ? nil : try HTTPRequest.date(text)
    }

    private static func device(_ request: HTTPRequest) -> DeviceID? {
        request.query["device"].map(DeviceID.init(rawValue:))
    }

    private static func view(_ request: HTTPRequest, _ gateway: Gateway) throws -> NightView {
        try gateway.night(date(request), device: device(request), request.sight(gateway))
    }
}
