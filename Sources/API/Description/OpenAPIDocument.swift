import Documents
import Runtime

/// The OpenAPI 3.1 document of some routes, made from the description beside each.
struct OpenAPIDocument {
    private let routes: [(method: HTTPMethod, route: Route)]

    /// A document of the routes below `/api/v1`, and of others that have a description.
    init(_ routes: [(method: HTTPMethod, route: Route)]) {
        self.routes = routes.filter { $0.route.pattern.hasPrefix("/api/v1/") || $0.route.description?() != nil }
    }

    /// Methods and paths of routes that nobody has described.
    var undescribed: [String] {
        routes.filter { $0.route.description?() == nil }.map { "\($0.method.rawValue) \($0.route.pattern)" }.sorted()
    }

    /// The document.
    var json: JSONText {
        var paths: [String: [String: JSONValue]] = [:]
        var components = Schema.problem.components
        var chapters: Set<String> = []
        for (method, route) in routes {
            guard let description = route.description?() else { continue }
            chapters.insert(description.chapter)
            let operation = OpenAPIOperation(
                method: method, pattern: route.pattern, access: route.access, description: description)
            components.merge(operation.components) { known, _ in known }
            paths[route.pattern, default: [:]][method.rawValue.lowercased()] = operation.value
        }
        var json = JSONText()
        json.object { json in
            json.field("openapi", "3.1.0")
            json.object("info") { json in
                json.field("title", "Nightjar")
                json.field("version", Version.current)
                json.field("summary", "The home of wearables: devices, nights, live readings and what is made of them.")
                json.object("license") { json in
                    json.field("name", "Apache License 2.0")
                    json.field("identifier", "Apache-2.0")
                }
            }
            json.field("servers", [["url": "/"]])
            json.array("tags") { json in
                for chapter in chapters.sorted() { json.object { $0.field("name", chapter) } }
            }
            json.field("paths", .object(paths.mapValues(JSONValue.object)))
            json.object("components") { json in
                json.field("schemas", .object(components))
                json.field("securitySchemes", ["token": ["type": "http", "scheme": "bearer"]])
            }
            json.field("security", [["token": [:]], [:]])
        }
        return json
    }
}
