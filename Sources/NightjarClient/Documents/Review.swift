#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How well something was remembered.
public struct ReviewRequest: Sendable, Hashable, Codable {
    /// What.
    public var contentID: String?
    /// 0 to 5.
    public var quality: Int
    /// How often it was remembered in a row.
    public var repetition: Int?
    /// 1.3 to 2.5.
    public var easiness: Double?
    /// The last interval, days.
    public var interval: Int?

    /// A value from its parts.
    public init(
        contentID: String? = nil, quality: Int, repetition: Int? = nil, easiness: Double? = nil,
        interval: Int? = nil
    ) {
        self.contentID = contentID
        self.quality = quality
        self.repetition = repetition
        self.easiness = easiness
        self.interval = interval
    }

    enum CodingKeys: String, CodingKey {
        case quality
        case contentID = "content_id"
        case repetition = "repetition_number"
        case easiness = "easiness_factor"
        case interval = "interval_days"
    }
}

/// When to look at something again.
public struct ReviewAnswer: Sendable, Hashable, Codable {
    /// What.
    public var contentID: String?
    /// When.
    public var next: Date
    /// Days.
    public var interval: Int
    /// 1.3 to 2.5, to be sent back next time.
    public var newEasiness: Double
    /// The same.
    public var easiness: Double
    /// To be sent back next time.
    public var repetition: Int
    /// `supermemo_sm2`.
    public var algorithm: String

    enum CodingKeys: String, CodingKey {
        case algorithm
        case contentID = "content_id"
        case next = "next_review"
        case interval = "interval_days"
        case newEasiness = "new_easiness_factor"
        case easiness = "easiness_factor"
        case repetition = "repetition_number"
    }
}
