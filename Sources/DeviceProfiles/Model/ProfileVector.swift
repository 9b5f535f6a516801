/// Bytes and what they mean: a profile's own proof.
package struct ProfileVector: Hashable, Sendable {
    /// The result that decoding must give.
    package enum Expectation: Hashable, Sendable {
        /// These channels and no other; missing values are nil.
        case values(Values)
        /// An error, as the bytes are no such frame.
        case refused
    }

    /// The values that a frame must decode to.
    package struct Values: Hashable, Sendable {
        /// Values by channel, the axes of a sample beside each other.
        package var channels: [String: [Float?]] = [:]
        /// Texts by name.
        package var texts: [String: String] = [:]
        /// The sequence number; nil when it is not compared.
        package var sequence: UInt64?
        /// The counter; nil when it is not compared.
        package var counter: UInt64?
        /// The device's time in nanoseconds of its epoch; nil when it is not compared.
        package var deviceTime: Int64?
    }

    /// The name of the frame.
    package var frame: String
    /// The values, one after the other: all but the last only prepare a codec that keeps state.
    package var bytes: [[UInt8]]
    /// Settings that differ from their defaults.
    package var settings: [String: String] = [:]
    /// Where the bytes and values come from.
    package var source: String
    /// The result that decoding must give.
    package var expectation: Expectation
}
