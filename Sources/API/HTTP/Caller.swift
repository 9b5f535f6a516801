public import Store

/// Who a request comes from, as the door found out: a token, a cookie, or being on this machine.
public struct Caller: Hashable, Sendable {
    /// What a caller may do.
    public enum Role: String, Sendable, CaseIterable {
        /// Reads and changes their own data.
        case patient
        /// Reads the data of people who granted it.
        case clinician
        /// Reads the data of people who granted it, without names.
        case researcher
        /// Owns the gateway: adds people, resets passwords, decides on devices.
        case admin
    }

    /// Whose rows the caller sees and makes; nil on a gateway where nobody was entered yet, whose rows are kept under
    /// 0.
    public var person: Person.ID?
    /// What the caller may do.
    public var role: Role

    /// A caller.
    public init(person: Person.ID?, role: Role) {
        self.person = person
        self.role = role
    }

    /// The person at a gateway on which nothing asks for a password.
    public static let local = Caller(person: nil, role: .admin)

    /// The value of the column `person` of a row of this caller's.
    public var personColumn: Int64 { person?.rawValue ?? 0 }
}
