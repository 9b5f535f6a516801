import Analysis
import Devices
import Signals

/// Makes what a strap would send of what the gateway reads of a heart: a state machine without input or output.
///
/// Intervals go on as they came, each once. What is lost cannot be said in a measurement but as lost contact, so that is what
/// is said while nothing comes: a receiver then starts its averages anew and shows no old rate.
struct SharedHeart {
    /// Without a reading for so long the contact is said to be lost, in seconds.
    static let patience = 3.0
    /// Between two words that it is, in seconds.
    static let pause = 2.0
    /// Beats that are older than this are of no use to who shows a heart rate now, in seconds.
    static let freshness = 15.0

    private var newest: Instant?
    private var lastSent: Instant?
    private var lastReading: Instant?

    /// The measurements that tell a reading, in order; empty for one that tells nothing new.
    mutating func measurements(of reading: HeartReading, at now: Instant) -> [HeartRateMeasurement] {
        forgetFuture(of: now)
        let beats = reading.beats.filter { beat in
            now.seconds(since: beat.time) < Self.freshness && newest.map { beat.time > $0 } ?? true
        }
        if let last = beats.last?.time { newest = last }
        let rate = reading.deviceRate ?? beats.last.map { 60_000 / $0.rr } ?? reading.window.heartRate.value
        guard now.seconds(since: reading.time) < Self.freshness, let rate, rate.isFinite, rate > 0 else { return [] }
        (lastReading, lastSent) = (now, now)
        let contact: HeartRateMeasurement.Contact = reading.contact == false ? .absent : .detected
        let intervals: [UInt16] = beats.compactMap { beat in
            beat.rr > 0 && beat.rr < 64_000 ? UInt16(min((beat.rr * 1.024).rounded(), 65_535)) : nil
        }
        let whole = UInt16(min(rate.rounded(), 255))
        let most = HeartRateMeasurement.intervalsPerNotification
        guard intervals.count > most else {
            return [HeartRateMeasurement(rate: whole, contact: contact, intervals: intervals)]
        }
        return stride(from: 0, to: intervals.count, by: most).map { first in
            let part = Array(intervals[first..<min(first + most, intervals.count)])
            return HeartRateMeasurement(rate: whole, contact: contact, intervals: part)
        }
    }

    /// What to say while nothing comes; nil for nothing now.
    mutating func silence(at now: Instant) -> HeartRateMeasurement? {
        forgetFuture(of: now)
        guard lastReading.map({ now.seconds(since: $0) >= Self.patience }) ?? true,
            lastSent.map({ now.seconds(since: $0) >= Self.pause }) ?? true
        else { return nil }
        lastSent = now
        return HeartRateMeasurement(rate: 0, contact: .absent)
    }

    /// The clock was set back: what was noted by it is yet to come, and would keep everything from being told until then.
    private mutating func forgetFuture(of now: Instant) {
        let latest = [newest, lastSent, lastReading].compactMap(\.self).max()
        if let latest, latest.seconds(since: now) > Self.patience { self = SharedHeart() }
    }
}
