/// A person who wears devices.
public struct Person: Hashable, Sendable, Identifiable {
    /// The number of a person in one store.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The row number in the store.
        public var rawValue: Int64

        /// The person of the given number.
        public init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether `a` was entered before `b`.
        public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    }

    /// The number of the person.
    public var id: ID
    /// What the owner calls the person; in exports only where the owner asks for it.
    public var name: String

    /// Memberwise.
    public init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}
