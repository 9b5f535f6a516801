import Signals

/// A session with a sensor heard over ANT+: takes the payloads of its messages with their arrivals. It does no input or
/// output of its own.
protocol AntSensor: Sendable {
    /// Decodes a message's payload and delivers what it adds.
    mutating func receive(_ payload: [UInt8], at arrival: Instant, into outlet: some DeviceOutlet)
    /// Nothing is heard of it any more; what was held back is given out.
    mutating func interrupt(_ reason: String, at now: Instant, into outlet: some DeviceOutlet)
    /// The session ends: reports what is missing up to now as lost.
    mutating func finish(_ reason: String, at now: Instant, into outlet: some DeviceOutlet)
}

extension AntMonitor: AntSensor {}
extension AntFootPod: AntSensor {}
