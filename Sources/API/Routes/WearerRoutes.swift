import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// People, and who wears what.
enum WearerRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.immediate("/api/v1/wearers", .wearers) { request in
            let sight = request.sight(gateway)
            let people = gateway.household.people.filter { sight.isOwner || sight.sees($0.id) }
            return .json { WearerDocument.list(people, &$0) }
        }
        router.post("/api/v1/wearers", access: .owner, .addWearer) { request in
            let name = try RequestContent(request, fields: ["name"]).text("name") ?? ""
            let person = try await gateway.household.add(name)
            return .json(status: 201) { WearerDocument.fields(person, &$0) }
        }
        router.on(.patch, "/api/v1/wearers/{id}", access: .owner, .renameWearer) { request in
            let name = try RequestContent(request, fields: ["name"]).text("name") ?? ""
            try await gateway.household.rename(Person.ID(rawValue: try request.number("id")), to: name)
            return .empty()
        }
        router.on(.delete, "/api/v1/wearers/{id}", access: .owner, .removeWearer) { request in
            let id = try request.number("id")
            guard gateway.accounts.account(id) == nil else {
                throw HTTPProblem(
                    status: 409, kind: "resource-conflict", title: "Has an account",
                    detail: "This person can sign in; delete their account, with or without their data, instead.")
            }
            try await gateway.household.remove(Person.ID(rawValue: id))
            return .empty()
        }
        router.immediate("/api/v1/devices/{id}/wearers", .wearings) { request in
            let device = try device(request, gateway)
            let sight = request.sight(gateway)
            return .json { json in
                json.array("wearings") { json in
                    for wearing in gateway.household.wearings(of: device)
                    where sight.isOwner || sight.sees(wearing.person) {
                        WearerDocument.write(wearing, of: gateway.household.person(wearing.person), &json)
                    }
                }
            }
        }
        router.post("/api/v1/devices/{id}/wearers", access: .owner, .correctWearing) { request in
            let device = try device(request, gateway)
            let content = try RequestContent(request, fields: ["wearer", "start_s", "end_s"])
            guard content.has("wearer") else {
                throw Failure(.usage, "Say who wears it: “wearer” with a name or a number, or null for nobody.")
            }
            let start = try content.instant("start_s") ?? gateway.configuration.clock.now
            try await gateway.household.correct(
                device, person: try await person(content, gateway), from: start, to: try content.instant("end_s"))
            return .empty()
        }
    }

    /// The person that the field `wearer` names by number or by name; a new name is entered.
    static func person(_ content: RequestContent, _ gateway: Gateway) async throws -> Person.ID? {
        switch content.raw("wearer") {
        case nil: return nil
        case .number:
            guard let number = try content.whole("wearer") else { return nil }
            let id = Person.ID(rawValue: Int64(number))
            guard gateway.household.person(id) != nil else {
                throw Failure(.notFound, "There is no wearer of number \(number).")
            }
            return id
        case .string(let name):
            let known = gateway.household.people.filter { $0.name.lowercased() == name.lowercased() }
            // Whoever has an account says what they are called: a name that two have is nobody's.
            guard known.count < 2 else {
                let numbers = known.map { "\($0.id.rawValue)" }.joined(separator: " and ")
                throw Failure(.conflict, "Several people are called that; give the number, one of \(numbers).")
            }
            if let known = known.first { return known.id }
            return try await gateway.household.add(name).id
        default: throw Failure(.usage, "“wearer” must be a name or a number.")
        }
    }

    private static func device(_ request: HTTPRequest, _ gateway: Gateway) throws -> DeviceID {
        let entry = try request.entry(gateway)
        guard let device = entry.device else {
            throw Failure(.conflict, "\(entry.name) is not used yet; allow it first.")
        }
        return device
    }
}
