@testable import Relay

/// A program in a simulation: that of the phone, or of one of the two watches of its person.
enum RelaySeat: Int, CaseIterable, Comparable {
    case phone, watch, other

    var role: RelayRole { self == .phone ? .phone : .watch }
    /// What its watch is called; nil for the phone.
    var name: String? {
        switch self {
        case .phone: nil
        case .watch: "local"
        case .other: "other"
        }
    }
    /// Whom it talks to, where there is one watch.
    var counterpart: RelaySeat { self == .phone ? .watch : .phone }

    static func < (a: RelaySeat, b: RelaySeat) -> Bool { a.rawValue < b.rawValue }
}
