import Documents
import Runtime

/// One route as OpenAPI writes it.
struct OpenAPIOperation {
    let method: HTTPMethod
    let pattern: String
    let access: Access
    let description: RouteDescription

    /// The named schemas that it refers to.
    var components: [String: JSONValue] {
        var all: [String: JSONValue] = [:]
        let schemas =
            Array(description.replies.values) + description.query.map(\.schema) + Array(description.path.values)
            + [description.body].compactMap { $0 }
        for schema in schemas { all.merge(schema.components) { known, _ in known } }
        return all
    }

    /// The operation object.
    var value: JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(identifier), "summary": .string(description.summary),
            "tags": [.string(description.chapter)], "responses": .object(responses),
        ]
        members["description"] = description.detail.map(JSONValue.string)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if access == .everybody { members["security"] = [[:]] }
        if description.isGone { members["deprecated"] = true }
        if let body = description.body {
            members["requestBody"] = ["required": .bool(body.isRequired ?? true), "content": Self.content(body)]
        }
        return .object(members)
    }

    /// The method and the words of the path: `getNightsDateExport`.
    private var identifier: String {
        let words = pattern.replacing("/api/v1/", with: "", maxReplacements: 1).split { !$0.isLetter && !$0.isNumber }
        return method.rawValue.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var parameters: [JSONValue] {
        let places = pattern.split(separator: "/").compactMap(RouteNode.parameterName).map { name in
            Self.parameter(name, "path", description.path[name] ?? .string, isRequired: true)
        }
        let arguments = description.query.map { name, schema in
            Self.parameter(name, "query", schema, isRequired: schema.isRequired ?? false)
        }
        return places + arguments
    }

    private static func parameter(_ name: String, _ place: String, _ schema: Schema, isRequired: Bool) -> JSONValue {
        var keywords = schema.keywords
        let about = keywords.removeValue(forKey: "description")
        var members: [String: JSONValue] = [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": .object(keywords),
        ]
        members["description"] = about
        return .object(members)
    }

    private var responses: [String: JSONValue] {
        var responses: [String: JSONValue] = [:]
        for (status, schema) in description.replies {
            var members: [String: JSONValue] = ["description": .string(schema.note ?? Self.phrase(status))]
            if !schema.mediaType.isEmpty { members["content"] = Self.content(schema) }
            responses["\(status)"] = .object(members)
        }
        let problem: JSONValue = ["application/problem+json": ["schema": .object(Schema.problem.keywords)]]
        for status in description.problems {
            responses["\(status)"] = ["description": .string(Self.phrase(status)), "content": problem]
        }
        responses["default"] = ["description": "A problem, by RFC 9457", "content": problem]
        return responses
    }

    private static func content(_ schema: Schema) -> JSONValue {
        .object([schema.mediaType: ["schema": .object(schema.keywords)]])
    }

    /// What a status says (RFC 9110 section 15).
    private static func phrase(_ status: Int) -> String {
        let phrases = [
            200: "It worked", 201: "Made", 202: "Taken; it is being worked on", 204: "Done", 304: "Not changed",
            400: "The request cannot be understood", 401: "A token is needed", 403: "Not permitted", 404: "Not found",
            409: "It does not fit what is there", 410: "Gone", 413: "Too large", 415: "Not in this form",
            422: "The request makes no sense", 429: "Too many requests", 503: "Not now",
            504: "No answer in time", 507: "No room",
        ]
        return phrases[status] ?? "Status \(status)"
    }
}
