/// Bytes and what they mean: a profile's own proof.
public struct ProfileVector: Hashable, Sendable {
    /// The result that decoding must give.
    public enum Expectation: Hashable, Sendable {
        /// These channels and no other; missing values are nil.
        case values(Values)
        /// An error, as the bytes are no such frame.
        case refused
    }

    /// The values that a frame must decode to.
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

    /// The name of the frame.
    public var frame: String
    /// The values, one after the other: all but the last only prepare a codec that keeps state.
    public var bytes: [[UInt8]]
    /// Settings that differ from their defaults.
    public var settings: [String: String] = [:]
    /// Where the bytes and values come from.
    public var source: String
    /// The result that decoding must give.
    public var expectation: Expectation
}
