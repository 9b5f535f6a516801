/// A person who wears devices.
package struct Person: Hashable, Sendable, Identifiable {
    /// The number of a person in one store.
    package struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The row number in the store.
        package var rawValue: Int64

        /// The person of the given number.
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether `a` was entered before `b`.
        package static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    }

    /// The number of the person.
    package var id: ID
    /// What the owner calls the person; in exports only where the owner asks for it.
    package var name: String

    /// Memberwise.
    package init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}
