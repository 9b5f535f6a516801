/// Who may use a route. What is not named here is for people who have signed in.
enum Access: Sendable {
    /// Everybody, signed in or not.
    case everybody
    /// A page of the dashboard: it holds nobody's data, and whoever is not signed in is shown the door.
    case page
    /// People who have signed in, each for their own.
    case person
    /// Owners of the box.
    case owner

    private static let open: Set<String> = [
        "GET /api/v1/health", "GET /api/v1/auth/health", "POST /api/v1/auth/login", "POST /api/v1/auth/register",
        "POST /api/v1/auth/refresh", "POST /api/v1/auth/logout", "POST /api/v1/auth/session",
        "POST /api/v1/auth/invitation", "POST /api/v1/auth/external", "GET /api/v1/pat/health",
        "GET /api/v1/openapi.json", "GET /login",
        "GET /welcome",
    ]

    /// Changes below these belong to owners; reading is for all.
    private static let owned = [
        "/api/v1/devices", "/api/v1/wearers", "/api/v1/device-profiles",
    ]

    /// The access to a route by its pattern, or to a path that has none.
    static func of(_ method: HTTPMethod, _ pattern: String) -> Access {
        let name = method == .head ? "GET" : method.rawValue
        if open.contains("\(name) \(pattern)") || method == .options { return .everybody }
        if pattern == "/metrics" { return .owner }
        guard pattern.hasPrefix("/api/") else {
            return pattern.hasPrefix("/assets/") || pattern.contains(".") ? .everybody : .page
        }
        // A WebSocket tells by its closing code that a token is missing.
        if pattern.hasPrefix("/api/v1/ws/") { return .everybody }
        if pattern.hasPrefix("/api/v1/auth/people") || pattern.hasPrefix("/api/v1/auth/access") { return .owner }
        // What a recorder on a cable says of itself may name whoever wore it before.
        if pattern.hasPrefix("/api/v1/devices/{id}/recorder") { return .owner }
        if pattern == "/api/v1/imports/contested" || pattern == "/api/v1/imports/{id}/wearer" { return .owner }
        let isOwned = owned.contains { pattern == $0 || pattern.hasPrefix($0 + "/") }
        return isOwned && !method.isSafe ? .owner : .person
    }
}
