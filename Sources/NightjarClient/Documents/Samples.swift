#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Samples of one type, the oldest first.
public struct SamplePage: Sendable, Hashable, Codable {
    /// A sample.
    public struct Sample: Sendable, Hashable, Codable {
        /// The type.
        public var type: String
        /// From when.
        public var start: Date
        /// Until when.
        public var end: Date
        /// The figure.
        public var value: Double?
        /// The word, where it is no figure.
        public var word: String?
        /// The unit.
        public var unit: String
        /// What measured it.
        public var deviceID: String?
        /// What sent it.
        public var source: String

        enum CodingKeys: String, CodingKey {
            case type, start, end, value, word, unit, source
            case deviceID = "device_id"
        }
    }

    /// The type.
    public var type: String
    /// The samples.
    public var samples: [Sample]
    /// Where the next page begins.
    public var nextCursor: String?

    enum CodingKeys: String, CodingKey {
        case type, samples
        case nextCursor = "next_cursor"
    }
}
