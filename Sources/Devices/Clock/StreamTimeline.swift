import Signals

/// Where one stream of evenly taken samples stands on a device's clock: how long a sample takes, and which came last.
struct StreamTimeline {
    /// Where the samples of a frame lie, in nanoseconds of the device's clock.
    struct Span {
        /// The time of the first sample.
        var first: Int64
        /// Nanoseconds between samples.
        var period: Double
        /// Samples missing before the first.
        var missing: Int
        /// The time of the last sample before those.
        var before: Int64?
    }

    private(set) var period: Double
    /// The period that the maker states; nil when it is not known.
    private var nominal: Double?
    /// Counts equal gaps after frames: they are not gaps but a rate other than the maker states.
    private var strange: (count: Int, period: Double) = (0, 0)
    private(set) var newest: Int64?
    private var previousStamp: Int64 = 0
    private var previousCount = 0
    /// The stamps have gone on without a hole since then.
    private var isFollowing = false

    /// Until the second frame, of a stream whose rate nobody told, in nanoseconds.
    private static let guess = 20_000_000.0

    /// A stream of samples that are `period` nanoseconds apart, as its maker says; nil when only the stamps tell.
    init(period: Double?) {
        self.period = period ?? Self.guess
        nominal = period
    }

    /// The next frame is not expected to follow the last: the link was down, or its rate is another.
    mutating func interrupt() { isFollowing = false }

    /// The device's clock starts anew.
    mutating func restart() {
        isFollowing = false
        newest = nil
    }

    /// Places `count` samples whose last (or first) has the given stamp; nil for what came already.
    mutating func place(_ count: Int, stamp: Int64, isFirst: Bool) -> Span? {
        if let newest, isFirst ? stamp <= newest - Int64(period / 2) : stamp <= newest { return nil }
        let size = Double(isFirst ? previousCount : count)
        let step = Double(stamp - previousStamp)
        if isFollowing, size > 0 { adapt(step / size) }
        let fits = isFollowing && step <= 1.5 * size * period
        let isGap = isFollowing && !fits
        // Time per sample from the stamps; right after a hole it is what it was.
        let measured = fits && size > 0 ? step / size : period
        let used = measured > 0.5 * period ? measured : period
        if fits, let nominal, abs(measured - nominal) < 0.3 * nominal { period += (measured - period) / 8 }
        let span = Double(max(0, count - 1)) * used
        var first = isFirst ? stamp : stamp - Int64(span.rounded())
        // A first stamp that is a little early must not put a sample before the last one.
        if let newest, first <= newest { first = newest + max(1, Int64(used / 2)) }
        defer {
            newest = max(first + Int64(span.rounded()), isFirst ? first : stamp)
            previousStamp = stamp
            previousCount = count
            isFollowing = true
        }
        guard isGap, let newest else { return Span(first: first, period: used, missing: 0, before: newest) }
        let missing = (Double(first - newest) / used - 1).rounded()
        return Span(first: first, period: used, missing: Int(max(1, missing)), before: newest)
    }

    /// Takes the time per sample that the stamps show where the maker's cannot be right, or there is none.
    private mutating func adapt(_ shown: Double) {
        if nominal == nil {
            guard shown < 10e9 else { return }
            (period, nominal) = (shown, shown)
        } else if shown <= 1.5 * period {
            strange = (0, 0)
        } else if strange.count > 0, abs(shown - strange.period) < 0.1 * strange.period {
            strange.count += 1
            if strange.count >= 5 { (period, nominal, strange) = (shown, shown, (0, 0)) }
        } else {
            strange = (1, shown)
        }
    }
}
