#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value and the time at which it was valid.
public struct Snapshot<Value: Sendable>: Sendable {
    /// The value, as the gateway sent it.
    public var value: Value
    /// When the gateway last confirmed it.
    public var asOf: Date
    /// Whether it is last known data because the gateway did not answer, or has not yet.
    public var isStale: Bool

    /// Memberwise.
    public init(value: Value, asOf: Date, isStale: Bool) {
        self.value = value
        self.asOf = asOf
        self.isStale = isStale
    }

    /// A snapshot of a value derived from this one.
    public func map<Other: Sendable>(_ body: (Value) throws -> Other) rethrows -> Snapshot<Other> {
        Snapshot<Other>(value: try body(value), asOf: asOf, isStale: isStale)
    }
}

extension Snapshot: Equatable where Value: Equatable {}
