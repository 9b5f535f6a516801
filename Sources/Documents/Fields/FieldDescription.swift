/// What the fields of a ``Document`` look like, for the description of the API.
public struct FieldDescription: FieldVisitor {
    private var members: [(String, Schema)] = []
    /// Parameters of the path, by name.
    public private(set) var path: [String: Schema] = [:]
    /// Arguments after the `?`, in order.
    public private(set) var query: [(name: String, schema: Schema)] = []
    private let isClosed: Bool
    private let described: (Schema) -> Schema

    /// The fields of a type.
    @_semantics("optimize.sil.specialize.generic.never")
    public init<Value: Document>(of type: Value.Type) {
        isClosed = Value.isClosed
        described = Value.described
        var document = Value()
        document.fields(&self)
    }

    /// Whether there is any field in the body.
    public var hasBody: Bool { !members.isEmpty }

    /// The JSON object.
    public var body: Schema {
        let schema = Schema.object(members)
        return described(isClosed ? schema.closed : schema)
    }

    public mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        members.append((name, rule()))
    }

    public mutating func optional<Value: FieldValue>(
        _ name: String, _ value: inout Value?, _ rule: @autoclosure () -> Schema
    ) {
        members.append((name, rule().optional))
    }

    public mutating func path<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        path[name] = rule()
    }

    public mutating func query<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        query.append((name, rule()))
    }
}
