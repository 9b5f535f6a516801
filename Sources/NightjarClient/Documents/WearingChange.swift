#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Says who wore a device in a stretch of time.
public struct WearingChange: Sendable, Hashable, Encodable {
    /// The name; nil for nobody. A name that is not known is entered.
    public var wearer: String?
    /// From when; now when nil.
    public var start: Date?
    /// Until when; until said otherwise when nil.
    public var end: Date?

    /// A change from its parts.
    public init(wearer: String?, start: Date? = nil, end: Date? = nil) {
        self.wearer = wearer
        self.start = start
        self.end = end
    }

    enum CodingKeys: String, CodingKey {
        case wearer
        case start = "start_s"
        case end = "end_s"
    }

    /// Nobody is null: a field that is missing would be refused.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(wearer, forKey: .wearer)
        try fields.encodeIfPresent(start, forKey: .start)
        try fields.encodeIfPresent(end, forKey: .end)
    }
}
