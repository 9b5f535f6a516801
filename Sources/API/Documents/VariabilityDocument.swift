import Analysis
import Documents
import Signals

extension VariabilityDocument {
    /// The newest variability of some device; `silence` says why there is none where that is known.
    init(_ newest: (device: DeviceID, reading: RecentVariability)?, now: Instant, silence: String?) {
        let reading = newest?.reading
        self.init()
        (variability, sdnn) = (reading?.sdnn.value, reading?.sdnn.value)
        (rmssd, heartRate) = (reading?.rmssd.value, reading?.heartRate.value)
        (windowSeconds, windowStart) = (RecentVariability.windowSeconds, reading?.window.lowerBound)
        (cleanSeconds, time) = (reading?.cleanSeconds, reading?.window.upperBound)
        age = reading.map { max(0, now.seconds(since: $0.window.upperBound)) }
        device = newest?.device.rawValue
        reason = reading == nil ? silence ?? "no device streams beats" : reading?.sdnn.reason
    }
}
