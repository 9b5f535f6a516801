#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A heart beat, on the wire `[t_s, ms, label]`.
public struct Beat: Sendable, Hashable, Codable {
    /// The instant of the R peak.
    public var time: Date
    /// Milliseconds since the beat before.
    public var interval: Double
    /// What it is taken for: `normal`, `missed`, `extra`, `ectopic`, `misaligned`, `after_gap` or `implausible`.
    public var label: String

    /// Reads it as it is on the wire.
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        time = Date(timeIntervalSince1970: try values.decode(Double.self))
        interval = try values.decode(Double.self)
        label = try values.decode(String.self)
    }

    /// Writes it as it is on the wire.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(time.timeIntervalSince1970)
        try values.encode(interval)
        try values.encode(label)
    }
}
