import Documents

/// One segment of the tree of routes.
struct RouteNode: Sendable {
    var routes: [HTTPMethod: Route] = [:]
    private var literals: [String: RouteNode] = [:]
    private var parameter: [RouteNode] = []

    /// The methods that this path knows, in a fixed order.
    var allowed: [HTTPMethod] {
        var methods = Set(routes.keys).union([.options])
        if methods.contains(.get) { methods.insert(.head) }
        return methods.sorted { $0.rawValue < $1.rawValue }
    }

    /// The routes of this node and of those below it.
    var all: [(HTTPMethod, Route)] {
        routes.map { ($0.key, $0.value) } + literals.values.flatMap(\.all) + parameter.flatMap(\.all)
    }

    mutating func insert(_ route: Route, method: HTTPMethod, segments: ArraySlice<Substring>) {
        guard let segment = segments.first else {
            routes[method] = route
            return
        }
        if Self.parameterName(segment) != nil {
            if parameter.isEmpty { parameter.append(RouteNode()) }
            parameter[0].insert(route, method: method, segments: segments.dropFirst())
        } else {
            literals[String(segment), default: RouteNode()].insert(
                route, method: method, segments: segments.dropFirst())
        }
    }

    /// The node of a path and the values of its parameters, in order.
    func find(_ segments: ArraySlice<String>) -> (RouteNode, [String])? {
        guard let segment = segments.first else { return routes.isEmpty ? nil : (self, []) }
        if let found = literals[segment]?.find(segments.dropFirst()) { return found }
        guard !segment.isEmpty, let (node, values) = parameter.first?.find(segments.dropFirst()) else { return nil }
        return (node, [segment] + values)
    }

    /// The parameter's name in `{name}`; nil for a fixed segment.
    static func parameterName(_ segment: Substring) -> String? {
        guard segment.count > 2, segment.first == "{", segment.last == "}" else { return nil }
        return String(segment.dropFirst().dropLast())
    }
}
