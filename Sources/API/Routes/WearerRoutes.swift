import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// People, and who wears what.
enum WearerRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.immediate(.wearers) { _, request in
            let visibility = request.visibility(gateway)
            return WearerListDocument(
                gateway.wearerRegistry.people.filter { visibility.isOwner || visibility.sees($0.id) })
        }
        router.on(.addWearer) { asked, _ in WearerDocument(try await gateway.wearerRegistry.add(asked.name)) }
        router.on(.renameWearer) { asked, _ in
            try await gateway.wearerRegistry.rename(Person.ID(rawValue: asked.id.rawValue), to: asked.name)
            return Nothing()
        }
        router.on(.removeWearer) { asked, _ in
            let id = asked.id.rawValue
            guard gateway.accounts.account(id) == nil else {
                throw HTTPProblem(
                    status: 409, kind: "resource-conflict", title: "Has an account",
                    detail: "This person can sign in; delete their account, with or without their data, instead.")
            }
            try await gateway.wearerRegistry.remove(Person.ID(rawValue: id))
            return Nothing()
        }
        router.on(.wearings) { _, request in
            let device = try device(request, gateway)
            let visibility = request.visibility(gateway)
            var list = WearingListDocument()
            list.wearings = gateway.wearerRegistry.wearings(of: device)
                .filter { visibility.isOwner || visibility.sees($0.person) }
                .map { .init($0, of: gateway.wearerRegistry.person($0.person)) }
            return list
        }
        router.on(.correctWearing) { asked, request in
            let device = try device(request, gateway)
            let start = try asked.start ?? first(of: device, gateway) ?? gateway.configuration.clock.now
            // Before somebody is entered: what is refused leaves no name behind.
            try WearerRegistry.check(correctionOf: device, from: start, to: asked.end)
            try await gateway.wearerRegistry.correct(
                device, person: try await person(asked.wearer, gateway), from: start, to: asked.end)
            return Nothing()
        }
    }

    /// Who is meant; a new name is entered.
    /// - Throws: `Failure` for a number that nobody has, and for a name that several have.
    static func person(_ choice: WearerChoice, _ gateway: Gateway) async throws -> Person.ID? {
        switch choice {
        case .nobody: return nil
        case .number(let number):
            let id = Person.ID(rawValue: number.rawValue)
            guard gateway.wearerRegistry.person(id) != nil else {
                throw Failure(.notFound, "There is no wearer of number \(number.rawValue).")
            }
            return id
        case .name(let name): return try await gateway.wearerRegistry.findOrAdd(name).id
        }
    }

    /// A device of the path: one that is near or used, or a recorder that only ever came as a file.
    private static func device(_ request: HTTPRequest, _ gateway: Gateway) throws -> DeviceID {
        let id = DeviceID(rawValue: try request.parameter("id"))
        do {
            let entry = try request.entry(gateway)
            guard let device = entry.device else {
                throw Failure(.conflict, "\(entry.name) is not used yet; allow it first.")
            }
            return device
        } catch let failure as Failure where failure.code == .notFound {
            let visibility = request.visibility(gateway)
            guard try gateway.store.devices().contains(where: { $0.id == id }),
                visibility.isOwner || gateway.sees(id, visibility)
            else { throw failure }
            return id
        }
    }

    /// Where the first recording of a recorder begins that only ever came as a file; nil for other devices.
    private static func first(of device: DeviceID, _ gateway: Gateway) throws -> Instant? {
        guard !gateway.devices.entries.contains(where: { $0.device == device }) else { return nil }
        return try gateway.store.recordings().filter { $0.device == device }.compactMap(\.firstSample).min()
    }
}
