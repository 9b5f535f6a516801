/// One of the two ends of the link.
package enum RelayRole: String, Hashable, Sendable, CaseIterable {
    /// The end that knows the wearer: the gateway.
    case phone
    /// The end on the wrist.
    case watch

    /// The other end.
    package var counterpart: RelayRole { self == .phone ? .watch : .phone }
}
