#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value at a time, on the wire `[t_s, value]`.
public struct Point: Sendable, Hashable, Codable {
    /// When.
    public var time: Date
    /// The value; nil where there is none.
    public var value: Double?

    /// Reads it as it is on the wire.
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        time = Date(timeIntervalSince1970: try values.decode(Double.self))
        value = try values.decodeIfPresent(Double.self)
    }

    /// Writes it as it is on the wire.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(time.timeIntervalSince1970)
        if let value { try values.encode(value) } else { try values.encodeNil() }
    }
}
