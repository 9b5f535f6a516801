import Signals

/// The decoded arguments after the `?` of a request.
package struct HTTPQuery: Sendable {
    /// Names and values, in order; a name without `=` has an empty value.
    package private(set) var items: [(name: String, value: String)]

    /// Arguments from decoded pairs.
    package init(_ items: [(String, String)] = []) { self.items = items.map { (name: $0.0, value: $0.1) } }

    /// The first value of a name; nil when it was not given.
    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// All values of a name, in order.
    package func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// A whole number; nil when it was not given.
    /// - Throws: `Failure` of code `usage` when it is not a whole number of `range`.
    package func integer(_ name: String, in range: ClosedRange<Int> = Int.min...Int.max) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds = range == Int.min...Int.max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
            throw Failure(.usage, "\(name) must be a whole number\(bounds); it was \"\(text)\".")
        }
        return number
    }

    /// True or false; false when it was not given.
    /// - Throws: `Failure` of code `usage` for any other word.
    package func flag(_ name: String) throws -> Bool {
        guard let text = self[name] else { return false }
        guard let flag = Bool(text) else { throw Failure(.usage, "\(name) must be true or false; it was \"\(text)\".") }
        return flag
    }

    /// A finite number; nil when it was not given.
    /// - Throws: `Failure` of code `usage` when it is not a finite number.
    package func number(_ name: String) throws -> Double? {
        guard let text = self[name] else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw Failure(.usage, "\(name) must be a number; it was \"\(text)\".")
        }
        return number
    }
}
