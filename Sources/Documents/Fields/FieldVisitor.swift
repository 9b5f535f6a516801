/// What goes through the fields of a ``Document``: a writer, a reader, or a description.
public protocol FieldVisitor {
    /// A field of the JSON object; null where an optional value is nil.
    mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema)
    /// A field that is left out where it is nil, and need not be sent. Null is the same as nothing, unless it is among
    /// the values of the type.
    mutating func optional<Value: FieldValue>(
        _ name: String, _ value: inout Value?, _ rule: @autoclosure () -> Schema)
    /// What stands at `{name}` in the path.
    mutating func path<Value: FieldValue>(_ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema)
    /// An argument after the `?`; where it is not given the value stays as the document begins, unless the rule is
    /// ``Schema/required``.
    mutating func query<Value: FieldValue>(_ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema)
}

extension FieldVisitor {
    /// A field of any value of its type.
    public mutating func field<Value: FieldValue>(_ name: String, _ value: inout Value) {
        field(name, &value, Value.schema)
    }

    /// A field of any value of its type, left out where it is nil.
    public mutating func optional<Value: FieldValue>(_ name: String, _ value: inout Value?) {
        optional(name, &value, Value.schema)
    }

    /// What stands at `{name}` in the path, any value of its type.
    public mutating func path<Value: FieldValue>(_ name: String, _ value: inout Value) {
        path(name, &value, Value.schema)
    }

    /// An argument after the `?`, any value of its type.
    public mutating func query<Value: FieldValue>(_ name: String, _ value: inout Value?) {
        query(name, &value, Value.schema)
    }
}

/// The writer: JSON has no path and no query.
extension JSONText: FieldVisitor {
    public mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        self.name(name)
        value.write(&self)
    }

    public mutating func optional<Value: FieldValue>(
        _ name: String, _ value: inout Value?, _ rule: @autoclosure () -> Schema
    ) {
        guard let value else { return }
        self.name(name)
        value.write(&self)
    }

    public mutating func path<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {}

    public mutating func query<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {}
}
