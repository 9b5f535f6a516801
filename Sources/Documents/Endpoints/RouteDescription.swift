/// What users of a route are told; written beside the route and made only when the OpenAPI document is asked for.
///
/// ```swift
/// router.get(
///     "/api/v1/alerts",
///     .about("Alerts, newest first", "alerts", query: ["all": .boolean], replies: [200: .object(["alerts": .array(.alert)])])
/// ) { request in … }
/// ```
public struct RouteDescription: Sendable {
    /// One line.
    public var summary: String
    /// The chapter of the document.
    public var chapter: String
    /// More than the line, if it takes more.
    public var detail: String?
    /// Arguments after the `?`, by name.
    public var query: [(name: String, schema: Schema)]
    /// Parameters of the path whose values are more than any text, by name.
    public var path: [String: Schema]
    /// What a request carries; nil for nothing.
    public var body: Schema?
    /// The good answers by status. Problems need not be named: each route can answer with one.
    public var replies: [Int: Schema]
    /// Statuses of problems that are worth naming.
    public var problems: [Int]
    /// Whether it is kept only to say where to go.
    public var isGone = false

    /// The same, kept only to say where to go.
    package var gone: RouteDescription {
        var description = self
        description.isGone = true
        return description
    }

    /// A description.
    /// - Parameters:
    ///   - summary: one line.
    ///   - chapter: where in the document, such as `nights`.
    ///   - detail: more than the line.
    ///   - path: parameters of the path that are more than any text.
    ///   - query: arguments after the `?`; optional unless marked `required`.
    ///   - body: what a request carries.
    ///   - replies: the good answers by status.
    ///   - problems: statuses of problems that are worth naming.
    public static func about(
        _ summary: String, _ chapter: String, detail: String? = nil, path: [String: Schema] = [:],
        query: KeyValuePairs<String, Schema> = [:], body: Schema? = nil, replies: [Int: Schema],
        problems: [Int] = []
    ) -> RouteDescription {
        RouteDescription(
            summary: summary, chapter: chapter, detail: detail, query: query.map { (name: $0.key, schema: $0.value) },
            path: path, body: body, replies: replies, problems: problems)
    }
}
