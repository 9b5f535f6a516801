import Glibc

/// How somebody reads: what a reading program sees, in one window of 10 s.
public struct ReadingBehaviour: Hashable, Sendable {
    /// Reading speed, words per minute; nil when unknown.
    public var speed: Double?
    /// Share of answers or words that were wrong, 0 ... 1; nil when unknown.
    public var errors: Double?
    /// Pauses per minute; nil when unknown.
    public var pauses: Double?

    /// Memberwise; what is not given has its default.
    public init(speed: Double? = nil, errors: Double? = nil, pauses: Double? = nil) {
        self.speed = speed
        self.errors = errors
        self.pauses = pauses
    }

    /// Whether anything is known, and what is known is possible.
    var isKnown: Bool {
        let values = [speed, errors, pauses].compactMap(\.self)
        return !values.isEmpty && values.allSatisfy { $0.isFinite && $0 >= 0 }
    }
}

/// How a person reads when not under load: the baseline of ``ReadingBehaviour``.
public struct UsualReading: Hashable, Sendable {
    /// Reading speed, words per minute.
    public var speed: Double
    /// Share of answers or words that were wrong, 0 ... 1.
    public var errors: Double
    /// Pauses per minute.
    public var pauses: Double
    /// Windows of reading behind it; 0 for the typical adult.
    public var windows: Int

    /// A reader from the parts; without any the typical adult of Brysbaert (J Mem Lang 2019).
    public init(speed: Double = 238, errors: Double = 0.05, pauses: Double = 3, windows: Int = 0) {
        self.speed = speed
        self.errors = errors
        self.pauses = pauses
        self.windows = windows
    }
}

/// The part of the load that reading shows: slower, with more errors and more pauses than this person's own. Weights and
/// scales are chosen and not fitted, because no public data have reading and a heart together; the confidence is low for
/// that.
struct BehaviourIndex: Sendable {
    /// Silent reading of adults (Brysbaert, J Mem Lang 2019), errors and pauses before any are known of the person.
    private var usual: UsualReading
    /// The times of the last minute's windows, in ns.
    private var recent: [Int64] = []

    init(usual: UsualReading = UsualReading()) { self.usual = usual }

    private static let minute: Int64 = 60_000_000_000
    /// Windows until the person's own baseline is worth more than the typical one.
    private static let fewest = 5

    /// The load, 0 ... 1, and how much to trust it, 0.3 ... 0.8; nil without reading.
    mutating func score(_ reading: ReadingBehaviour?, at nanoseconds: Int64) -> (load: Double, confidence: Double)? {
        recent.removeAll { nanoseconds - $0 >= Self.minute || $0 > nanoseconds }
        guard let reading, reading.isKnown else { return nil }
        recent.append(nanoseconds)
        var (sum, weights) = (0.0, 0.0)
        func add(_ weight: Double, _ deviation: Double?) {
            guard let deviation else { return }
            sum += weight * min(1, max(-1, deviation))
            weights += weight
        }
        add(0.40, reading.speed.map { log2(usual.speed / max($0, 1)) })
        add(0.35, reading.errors.map { ($0 - usual.errors) / 0.20 })
        add(0.25, reading.pauses.map { log(($0 + 0.5) / (usual.pauses + 0.5)) / log(3) })
        let confidence = usual.windows < Self.fewest ? 0.3 : min(0.8, 0.2 + 0.1 * Double(recent.count))
        return (1 / (1 + exp(0.1 - 2 * sum / weights)), confidence)
    }

    /// Learns the person's own, from windows without overload.
    mutating func learn(_ reading: ReadingBehaviour?, load: Double) {
        guard let reading, reading.isKnown, load < 0.7 else { return }
        usual.windows += 1
        if let speed = reading.speed, (60...1000).contains(speed) { usual.speed += 0.1 * (speed - usual.speed) }
        if let errors = reading.errors { usual.errors += 0.1 * (min(1, errors) - usual.errors) }
        if let pauses = reading.pauses { usual.pauses += 0.1 * (min(60, pauses) - usual.pauses) }
    }
}
