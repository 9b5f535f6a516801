/// Who may use a route; said where the route is registered, and closed to whoever has not signed in where nothing is said.
public enum Access: Sendable {
    /// Everybody, signed in or not.
    case everybody
    /// Everybody, and the WebSocket itself tells by its closing code that a token is missing.
    case socket
    /// A page of the dashboard: it holds nobody's data, and whoever is not signed in is shown where to sign in.
    case page
    /// People who have signed in, each for their own.
    case person
    /// Accounts of the role owner.
    case owner

    /// The access that decides who gets a 404 for an unknown path and who is asked to sign in first.
    static func ofNothing(at path: String) -> Access {
        if path.hasPrefix("/api/") { return .person }
        return path.contains(".") ? .everybody : .page
    }
}
