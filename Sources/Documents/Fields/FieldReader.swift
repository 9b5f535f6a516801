/// Reads the fields of a ``Document`` from a JSON object, and of a request from its path and query too. Every fault is
/// noted, not only the first.
public struct FieldReader: FieldVisitor {
    private let members: [String: JSONValue]
    private let arguments: Arguments?
    private var known: [String] = []
    private var isClosed = false
    var place: FieldPlace

    /// What stands in a request beside its body.
    public struct Arguments {
        let path: [String: String]
        let query: (String) -> String?

        /// - Parameters:
        ///   - path: the decoded values of the `{names}`.
        ///   - query: the decoded value of an argument, by its name.
        public init(path: [String: String], query: @escaping (String) -> String?) {
            self.path = path
            self.query = query
        }
    }

    init(_ members: [String: JSONValue], _ place: FieldPlace, arguments: Arguments? = nil) {
        self.members = members
        self.place = place
        self.arguments = arguments
    }

    /// Reads a request strictly.
    /// - Throws: ``FieldFaults``.
    public static func request<Value: Document>(
        _ type: Value.Type, body: [String: JSONValue], _ arguments: Arguments
    ) throws(FieldFaults) -> Value {
        var reader = FieldReader(body, FieldPlace(isStrict: true), arguments: arguments)
        let document = reader.document(type)
        guard reader.place.faults.isEmpty, let document else { throw FieldFaults(reader.place.faults) }
        return document
    }

    /// Reads an answer; what a newer gateway says besides is let pass.
    /// - Throws: ``FieldFaults`` for what is not JSON or has a field of another type.
    public static func answer<Value: Document>(_ type: Value.Type, _ json: [UInt8]) throws(FieldFaults) -> Value {
        guard type != Nothing.self else { return Value() }
        guard let value = try? JSONValue(parsing: json) else {
            throw FieldFaults([FieldFault(nil, "The answer is not JSON.", code: "invalid_type")])
        }
        var place = FieldPlace(isStrict: false)
        guard let document = Value.read(value, &place), place.faults.isEmpty else { throw FieldFaults(place.faults) }
        return document
    }

    // One for all types: a version for each would take the compiler longer than all else of the target, and nobody reads
    // so much that it were noticed.
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func document<Value: Document>(_ type: Value.Type) -> Value? {
        let before = place.faults.count
        isClosed = place.isStrict && Value.isClosed
        var document = Value()
        document.fields(&self)
        if place.isStrict {
            if isClosed {
                for name in members.keys.sorted() where !known.contains(name) {
                    place.note(
                        FieldFault(
                            place.path.isEmpty ? name : "\(place.path).\(name)",
                            "There is no field “\(name)” here; there are \(known.sorted().joined(separator: ", ")).",
                            code: "unknown_field"))
                }
            }
            if place.faults.count == before {
                for var fault in document.faults() {
                    if !place.path.isEmpty { fault.field = fault.field.map { "\(place.path).\($0)" } ?? place.path }
                    place.note(fault)
                }
            }
        }
        return place.faults.count == before ? document : nil
    }

    public mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        if isClosed { known.append(name) }
        guard let member = members[name], member != .null || Value.isNullable else {
            if place.isStrict || !Value.isNullable, rule().isRequired ?? true {
                place.at(".\(name)") { $0.fault("is missing", code: "missing") }
            }
            return
        }
        read(member, name, &value, rule())
    }

    public mutating func optional<Value: FieldValue>(
        _ name: String, _ value: inout Value?, _ rule: @autoclosure () -> Schema
    ) {
        if isClosed { known.append(name) }
        guard let member = members[name], member != .null || Value.isNullable else { return }
        // As a value of its own type, to which null may mean something.
        let read = place.at(".\(name)") { place in place.by(rule()) { Value.read(member, &$0) } }
        if let read { value = read }
    }

    public mutating func path<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        guard let text = arguments?.path[name] else { return }
        read(Value.value(of: text), name, &value, rule())
    }

    public mutating func query<Value: FieldValue>(
        _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        guard let arguments else { return }
        guard let text = arguments.query(name) else {
            if rule().isRequired == true { place.at(".\(name)") { $0.fault("is missing", code: "missing") } }
            return
        }
        read(Value.value(of: text), name, &value, rule())
    }

    private mutating func read<Value: FieldValue>(
        _ member: JSONValue, _ name: String, _ value: inout Value, _ rule: @autoclosure () -> Schema
    ) {
        let before = place.faults.count
        let read = place.at(".\(name)") { place in place.by(rule()) { Value.read(member, &$0) } }
        if let read {
            value = read
        } else if place.faults.count == before {
            // The value that the document began with would be taken for what was said.
            place.at(".\(name)") { $0.fault("is not known to this version", code: "invalid_value", member) }
        }
    }
}

/// All that is wrong with what was sent.
public struct FieldFaults: Error, Hashable {
    /// The faults, in the order of the fields.
    public var faults: [FieldFault]

    /// Some faults.
    public init(_ faults: [FieldFault]) { self.faults = faults }
}
