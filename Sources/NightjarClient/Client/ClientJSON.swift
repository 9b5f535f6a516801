#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON as the gateway's routes have it: snake_case, instants as seconds since 1970 or as RFC 3339 text.
enum ClientJSON {
    static func encoder(_ dates: DateForm) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch dates {
        case .seconds: encoder.dateEncodingStrategy = .secondsSince1970
        case .text:
            encoder.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            }
        }
        return encoder
    }

    /// Decodes JSON; instants may be seconds or RFC 3339 text.
    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        if let none = NoReply() as? Value { return none }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSince1970: seconds) }
            let text = try container.decode(String.self)
            for fractions in [true, false] {
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractions)
                if let date = try? style.parse(text) { return date }
            }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is no time.")
        }
        do {
            return try decoder.decode(type, from: data)
        } catch let error as DecodingError {
            throw APIError.decodingFailed(place(error))
        }
    }

    /// Where the JSON is not what was expected, without any of its values: they may be somebody's health.
    private static func place(_ error: DecodingError) -> String {
        let (path, what): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .valueNotFound(_, let context): (context.codingPath, "is null")
            case .typeMismatch(let type, let context): (context.codingPath, "is no \(type)")
            case .dataCorrupted(let context): (context.codingPath, "cannot be read")
            @unknown default: ([], "cannot be read")
            }
        return "\(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")) \(what)"
    }
}
