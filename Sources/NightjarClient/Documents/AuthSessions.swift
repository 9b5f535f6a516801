#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The sessions of who is signed in.
public struct AuthSessions: Sendable, Hashable, Codable {
    /// One session.
    public struct Entry: Sendable, Hashable, Codable, Identifiable {
        /// The id, to end it by.
        public var id: String
        /// What sort of session it is.
        public var kind: String
        /// What signed in.
        public var device: String
        /// When.
        public var created: Date
        /// When it was last used.
        public var used: Date?
        /// Until when it holds.
        public var expires: Date?
        /// Whether it is this one.
        public var isCurrent: Bool

        enum CodingKeys: String, CodingKey {
            case id, kind, device
            case created = "created_s"
            case used = "used_s"
            case expires = "expires_s"
            case isCurrent = "current"
        }
    }

    /// The latest used first.
    public var sessions: [Entry]
}
