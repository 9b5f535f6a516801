/// Any JSON: what a route takes or gives without saying of which shape.
public enum JSONContent: Sendable, Hashable {
    /// null.
    case null
    /// True or false.
    case flag(Bool)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// A list.
    case list([JSONContent])
    /// Values by name.
    case object([String: JSONContent])
}

extension JSONContent: Codable {
    /// Reads whatever is there.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONContent].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONContent].self))
        }
    }

    /// Writes it as it is.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }
}
