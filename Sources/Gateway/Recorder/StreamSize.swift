import Devices
import Recordings
import Signals

/// How much room a device's streams take on disk, estimated from their rates. Rough guesses on the safe side, not
/// measurements.
enum StreamSize {
    /// Bytes that a value of a fast stream takes, compressed.
    private static let bytesPerValue = 1.6
    /// Stored bytes of an hour of beats at 70 per minute.
    private static let beatsPerHour = 250_000.0
    /// Bytes of epochs, readings and the like in an hour.
    private static let resultsPerHour = 150_000.0

    /// Bytes in an hour of the channels that may be recorded.
    static func bytesPerHour(_ device: DeviceDescription, streams: Set<Channel>?) -> Double {
        device.channels.reduce(resultsPerHour) { sum, channel in
            guard streams?.contains(channel.channel) ?? true else { return sum }
            guard let rate = channel.nominalRate, rate.isFinite, rate > 0 else {
                return sum + (channel.channel == .rrInterval ? beatsPerHour : 10_000)
            }
            return sum + min(rate, 100_000) * Double(max(1, channel.axes.count)) * 3600 * bytesPerValue
        }
    }
}
