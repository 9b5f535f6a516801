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
        router.kept(.nights, in: cache) { asked, request in
            let from = asked.from ?? CivilDate(daysSince1970: -100_000)
            let to = asked.to ?? CivilDate(daysSince1970: 100_000)
            let selection = NightSelection(
                device: asked.device.map(DeviceID.init(rawValue:)),
                wearer: asked.person.map { Person.ID(rawValue: Int64($0)) }, isAll: asked.all == true,
                tag: asked.tag?.lowercased())
            let nights = try gateway.nights(from: from, to: to, request.visibility(gateway), selection)
            let page = try NightPage(nights.reversed(), after: asked.cursor, limit: asked.limit)
            var list = NightListDocument()
            list.nights = page.nights.map { NightListDocument.Entry($0) }
            (list.rule, list.next) = (NightPreference.rule, page.next)
            return (list, nil)
        }
        router.kept(.night, in: cache) { try night($0, $1, gateway) }
        router.kept(.nightChannels, in: cache) { asked, request in
            let names = asked.channels.map { Set($0.split(separator: ",").map(String.init)) }
            let found = try gateway.channels(
                asked.night.day, device: asked.night.deviceID, names: names, request.visibility(gateway))
            var document = NightChannelsDocument(found.channels)
            (document.date, document.device) = (found.date, found.device.rawValue)
            let length = Double(found.channels.count * NightChannels.seconds)
            let start = found.channels.start
            return (document, Stretch(device: found.device, span: start..<start.advanced(bySeconds: length)))
        }
        router.answer(.exportNight) { asked, request in
            try await ExportRoutes.answer(request, asked.choice, gateway) {
                let view = try view(asked.night, request, gateway)
                // A night that goes on, or has just ended, is exported whole.
                let recently = gateway.configuration.clock.now.advanced(bySeconds: -60)
                guard !view.isImported, view.night.window.upperBound > recently else {
                    return Gateway.content(of: view)
                }
                try await gateway.settleForReading()
                return Gateway.content(of: try self.view(asked.night, request, gateway))
            }
        }
        router.on(.nightVersions) { asked, request in
            var document = NightVersionsDocument()
            document.versions = try gateway.versions(asked.day, device: asked.deviceID, request.visibility(gateway))
                .map { NightVersionsDocument.Version($0) }
            let said = try gateway.edits(asked.day, device: asked.deviceID, request.visibility(gateway))
            document.edits = said.edits.map { NightVersionsDocument.Edit($0, said.authors) }
            return document
        }
        router.on(.rescoreNight) { asked, request in
            var document = NightRescoringDocument()
            document.nights = try await gateway.rescore(asked.day, device: asked.deviceID, request.visibility(gateway))
                .map { NightRescoringDocument.Night($0) }
            return document
        }
        router.on(.editNight) { edit, request in
            var bounds: NightBounds?
            if let start = edit.sleepStart, let end = edit.sleepEnd {
                bounds = NightBounds(sleepPeriod: start..<end, lightsOut: edit.lightsOut)
            }
            try await gateway.edit(
                edit.night.day, device: edit.night.deviceID, bounds: bounds, lightsOut: edit.lightsOut,
                by: request.caller.person, request.visibility(gateway))
            return Nothing()
        }
        router.on(.uneditNight) { asked, request in
            try await gateway.edit(asked.day, device: asked.deviceID, bounds: nil, request.visibility(gateway))
            return Nothing()
        }
    }

    /// A night as its page shows it, and which live series are in it.
    static func night(
        _ asked: NightRequest, _ request: HTTPRequest, _ gateway: Gateway
    ) throws -> (NightDocument, Stretch?) {
        let view = try view(asked, request, gateway)
        return (NightDocument(view), Stretch(device: view.device.id, span: view.night.window))
    }

    private static func view(_ asked: NightRequest, _ request: HTTPRequest, _ gateway: Gateway) throws -> NightView {
        try gateway.night(asked.day, device: asked.deviceID, request.visibility(gateway))
    }
}

extension NightRequest {
    /// The day; nil for the latest night.
    /// - Throws: a 400 for what is no day.
    var day: CivilDate? { get throws { date == "latest" ? nil : try HTTPRequest.date(date) } }
    /// The device; nil for the preferred one.
    var deviceID: DeviceID? { device.map(DeviceID.init(rawValue:)) }
}
