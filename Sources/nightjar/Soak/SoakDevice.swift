import Documents
import Signals

/// What one device did while it was watched.
struct SoakDevice: Sendable {
    /// Lost data of one stream by one cause.
    struct LossKey: Hashable, Comparable, Sendable {
        var channel: String
        var cause: String
        var unit: String

        static func < (a: Self, b: Self) -> Bool { (a.channel, a.cause, a.unit) < (b.channel, b.cause, b.unit) }
    }

    /// Beats and seconds of movement that are kept; an hour has some 5000 and 3600.
    static let limit = 200_000

    var id: String
    var name: String
    /// What came of one stream.
    struct Stream: Sendable {
        var events = 0
        /// The longest time between two events, or from the beginning to the first, in seconds.
        var longestSilence = 0.0
        /// The arrival of the last event; nil while nobody could hear one, as the line to the gateway was lost.
        var last: Instant?

        /// How long nothing has come, in seconds.
        func silence(at end: Instant) -> Double { last.map { max(0, end.seconds(since: $0)) } ?? 0 }
    }

    /// A stream of which nothing has come for so long in the end is away, in seconds.
    static let away = 30.0

    /// The streams that were seen, by the host's arrival of each live event.
    private(set) var streams: [String: Stream] = [:]
    private(set) var losses: [LossKey: (times: Int, amount: Double)] = [:]
    /// Interruptions of the link, with their reasons.
    private(set) var interruptions: [(at: Instant, reason: String)] = []
    private(set) var resumptions = 0
    private(set) var battery: (first: Int, firstAt: Instant, last: Int, lastAt: Instant)?
    private(set) var beats: [Beat] = []
    /// Movement second by second.
    private(set) var motion: [(time: Instant, enmo: Double)] = []
    private(set) var samples = 0
    private(set) var drift = ClockDrift()
    private let since: Instant
    /// Since when its streams could be heard; nil while the line to the gateway is lost.
    private var listening: Instant?
    private var newestStep: Instant

    /// - Parameters:
    ///   - since: when watching began.
    ///   - arrival: when the device was known.
    init(id: String, name: String, since: Instant, at arrival: Instant) {
        self.id = id
        self.name = name
        self.since = since
        listening = arrival
        newestStep = since
    }

    /// Nothing can be heard: what is silent then is the line, not the device.
    mutating func losesLine() {
        listening = nil
        for name in streams.keys { streams[name]?.last = nil }
    }

    /// The line to the gateway is there, again where it was lost.
    mutating func hasLine(at arrival: Instant) {
        guard listening == nil else { return }
        listening = arrival
        for name in streams.keys { streams[name]?.last = arrival }
    }

    mutating func take(_ heart: HeartDocument, at arrival: Instant) {
        // What a device kept, and what is made up for a demonstration, comes long after it was.
        guard heart.time >= since else { return }
        // A reading may say that there is none.
        if heart.rate != nil || heart.deviceRate != nil || !heart.beats.isEmpty { note("heart_rate", arrival) }
        if !heart.beats.isEmpty { note("rr_interval", arrival) }
        guard beats.count < Self.limit else { return }
        // A beat may be told again with the reading after it.
        let fresh = heart.beats.filter { beat in beat.time >= since && beats.last.map { beat.time > $0.time } ?? true }
        beats += fresh
        for (index, beat) in fresh.enumerated() {
            drift.take(
                interval: beat.rr, isAfterGap: beat.label == .afterGap, at: index == fresh.count - 1 ? arrival : nil)
        }
    }

    mutating func take(_ epoch: MotionDocument, at arrival: Instant) {
        guard epoch.time >= since else { return }
        note("acceleration", arrival)
        guard motion.count < Self.limit, let enmo = epoch.enmo else { return }
        motion.append((epoch.time, enmo))
        samples += max(0, min(epoch.samples ?? 0, 100_000))
    }

    mutating func take(_ loss: LossDocument) {
        let key = LossKey(channel: loss.channel ?? "all", cause: loss.cause, unit: loss.unit)
        guard losses.count < 1000 || losses[key] != nil else { return }
        let before = losses[key] ?? (0, 0)
        losses[key] = (before.times + 1, before.amount + (loss.count.isFinite ? loss.count : 0))
    }

    mutating func take(_ entry: DeviceDocument) {
        name = entry.name
        for step in entry.steps where step.time > newestStep {
            newestStep = step.time
            if step.stage == "interrupted", interruptions.count < 1000 {
                interruptions.append((step.time, step.reason ?? ""))
                drift.interrupt()
            }
            if step.stage == "resumed" { resumptions += 1 }
        }
    }

    mutating func take(battery percent: Int?, at arrival: Instant) {
        guard let percent, (0...100).contains(percent) else { return }
        let first = battery.map { ($0.first, $0.firstAt) } ?? (percent, arrival)
        battery = (first.0, first.1, percent, arrival)
    }

    private mutating func note(_ name: String, _ arrival: Instant) {
        hasLine(at: arrival)
        var stream = streams[name] ?? Stream(last: listening)
        stream.longestSilence = max(stream.longestSilence, stream.silence(at: arrival))
        stream.events += 1
        stream.last = arrival
        streams[name] = stream
    }

    /// Samples per second of movement that came; nil before a minute.
    var motionRate: Double? {
        guard let first = motion.first, let last = motion.last else { return nil }
        let seconds = last.time.seconds(since: first.time) + 1
        return seconds >= 60 ? Double(samples) / seconds : nil
    }

    /// Percent of the battery that an hour takes; nil where it told its charge once, or not at all.
    var batteryPerHour: Double? {
        guard let battery else { return nil }
        let hours = battery.lastAt.seconds(since: battery.firstAt) / 3600
        return hours > 0.01 ? Double(battery.first - battery.last) / hours : nil
    }
}
