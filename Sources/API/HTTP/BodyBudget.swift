import Synchronization

/// Bytes of request bodies that the server holds for routes at one moment, over all of its sockets. One caller gets a quarter
/// at most, and a small body is never refused: everybody can sign in while others send much.
final class BodyBudget: Sendable {
    /// Who sends a body: a person, or where nobody is known the other end's address; nil at the unix socket.
    enum Client: Hashable {
        case person(Int64)
        case address(String?)
    }

    /// Bytes of each body that do not count, so that small requests pass even when the budget is spent.
    static let free = 64 << 10

    private struct State {
        var held = 0
        var byPayer: [Client: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Takes bytes; false when there is no room for them.
    func take(_ count: Int, for client: Client) -> Bool {
        state.withLock { state in
            let own = state.byPayer[client] ?? 0
            guard count <= limit - state.held, count <= limit / 4 - own else { return false }
            state.held += count
            state.byPayer[client] = own + count
            return true
        }
    }

    /// Returns bytes to the budget.
    func give(_ count: Int, for client: Client) {
        state.withLock { state in
            state.held -= count
            let own = (state.byPayer[client] ?? 0) - count
            state.byPayer[client] = own > 0 ? own : nil
        }
    }
}
