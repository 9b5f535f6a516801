import Runtime
import Signals
package import Store

/// The person whose health is looked at, and what of the store is theirs.
package struct HealthSubject: Sendable {
    /// The person; nil on a gateway without people.
    package let person: Person?
    /// Their number in the tables of what programs send.
    package let column: Int64
    /// Whose data count: the person's, and nobody's where they are looked after by them. An owner has no more of it here.
    package let visibility: Visibility
}

extension Gateway {
    /// Whose health a caller asks for.
    ///
    /// A person's data are what was recorded of them and what they sent. What was recorded of nobody in particular is the
    /// first owner's; on a gateway where nobody signs in, it is the first person's who was entered, and so is what was sent.
    /// - Parameters:
    ///   - asked: the person; nil for the caller.
    ///   - caller: who asks; nil where nobody signs in.
    ///   - visibility: what the caller may see.
    /// - Throws: `Failure` with code `notFound` for a person who is not there or may not be seen.
    package func subject(
        _ asked: Person.ID?, of caller: Person.ID?, _ visibility: Visibility
    ) throws -> HealthSubject {
        if let asked, wearerRegistry.person(asked) == nil || !visibility.sees(asked) {
            throw Failure(.notFound, "There is no person \(asked.rawValue).")
        }
        guard let caller else {
            let first = wearerRegistry.people.first
            let person = asked.flatMap { wearerRegistry.person($0) } ?? first
            guard let person, wearerRegistry.people.count > 1 else {
                return HealthSubject(person: person, column: 0, visibility: .everything)
            }
            let isFirst = person.id == first?.id
            return HealthSubject(
                person: person, column: isFirst ? 0 : person.id.rawValue,
                visibility: Visibility(isOwner: false) { $0 == person.id || isFirst && $0 == nil })
        }
        let id = asked ?? caller
        return HealthSubject(
            person: wearerRegistry.person(id), column: id.rawValue, visibility: self.visibility(of: id, isOwner: false))
    }
}
