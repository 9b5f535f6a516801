package import Store

/// Who sent a request, as found by the access check: from a token, a cookie, or a connection of this machine.
package struct Caller: Hashable, Sendable {
    /// What a caller may do.
    package enum Role: String, Sendable, CaseIterable {
        /// Reads and changes their own data.
        case patient
        /// Reads the data of people who granted it.
        case clinician
        /// Reads the data of people who granted it, without names.
        case researcher
        /// Owns the gateway: adds people, resets passwords, decides on devices.
        case admin
    }

    /// The person whose rows the caller reads and writes; nil before anybody was entered, when rows are stored under 0.
    package var person: Person.ID?
    /// What the caller may do.
    package var role: Role

    /// A caller.
    package init(person: Person.ID?, role: Role) {
        self.person = person
        self.role = role
    }

    /// The person at a gateway on which nothing asks for a password.
    package static let local = Caller(person: nil, role: .admin)

    /// The value of the column `person` of a row of this caller's.
    package var personColumn: Int64 { person?.rawValue ?? 0 }
}
