#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value and when it was true.
public struct Snapshot<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// When the gateway said so.
    public var asOf: Date
    /// Whether it is last known data because the gateway did not answer, or has not yet.
    public var isStale: Bool

    /// A value from its parts.
    public init(value: Value, asOf: Date, isStale: Bool) {
        self.value = value
        self.asOf = asOf
        self.isStale = isStale
    }

    /// The same of a value made of this one.
    public func map<Other: Sendable>(_ body: (Value) throws -> Other) rethrows -> Snapshot<Other> {
        Snapshot<Other>(value: try body(value), asOf: asOf, isStale: isStale)
    }
}

extension Snapshot: Equatable where Value: Equatable {}
