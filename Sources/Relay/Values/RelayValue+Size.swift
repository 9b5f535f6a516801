extension [String: RelayValue] {
    /// Bytes that the payload has as a binary property list (`bplist00`), which is what the limits are measured in.
    package var propertyListSize: Int {
        var count = PropertyListCount()
        count.add(.dictionary(self))
        return count.size
    }

    /// Whether the payload is within `limit`, found quickly for small ones.
    func fits(_ limit: Int) -> Bool {
        let value = RelayValue.dictionary(self)
        return value.sizeBound + 64 <= limit || propertyListSize <= limit
    }
}

extension RelayValue {
    /// An upper bound of the size as a property list.
    fileprivate var sizeBound: Int {
        switch self {
        case .string(let text): 2 * text.utf8.count + 18
        case .number, .bool, .date, .unsupported: 18
        case .data(let bytes): bytes.count + 18
        case .array(let values): values.reduce(18) { $0 + $1.sizeBound + 4 }
        case .dictionary(let members):
            members.reduce(18) { $0 + 2 * $1.key.utf8.count + 26 + $1.value.sizeBound }
        }
    }
}

/// Counts the objects of a binary property list; equal texts, numbers, dates and bytes are stored once.
private struct PropertyListCount {
    private var scalars: Set<RelayValue> = []
    private var objects = 0
    private var references = 0
    private var bytes = 8

    /// Objects, references to them, offsets of them and the trailer of 32 bytes.
    var size: Int {
        let end = bytes + references * Self.width(objects)
        return end + objects * Self.width(end) + 32
    }

    mutating func add(_ value: RelayValue) {
        switch value {
        case .array(let values):
            objects += 1
            bytes += 1 + Self.lengthBytes(values.count)
            references += values.count
            for value in values { add(value) }
        case .dictionary(let members):
            objects += 1
            bytes += 1 + Self.lengthBytes(members.count)
            references += 2 * members.count
            for (name, value) in members {
                add(.string(name))
                add(value)
            }
        default:
            guard scalars.insert(value).inserted else { return }
            objects += 1
            bytes += Self.scalarBytes(value)
        }
    }

    private static func scalarBytes(_ value: RelayValue) -> Int {
        switch value {
        case .string(let text):
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            let units = isASCII ? text.utf8.count : text.utf16.count
            return 1 + lengthBytes(units) + (isASCII ? units : 2 * units)
        case .data(let bytes): return 1 + lengthBytes(bytes.count) + bytes.count
        case .number(let number):
            guard let whole = Int(exactly: number) else { return 9 }
            return 1 + (whole < 0 ? 8 : integerBytes(whole))
        case .date: return 9
        case .bool, .unsupported, .array, .dictionary: return 1
        }
    }

    /// A length of 15 and more follows as a number of its own.
    private static func lengthBytes(_ count: Int) -> Int { count < 15 ? 0 : 1 + integerBytes(count) }

    private static func integerBytes(_ value: Int) -> Int {
        value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
    }

    private static func width(_ largest: Int) -> Int { integerBytes(largest) }
}
