/// The algorithm behind a result.
public struct Method: Hashable, Sendable {
    /// The name that the field uses, in kebab case, such as `sadeh-actilife`.
    public var name: String
    /// Raised whenever the same input may give other bits.
    public var version: Int
    /// The parameters that were used, by name.
    public var parameters: [String: Double]

    /// Memberwise; what is not given has its default.
    public init(_ name: String, version: Int = 1, parameters: [String: Double] = [:]) {
        self.name = name
        self.version = version
        self.parameters = parameters
    }
}

/// A number with its maker, or the reason why there is none; never a silent default.
public struct Estimate: Hashable, Sendable {
    /// The value; nil when it cannot be known.
    public var value: Double?
    /// Why ``value`` is nil, for a person to read; nil when there is a value.
    public var reason: String?
    /// How much to trust it, 0 ... 1; nil where the method defines none.
    public var confidence: Double?
    /// The method, version and parameters.
    public var method: Method

    /// A known value.
    public init(_ value: Double, confidence: Double? = nil, method: Method) {
        self.value = value
        self.confidence = confidence
        self.method = method
    }

    /// A value that cannot be known, and why.
    public init(unknown reason: String, method: Method) {
        self.reason = reason
        self.method = method
    }
}
