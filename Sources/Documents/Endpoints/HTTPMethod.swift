/// A request's method, as sent (RFC 9110 section 9: case matters).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The method's name as sent, in capitals.
    public var rawValue: String

    /// A method of the given token.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Reads.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads the head only.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Creates or does.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes in part.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Asks what is possible.
    public static let options = HTTPMethod(rawValue: "OPTIONS")

    /// Whether a request of this method changes nothing (RFC 9110 section 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options }
}
