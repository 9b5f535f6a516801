public import Signals

/// Measures of movement that need filters, over the same epochs as ``EpochAggregator`` gives: activity counts, HFEN,
/// MIMS, zero crossings, the activity index and steps.
///
/// Samples are put on an even grid of the recording's rate (see `SteadyGrid`); filters begin anew after a hole. Memory
/// is bounded by the widest filter's look ahead, some three minutes of samples.
public struct MotionMetrics {
    /// A measure, or measures that are made together.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// ActiGraph activity counts of the three axes.
        case counts
        /// The high-passed Euclidean norm.
        case hfen
        /// The activity index.
        case activityIndex
        /// MIMS units.
        case mims
        /// Zero crossings, time above threshold and the integral.
        case crossings
        /// Steps.
        case steps
    }

    private var grid: SteadyGrid
    private let stages: MotionStages
    private let seconds: Int
    private var isFinished = false

    /// Measures of one recording.
    /// - Parameters:
    ///   - kinds: what is made.
    ///   - seconds: the length of an epoch.
    ///   - zone: the zone on whose wall time epochs lie.
    ///   - rate: samples per second of the recording; see ``nominalRate(near:)``.
    ///   - range: the largest value that the recorder could represent, in g, for MIMS; nil when unknown.
    ///   - calibration: applied to every sample; nil for none.
    public init(
        _ kinds: Set<Kind>, seconds: Int, zone: Zone, rate: Double, range: Double? = nil,
        calibration: Calibration? = nil
    ) {
        let epochs = EpochGrid(length: Int64(seconds), zone: zone)
        var made: [any MotionStage] = []
        if kinds.contains(.counts) { made.append(CountMotion(grid: epochs, rate: rate)) }
        if kinds.contains(.hfen) { made.append(HighPassedMotion(.length, grid: epochs, rate: rate)) }
        if kinds.contains(.activityIndex) { made.append(HighPassedMotion(.variance, grid: epochs, rate: rate)) }
        if kinds.contains(.mims) { made.append(MIMSMotion(grid: epochs, rate: rate, range: range)) }
        if kinds.contains(.crossings) { made.append(CrossingMotion(grid: epochs, rate: rate)) }
        if kinds.contains(.steps) { made.append(StepMotion(grid: epochs, rate: rate)) }
        stages = MotionStages(made)
        grid = SteadyGrid(rate: rate, calibration: calibration)
        self.seconds = seconds
    }

    /// Takes a batch of three-axis acceleration in g; others are left alone.
    public mutating func add(_ batch: SampleBatch) {
        guard batch.channel == .acceleration, batch.axes == 3 else { return }
        let stages = stages
        grid.add(batch) { stages.take($0) }
    }

    /// Processes what is left, as no more samples follow.
    public mutating func finish() {
        let stages = stages
        grid.finish { stages.take($0) }
        isFinished = true
    }

    /// Whether the epoch that ends at `end` is complete.
    public func isComplete(at end: Instant) -> Bool { isFinished || end.nanoseconds <= stages.reached }

    /// The measures of the epoch that begins at `start`; forgets them.
    public func take(_ start: Instant) -> MotionValues {
        let row = stages.rows.take(floorSecond(start.nanoseconds)) ?? MotionRow()
        return MotionValues(row, seconds: seconds, rate: grid.rate)
    }

    /// The rate that is meant where stamps show `rate`: a whole multiple of 10 Hz from 30 to 100 within 3 per cent of
    /// it, else a whole number within 1 per cent, else itself. Recorders' clocks and sensors are that far off.
    public static func nominalRate(near rate: Double) -> Double {
        let tens = (rate / 10).rounded() * 10
        if (30...100).contains(tens), abs(rate - tens) <= 0.03 * tens { return tens }
        let whole = rate.rounded()
        return whole > 0 && abs(rate - whole) <= 0.01 * whole ? whole : rate
    }
}
