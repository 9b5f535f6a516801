/// What a request says beside its body, for whoever sends it.
public struct FieldArguments: FieldVisitor {
    /// Values of the `{names}` in the path, not encoded.
    public private(set) var path: [String: String] = [:]
    /// Arguments after the `?`, not encoded; without those that are nil.
    public private(set) var query: [(name: String, value: String)] = []
    /// Whether the request has a body.
    public private(set) var hasBody = false

    /// What stands in a request.
    @_semantics("optimize.sil.specialize.generic.never")
    public init(of request: some Document) {
        var request = request
        request.fields(&self)
    }

    public mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        hasBody = true
    }

    public mutating func optional<Value: FieldValue>(
        _ name: String, _ value: inout Value?, _ rule: @autoclosure () -> Schema
    ) {
        hasBody = true
    }

    public mutating func path<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        path[name] = value.argument
    }

    public mutating func query<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        if let text = value.argument { query.append((name, text)) }
    }
}
