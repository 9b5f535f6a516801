import Documents
import Synchronization

/// What the API can do, as a document for programs.
enum OpenAPIRoutes {
    /// The routes of a router; known once the last of them was added.
    private final class Known: Sendable {
        let routes = Mutex<[(method: HTTPMethod, route: Route)]>([])
    }

    /// Adds the document of all routes that `router` has by then.
    static func add(to router: inout Router) {
        let known = Known()
        router.get(
            "/api/v1/openapi.json", access: .everybody,
            .about(
                "This document", "about", detail: "OpenAPI 3.1, made from the description beside each route.",
                replies: [200: .object(["openapi": .string, "paths": .map(.any)])], problems: [401])
        ) { request in
            // It names the version.
            guard request.isKnown else { throw HTTPProblem.noToken(request.origin) }
            return .json(OpenAPIDocument(known.routes.withLock(\.self)).json)
        }
        // Without their handlers: one of them is the one above, which would hold itself and the gateway for ever.
        let routes = router.routes.map { (method, route) in
            let bare = Route(
                pattern: route.pattern, access: route.access, body: route.body, handler: .immediate { _ in .empty() },
                description: route.description)
            return (method: method, route: bare)
        }
        known.routes.withLock { $0 = routes }
    }
}
