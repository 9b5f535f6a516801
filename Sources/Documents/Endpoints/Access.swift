/// Who may use a route: declared where the route is registered, and by default closed to callers who have not signed
/// in.
public enum Access: Sendable {
    /// Everybody, signed in or not.
    case everybody
    /// Everybody, and the WebSocket itself tells by its closing code that a token is missing.
    case socket
    /// A page of the dashboard: it contains no personal data, and callers who are not signed in are sent to the sign-in
    /// page.
    case page
    /// People who have signed in, each for their own.
    case person
    /// Accounts of the role owner.
    case owner
}
