import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Recording nights: by button and by schedule.
enum NightRecordingRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.get("/api/v1/night-recordings", .nightRecordings) { request in
            let sight = request.sight(gateway)
            let recordings = try gateway.recorder.recent().filter { sight.sees($0.person) }
            return .json { json in
                json.array("recordings") { json in
                    for recording in recordings { NightRecordingDocument.write(recording, &json) }
                }
            }
        }
        router.get("/api/v1/night-recordings/readiness", .nightReadiness) { request in
            var json = JSONText()
            NightRecordingDocument.write(gateway.recorder.readiness(person: request.maker(gateway)), &json)
            return .json(json)
        }
        router.post("/api/v1/night-recordings", .startNight) { request in
            let content = try RequestContent(request, fields: ["wearer", "devices", "until_s"])
            let devices = try content.texts("devices")?.map { id in
                let entry = try gateway.devices.entry(id)
                guard HTTPRequest.isKnown(entry, to: request.sight(gateway)) else {
                    throw Failure(.notFound, "There is no device “\(id)”.")
                }
                guard let device = entry.device, entry.consent != .none else {
                    throw Failure(.conflict, "\(entry.name) is not used yet; allow it first.")
                }
                return device
            }
            let recording = try gateway.recorder.start(
                person: try await wearer(content, request, gateway) ?? request.maker(gateway), devices: devices,
                until: try content.instant("until_s"))
            return answer(recording, status: 201)
        }
        router.post("/api/v1/night-recordings/{id}/stop", .stopNight) { request in
            let id = NightRecording.ID(rawValue: try request.number("id"))
            guard request.sight(gateway).sees(try gateway.store.nightRecording(id).person) else {
                throw Failure(.notFound, "There is no recording of a night \(id.rawValue).")
            }
            return answer(try gateway.recorder.stop(id))
        }
        router.get("/api/v1/night-recordings/{id}/export", .exportNightRecording) { request in
            let isLatest = try request.parameter("id") == "latest"
            let id = isLatest ? nil : NightRecording.ID(rawValue: try request.number("id"))
            let device = request.query["device"].map(DeviceID.init(rawValue:))
            // A night that has just ended is exported whole.
            try await gateway.settleForReading()
            let sight = request.sight(gateway)
            return try await ExportRoutes.answer(request, gateway) {
                try gateway.content(ofNightRecording: id, device: device, sight)
            }
        }
        addSchedules(to: &router, gateway: gateway, live: live)
    }

    private static func addSchedules(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.get("/api/v1/night-schedules", .nightSchedules) { request in
            let sight = request.sight(gateway)
            let schedules = try gateway.recorder.schedules().filter { sight.sees($0.person) }
            return .json { json in
                json.array("schedules") { json in
                    for schedule in schedules { NightRecordingDocument.write(schedule, &json) }
                }
            }
        }
        router.post("/api/v1/night-schedules", .addSchedule) { request in
            let zone = gateway.configuration.zone.name
            let usual = NightSchedule(
                person: request.maker(gateway), from: 22 * 60, to: 7 * 60 + 30, zone: zone)
            let schedule = try await schedule(request, from: usual, gateway)
            let added = try gateway.recorder.add(schedule)
            tell(gateway, live)
            return answer(added, status: 201)
        }
        router.on(.put, "/api/v1/night-schedules/{id}", .changeSchedule) { request in
            let known = try known(request, gateway)
            let schedule = try await schedule(request, from: known, gateway)
            try gateway.recorder.change(schedule)
            tell(gateway, live)
            return answer(schedule, status: 200)
        }
        router.on(.delete, "/api/v1/night-schedules/{id}", .removeSchedule) { request in
            try gateway.recorder.remove(try known(request, gateway).id)
            tell(gateway, live)
            return .empty()
        }
    }

    /// Pages that are open show the schedules as they now are.
    private static func tell(_ gateway: Gateway, _ live: LiveFeed) {
        guard let schedules = Log.attempt("Schedules could not be read.", gateway.recorder.schedules) else { return }
        let people = gateway.accounts.accounts
        let audiences =
            people.isEmpty
            ? [(Audience.data(nil), Sight.everything)]
            : people.map { account in
                let person = Person.ID(rawValue: account.id)
                return (.only(person), gateway.sight(of: person, isOwner: account.role == .admin))
            }
        for (audience, sight) in audiences {
            live.events.publish("schedules", for: audience) { json in
                json.array("schedules") { json in
                    for schedule in schedules where sight.sees(schedule.person) {
                        NightRecordingDocument.write(schedule, &json)
                    }
                }
            }
        }
    }

    /// A schedule of the path, if whoever asks may see it.
    private static func known(_ request: HTTPRequest, _ gateway: Gateway) throws -> NightSchedule {
        let id = NightSchedule.ID(rawValue: try request.number("id"))
        guard let known = try gateway.recorder.schedules().first(where: { $0.id == id }),
            request.sight(gateway).sees(known.person)
        else { throw Failure(.notFound, "There is no schedule of number \(id.rawValue).") }
        return known
    }

    /// The person that a request names, if whoever asks may make something for them.
    private static func wearer(
        _ content: RequestContent, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> Person.ID? {
        let sight = request.sight(gateway)
        // Only owners enter new people by naming them, and nobody learns who else there is.
        if !sight.isOwner, let name = content.raw("wearer")?.string {
            let own = gateway.household.people.filter { sight.sees($0.id) && $0.name.lowercased() == name.lowercased() }
            guard let person = own.first, own.count == 1 else {
                throw Failure(.notFound, "There is no wearer of that name or number.")
            }
            return person.id
        }
        let person = try await WearerRoutes.person(content, gateway)
        if let person, !sight.sees(person) { throw Failure(.notFound, "There is no wearer of that name or number.") }
        return person
    }

    /// `known` with what the request says.
    private static func schedule(
        _ request: HTTPRequest, from known: NightSchedule, _ gateway: Gateway
    ) async throws -> NightSchedule {
        let content = try RequestContent(
            request, fields: ["on", "from", "to", "days", "trigger", "zone", "wearer"])
        var schedule = known
        schedule.isOn = try content.flag("on") ?? known.isOn
        schedule.from = try minutes("from", content) ?? known.from
        schedule.to = try minutes("to", content) ?? known.to
        schedule.days = try content.wholes("days").map(Set.init) ?? known.days
        schedule.zone = try content.text("zone") ?? known.zone
        if content.has("wearer") { schedule.person = try await wearer(content, request, gateway) }
        if let word = try content.text("trigger") {
            guard let trigger = NightSchedule.Trigger(rawValue: word) else {
                throw Failure(.usage, "“\(word)” begins no recording; there are clock and wear.")
            }
            schedule.trigger = trigger
        }
        return schedule
    }

    private static func minutes(_ name: String, _ content: RequestContent) throws -> Int? {
        guard let text = try content.text(name) else { return nil }
        guard let minutes = NightRecordingDocument.minutes(text) else {
            throw Failure(.usage, "“\(name)” must be a time of day such as 22:30, not “\(text)”.")
        }
        return minutes
    }

    private static func answer(_ recording: NightRecording, status: Int = 200) -> HTTPResponse {
        var json = JSONText()
        NightRecordingDocument.write(recording, &json)
        return .json(status: status, json)
    }

    private static func answer(_ schedule: NightSchedule, status: Int) -> HTTPResponse {
        var json = JSONText()
        NightRecordingDocument.write(schedule, &json)
        return .json(status: status, json)
    }
}
