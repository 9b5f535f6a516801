/// Bytes and what they mean: a profile's own proof.
public struct ProfileVector: Hashable, Sendable {
    /// What the bytes must give.
    public enum Expectation: Hashable, Sendable {
        /// These channels and no other; missing values are nil.
        case values(Values)
        /// An error: the bytes are no such frame.
        case refused
    }

    /// What a frame must say.
    public struct Values: Hashable, Sendable {
        /// Values by channel, the axes of a sample beside each other.
        public var channels: [String: [Float?]] = [:]
        /// Texts by name.
        public var texts: [String: String] = [:]
        /// The sequence number; nil when it is not compared.
        public var sequence: UInt64?
        /// The counter; nil when it is not compared.
        public var counter: UInt64?
        /// The device's time in nanoseconds of its epoch; nil when it is not compared.
        public var deviceTime: Int64?
    }

    /// The frame.
    public var frame: String
    /// The values, one after the other: all but the last only prepare a codec that keeps state.
    public var bytes: [[UInt8]]
    /// Settings other than the defaults.
    public var settings: [String: String] = [:]
    /// Who says so.
    public var source: String
    /// What must come out.
    public var expectation: Expectation
}
