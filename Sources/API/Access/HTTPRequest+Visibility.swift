import Accounts
import Devices
import Gateway
import Signals
import Store

extension HTTPRequest {
    /// The people and devices whose data the caller may see.
    func visibility(_ gateway: Gateway) -> Visibility {
        gateway.visibility(of: caller.person, isOwner: caller.role == .admin)
    }

    /// Which live events the caller hears, by what they may see at the moment of each; without an audience whether they
    /// may hear any.
    func admits(_ gateway: Gateway) -> @Sendable (Audience?) -> Bool {
        let reader = reader(gateway)
        return { [weak gateway] audience in
            guard let audience else { return reader.isAdmitted }
            return gateway.map { reader.isPart(of: audience, $0) } ?? false
        }
    }

    /// A device of the path, if the caller may know of it: owners of each, others of what they wear.
    func entry(_ gateway: Gateway) throws -> DeviceEntry {
        let id = try parameter("id")
        let entry = try gateway.devices.entry(id)
        guard Self.isKnown(entry, to: visibility(gateway)) else {
            throw Failure(.notFound, "There is no device “\(id)”.")
        }
        return entry
    }

    /// Whether the caller may learn that a device exists: owners of every device, others of those that people they see
    /// wear.
    static func isKnown(_ entry: DeviceEntry, to visibility: Visibility) -> Bool {
        visibility.isOwner || entry.wearer.map { visibility.sees($0.id) } == true
    }

    /// The person of the rows that a request makes without naming one: the caller; nil for the first owner, who has data
    /// without an owner, and for a gateway without people.
    func maker(_ gateway: Gateway) -> Person.ID? {
        caller.person.flatMap { gateway.accounts.firstOwner?.id == $0.rawValue ? nil : $0 }
    }

    /// Whose health a request asks for: the person whom it names, or who sends it.
    /// - Throws: `Failure` with code `notFound` for a person whom the caller may not see.
    func subject(_ person: Int?, _ gateway: Gateway) throws -> HealthSubject {
        try gateway.subject(
            person.map { Person.ID(rawValue: Int64($0)) }, of: caller.person, visibility(gateway))
    }
}
