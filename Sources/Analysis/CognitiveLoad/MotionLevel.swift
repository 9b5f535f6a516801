public import Signals

/// How much a body part moves: the mean over 30 s of the length of the difference between the mean acceleration
/// vectors of consecutive seconds, in g. Gravity cancels; turning counts as moving.
public struct MotionLevel: Sendable {
    private struct Mean {
        var second: Int64
        var sum = SIMD3<Double>.zero
        var count = 0
        var vector: SIMD3<Double> { sum / Double(count) }
    }

    /// Seconds that the level is a mean over.
    static let window: Int64 = 30
    /// Differences below which there is no level.
    static let fewest = 10

    private var open: Mean?
    private var last: Mean?
    /// A ring of differences between one second's mean vector and the next, by second.
    private var steps: [(second: Int64, length: Double)] = Array(repeating: (.min, 0), count: Int(window))
    private var jerk: Int64?

    /// A level without history.
    public init() {}

    /// Whether any acceleration has arrived.
    public var hasSensor: Bool { open != nil || last != nil }

    /// Adds samples of three-axis acceleration in g, in the order of time; other channels are ignored, and so are
    /// samples of seconds that are past.
    public mutating func append(_ batch: SampleBatch) {
        guard batch.channel == .acceleration, batch.axes == 3 else { return }
        var index = 0
        while index < batch.count {
            let second = Self.second(of: batch.times.instant(at: index))
            let end = Self.end(ofSecond: second, in: batch, from: index)
            var sum = SIMD3<Double>.zero
            for sample in index..<end {
                let x = Double(batch.values[3 * sample])
                let y = Double(batch.values[3 * sample + 1])
                let z = Double(batch.values[3 * sample + 2])
                sum += SIMD3(x, y, z)
            }
            add(sum, count: end - index, second: second)
            index = end
        }
    }

    /// Adds one sample in g.
    public mutating func append(x: Double, y: Double, z: Double, at time: Instant) {
        add(SIMD3(x, y, z), count: 1, second: Self.second(of: time))
    }

    /// Adds the mean vector, in g, of the second that begins `second` seconds after 1970.
    public mutating func append(mean x: Double, _ y: Double, _ z: Double, second: Int64) {
        add(SIMD3(x, y, z), count: 1, second: second)
    }

    /// The level over the 30 s up to `time`; nil with fewer than 10 pairs of seconds.
    public func level(at time: Instant) -> Double? {
        let now = Self.second(of: time)
        var sum = 0.0
        var count = 0
        for step in steps where step.second >= now - Self.window && step.second < now {
            sum += step.length
            count += 1
        }
        if let step = openStep, step.second >= now - Self.window, step.second < now {
            sum += step.length
            count += 1
        }
        return count >= Self.fewest ? sum / Double(count) : nil
    }

    /// Whether the vector moved by more than 0.3 g from one second to the next less than 10 s before `time`.
    public func isJerked(at time: Instant) -> Bool {
        let now = Self.second(of: time)
        if let step = openStep, step.second < now, step.length > 0.3 { return true }
        return jerk.map { $0 < now && now - $0 <= 10 } ?? false
    }

    /// The movement of the last 30 s, as a feature of the load index.
    public func feature(at time: Instant) -> LoadFeatures.Motion {
        guard hasSensor else { return .noSensor }
        return level(at: time).map { .level($0, isJerked: isJerked(at: time)) } ?? .missing
    }

    private var openStep: (second: Int64, length: Double)? {
        guard let open, let last, open.second == last.second + 1 else { return nil }
        return (open.second, Self.length(open.vector - last.vector))
    }

    private mutating func add(_ sum: SIMD3<Double>, count: Int, second: Int64) {
        guard sum.x.isFinite, sum.y.isFinite, sum.z.isFinite, (-(1 << 40)..<(1 << 40)).contains(second) else { return }
        if let open, second < open.second {
            // A few late samples are lost; a clock that was put back by more than a window begins anew.
            guard second < open.second - Self.window else { return }
            self = MotionLevel()
        }
        if let open, second > open.second { close(open) }
        var current = open ?? Mean(second: second)
        current.sum += sum
        current.count += count
        open = current
    }

    private mutating func close(_ mean: Mean) {
        if let step = openStep {
            steps[Int(step.second.magnitude % UInt64(Self.window))] = step
            if step.length > 0.3 { jerk = step.second }
        }
        last = mean
        open = nil
    }

    private static func second(of time: Instant) -> Int64 {
        let quotient = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return quotient.remainder < 0 ? quotient.quotient - 1 : quotient.quotient
    }

    private static func end(ofSecond second: Int64, in batch: SampleBatch, from index: Int) -> Int {
        if case .uniform(let line) = batch.times, second < 9_223_372_035 {
            let next = Instant(nanoseconds: (second + 1) * 1_000_000_000)
            return min(batch.count, max(index + 1, line.index(atOrAfter: next)))
        }
        var end = index + 1
        while end < batch.count, Self.second(of: batch.times.instant(at: end)) == second { end += 1 }
        return end
    }

    private static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
