import Gateway
import Runtime
import Signals

/// Nights and what can be taken home of them.
enum NightRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get("/api/v1/nights") { request in
            let from = try request.date("from") ?? CivilDate(daysSince1970: -100_000)
            let to = try request.date("to") ?? CivilDate(daysSince1970: 100_000)
            let nights = try gateway.nights(from: from, to: to)
            return .json { json in
                json.array("nights") { json in for night in nights { NightListDocument.write(night, &json) } }
            }
        }
        router.get("/api/v1/nights/{date}") { request in
            var json = JSONText()
            NightDocument.write(try view(request, gateway), &json)
            return .json(json)
        }
        router.get("/api/v1/nights/{date}/export") { request in
            try ExportRoutes.answer(request, Gateway.content(of: try view(request, gateway)))
        }
    }

    private static func view(_ request: HTTPRequest, _ gateway: Gateway) throws -> NightView {
        let text = try request.parameter("date")
        let device = request.query["device"].map(DeviceID.init(rawValue:))
        return try gateway.night(text == "latest" ? nil : HTTPRequest.date(text), device: device)
    }
}
