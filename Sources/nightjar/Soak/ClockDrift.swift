import Signals

/// How fast a device's clock goes against the host's, by the intervals between beats: their sum is the device's time, their
/// arrival the host's, and the slope between both over an unbroken run is the drift.
struct ClockDrift: Sendable {
    /// A run shorter than this says nothing: the link delays by more than a clock drifts.
    static let leastSeconds = 600.0

    private struct Run: Sendable {
        var begun: Instant?
        var device = 0.0
        // Sums for a straight line of (device - host) over host, in seconds.
        var n = 0.0
        var x = 0.0
        var y = 0.0
        var xx = 0.0
        var xy = 0.0
        var span = 0.0

        var slope: Double? {
            let below = n * xx - x * x
            return n >= 10 && below > 0 ? (n * xy - x * y) / below : nil
        }
    }

    private var run = Run()
    private var best = Run()

    /// Takes an interval in milliseconds; `arrival` is when its notification came, for the last of one.
    mutating func take(interval: Double, isAfterGap: Bool, at arrival: Instant?) {
        if isAfterGap || !interval.isFinite || interval <= 0 || interval > 10_000 { interrupt() }
        if run.begun != nil { run.device += interval / 1000 }
        guard let arrival else { return }
        guard let begun = run.begun else {
            run.begun = arrival
            return
        }
        let host = arrival.seconds(since: begun)
        // More than two seconds apart: beats are missing.
        guard host >= run.span, abs(run.device - host) < 2 + host * 0.001 else {
            interrupt()
            return
        }
        run.span = host
        run.n += 1
        run.x += host
        run.y += run.device - host
        run.xx += host * host
        run.xy += host * (run.device - host)
        if run.span > best.span { best = run }
    }

    /// What follows is not joined with what came before.
    mutating func interrupt() { run = Run() }

    /// Parts per million, positive for a clock that goes fast; nil before an unbroken run was long enough.
    var partsPerMillion: Double? { best.span >= Self.leastSeconds ? best.slope.map { $0 * 1e6 } : nil }
    /// Seconds of the longest unbroken run.
    var seconds: Double { best.span }
}
