import Synchronization

/// Bytes of request bodies that the server holds for routes at one moment, over all of its sockets. A small body is never
/// refused: everybody can sign in while others send much.
final class BodyBudget: Sendable {
    /// Bytes of each body that are not counted.
    static let free = 64 << 10

    private let limit: Int
    private let held = Atomic(0)

    init(limit: Int) { self.limit = limit }

    /// Takes bytes; false when there is no room for them.
    func take(_ count: Int) -> Bool {
        let sum = held.add(count, ordering: .relaxed).newValue
        if sum <= limit { return true }
        held.subtract(count, ordering: .relaxed)
        return false
    }

    /// Gives bytes back.
    func give(_ count: Int) { held.subtract(count, ordering: .relaxed) }
}
