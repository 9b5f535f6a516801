import Documents
import Gateway
import Signals
import Store

/// What people say of nights beside when their sleep was.
enum NightNoteRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.nightNotes) { asked, request in try notes(asked, request, gateway) }
        router.on(.addNightNote) { asked, request in
            try await gateway.say(
                notes: [asked.text], tags: (asked.tags ?? []).map(NightTag.kept), of: asked.night.day,
                device: asked.night.deviceID, by: request.caller.person, request.visibility(gateway))
            return try notes(asked.night, request, gateway)
        }
        router.on(.changeNightNote) { asked, request in
            try await change(asked.row, to: asked.text, request, gateway)
        }
        router.on(.deleteNightNote) { asked, request in try await change(asked, to: nil, request, gateway) }
        router.on(.tagNight) { asked, request in
            try await gateway.say(
                tags: (asked.added ?? []).map(NightTag.kept), without: Set((asked.removed ?? []).map(NightTag.kept)),
                of: asked.night.day, device: asked.night.deviceID, by: request.caller.person,
                request.visibility(gateway))
            return try notes(asked.night, request, gateway)
        }
        router.on(.preferNight) { asked, request in
            try await gateway.prefer(
                asked.day, device: asked.deviceID, isUndone: false, by: request.caller.person,
                request.visibility(gateway))
            return Nothing()
        }
        router.on(.unpreferNight) { asked, request in
            try await gateway.prefer(
                asked.day, device: asked.deviceID, isUndone: true, by: request.caller.person,
                request.visibility(gateway))
            return Nothing()
        }
    }

    private static func notes(
        _ night: NightRequest, _ request: HTTPRequest, _ gateway: Gateway
    ) throws -> NightNotesDocument {
        let said = try gateway.nightNotes(night.day, device: night.deviceID, request.visibility(gateway))
        return NightNotesDocument(said.notes, said.authors)
    }

    private static func change(
        _ row: NightNoteRowRequest, to text: String?, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> NightNotesDocument {
        try await gateway.change(
            note: NightNote.ID(rawValue: row.note.rawValue), to: text, of: row.night.day, device: row.night.deviceID,
            by: request.caller.person, request.visibility(gateway))
        return try notes(row.night, request, gateway)
    }
}
