import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Recording nights: by button and by schedule.
enum NightRecordingRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.on(.nightRecordings) { _, request in
            let visibility = request.visibility(gateway)
            var document = NightRecordingListDocument()
            document.recordings = try gateway.recorder.recent().filter { visibility.sees($0.person) }
                .map { NightRecordingDocument($0) }
            return document
        }
        router.on(.nightReadiness) { _, request in
            NightReadinessDocument(gateway.recorder.readiness(person: request.maker(gateway)))
        }
        router.on(.startNight) { asked, request in
            let devices = try asked.devices?.map { try device($0, request, gateway) }
            var person = request.maker(gateway)
            if let wearer = asked.wearer, wearer != .nobody {
                person = try await self.person(wearer, request, gateway)
            }
            return NightRecordingDocument(
                try gateway.recorder.start(person: person, devices: devices, until: asked.until))
        }
        router.on(.stopNight) { asked, request in
            let id = NightRecording.ID(rawValue: asked.id.rawValue)
            guard request.visibility(gateway).sees(try gateway.store.nightRecording(id).person) else {
                throw Failure(.notFound, "There is no recording of a night \(id.rawValue).")
            }
            return NightRecordingDocument(try gateway.recorder.stop(id))
        }
        router.answer(.exportNightRecording) { asked, request in
            let id = try asked.id == "latest" ? nil : NightRecording.ID(rawValue: request.number("id"))
            // A night that has just ended is exported whole.
            try await gateway.settleForReading()
            let visibility = request.visibility(gateway)
            return try await ExportRoutes.answer(request, asked.choice, gateway) {
                try gateway.content(
                    ofNightRecording: id, device: asked.device.map(DeviceID.init(rawValue:)), visibility)
            }
        }
        addSchedules(to: &router, gateway: gateway, live: live)
    }

    private static func addSchedules(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.on(.nightSchedules) { _, request in
            NightScheduleListDocument(try gateway.recorder.schedules(), for: request.visibility(gateway))
        }
        router.on(.addSchedule) { asked, request in
            let usual = NightSchedule(
                person: request.maker(gateway), from: 22 * 60, to: 7 * 60 + 30, zone: gateway.configuration.zone.name)
            // Before somebody is entered: what is refused leaves no name behind.
            _ = try asked.changed(usual, wearer: nil).checked()
            let wearer = try await asked.person(request, gateway)
            let added = try gateway.recorder.add(asked.changed(usual, wearer: wearer))
            tell(gateway, live)
            return NightScheduleDocument(added)
        }
        router.on(.changeSchedule) { asked, request in
            let id = try known(asked.id, request, gateway).id
            let wearer = try await asked.change.person(request, gateway)
            let visibility = request.visibility(gateway)
            let schedule = try gateway.recorder.change(id) { [change = asked.change] known throws(Failure) in
                guard visibility.sees(known.person) else { throw Failure.noSchedule(id) }
                return change.changed(known, wearer: wearer)
            }
            tell(gateway, live)
            return NightScheduleDocument(schedule)
        }
        router.on(.removeSchedule) { asked, request in
            try gateway.recorder.remove(try known(asked.id, request, gateway).id)
            tell(gateway, live)
            return Nothing()
        }
    }

    /// Pages that are open show the schedules as they now are.
    private static func tell(_ gateway: Gateway, _ live: LiveFeed) {
        guard live.events.isWanted,
            let schedules = Log.attempt("Schedules could not be read.", gateway.recorder.schedules)
        else { return }
        let people = gateway.accounts.accounts
        let audiences =
            people.isEmpty
            ? [(Audience.data(nil), Visibility.everything)]
            : people.map { account in
                let person = Person.ID(rawValue: account.id)
                return (.only(person), gateway.visibility(of: person, isOwner: account.role == .admin))
            }
        for (audience, visibility) in audiences {
            live.events.publish(
                "schedules", for: audience, data: NightScheduleListDocument(schedules, for: visibility).json.bytes)
        }
    }

    /// A schedule, if whoever asks may see it.
    private static func known(_ id: RowNumber, _ request: HTTPRequest, _ gateway: Gateway) throws -> NightSchedule {
        let id = NightSchedule.ID(rawValue: id.rawValue)
        guard let known = try gateway.recorder.schedules().first(where: { $0.id == id }),
            request.visibility(gateway).sees(known.person)
        else { throw Failure.noSchedule(id) }
        return known
    }

    /// A device that is used, if whoever asks may know of it.
    private static func device(_ id: String, _ request: HTTPRequest, _ gateway: Gateway) throws -> DeviceID {
        let entry = try gateway.devices.entry(id)
        guard HTTPRequest.isKnown(entry, to: request.visibility(gateway)) else {
            throw Failure(.notFound, "There is no device “\(id)”.")
        }
        guard let device = entry.device, entry.consent != .none else {
            throw Failure(.conflict, "\(entry.name) is not used yet; allow it first.")
        }
        return device
    }

    /// The person that a request names, if whoever asks may make something for them.
    fileprivate static func person(
        _ choice: WearerChoice, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> Person.ID? {
        let visibility = request.visibility(gateway)
        // Only owners enter new people by naming them, and nobody learns who else there is.
        if !visibility.isOwner, case .name(let name) = choice {
            let own = gateway.wearerRegistry.people.filter {
                visibility.sees($0.id) && $0.name.lowercased() == name.lowercased()
            }
            guard let person = own.first, own.count == 1 else {
                throw Failure(.notFound, "There is no wearer of that name or number.")
            }
            return person.id
        }
        let person = try await WearerRoutes.person(choice, gateway)
        // Nobody's data are the first owner's, so nobody is not for everybody to choose either.
        guard visibility.sees(person) else {
            throw Failure(.notFound, "There is no wearer of that name or number.")
        }
        return person
    }
}

extension NightScheduleRequest {
    /// The person that is named; nil where none is, and `.some(nil)` for nobody.
    fileprivate func person(_ request: HTTPRequest, _ gateway: Gateway) async throws -> Person.ID?? {
        guard let wearer else { return nil }
        return .some(try await NightRecordingRoutes.person(wearer, request, gateway))
    }

    /// A schedule with what is asked for.
    fileprivate func changed(_ known: NightSchedule, wearer: Person.ID??) -> NightSchedule {
        var schedule = known
        schedule.isOn = isOn ?? known.isOn
        schedule.from = from?.minutes ?? known.from
        schedule.to = to?.minutes ?? known.to
        schedule.days = days.map(Set.init) ?? known.days
        schedule.zone = zone ?? known.zone
        schedule.trigger = trigger?.stored ?? known.trigger
        if let wearer { schedule.person = wearer }
        return schedule
    }
}

extension Failure {
    fileprivate static func noSchedule(_ id: NightSchedule.ID) -> Failure {
        Failure(.notFound, "There is no schedule of number \(id.rawValue).")
    }
}

extension NightScheduleListDocument {
    /// The schedules of which somebody may know.
    init(_ schedules: [NightSchedule], for visibility: Visibility) {
        self.init()
        self.schedules = schedules.filter { visibility.sees($0.person) }.map { NightScheduleDocument($0) }
    }
}
