package import Documents

extension JSONValue {
    /// The value as a type that can be decoded: what Foundation's decoder does for the messages of this program,
    /// without bringing Foundation into it, which costs a gateway several megabytes of memory.
    /// - Throws: `DecodingError` with the path of what is missing or of another type.
    package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try Value(from: JSONValueDecoder(value: self))
    }
}

/// One value on its way into a type.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.object else { throw mismatch([String: JSONValue].self) }
        return KeyedDecodingContainer(JSONMembers(members: members, codingPath: codingPath))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
        return JSONElements(elements: elements, codingPath: codingPath)
    }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try found(value.bool) }
    func decode(_ type: String.Type) throws -> String { try found(value.string) }
    func decode(_ type: Double.Type) throws -> Double { try found(value.number) }
    func decode(_ type: Float.Type) throws -> Float { Float(try found(value.number)) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func found<Value>(_ found: Value?) throws -> Value {
        guard let found else { throw mismatch(Value.self) }
        return found
    }

    private func whole<Number: FixedWidthInteger>() throws -> Number {
        try found(value.number.flatMap { Number(exactly: $0) })
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "The value is not of this type."))
    }
}
