/// The measures of one epoch by ``MotionMetrics``; nil where one was not asked for or cannot be known.
public struct MotionValues: Hashable, Sendable {
    /// ActiGraph counts of the x, y and z axis over the epoch (Neishabouri 2022).
    public var counts: SIMD3<Double>?
    /// The length of the vector of the three counts.
    public var vectorMagnitude: Double?
    /// The mean Euclidean norm of the axes above 0.2 Hz, in g (HFEN, van Hees 2013).
    public var hfen: Double?
    /// The root of the mean variance of the axes above 0.25 Hz, in g (activity index, Bai 2016, as
    /// scikit-digital-health).
    public var activityIndex: Double?
    /// MIMS units over the epoch, the sum of the axes (John 2019).
    public var mims: Double?
    /// Zero crossings of the most active axis.
    public var zeroCrossings: Double?
    /// Seconds above the threshold of the most active axis.
    public var timeAboveThreshold: Double?
    /// The integral of the most active axis, in g·s.
    public var integral: Double?
    /// Steps in the epoch.
    public var steps: Double?

    /// No measure is known.
    public init() {}

    init(_ row: MotionRow, seconds: Int, rate: Double) {
        if row.tenths > 0 {
            counts = SIMD3(row.counts.x, row.counts.y, row.counts.z)
            vectorMagnitude = (row.counts * row.counts).sum().squareRoot()
        }
        if row.highPassedCount > 0 { hfen = row.highPassed / Double(row.highPassedCount) }
        if row.axisCount > 0 {
            let mean = row.axisSum / Double(row.axisCount)
            let variance = row.axisSquares / Double(row.axisCount) - mean * mean
            activityIndex = max(0, variance.sum() / 3).squareRoot()
        }
        // As published: nine tenths of an epoch make one, and next to nothing is nothing.
        if Double(row.areaCount) >= 0.9 * MIMSMotion.rate * Double(seconds) {
            let sum = (row.area - (row.areaEnds + row.areaLast) / 2).sum() / MIMSMotion.rate
            mims = sum <= 1e-4 * Double(seconds) ? 0 : sum
        }
        if row.crossingCount > 0 {
            zeroCrossings = row.crossings.max()
            timeAboveThreshold = row.above.max()
            integral = row.integral.max()
        }
        if row.stepSeconds > 0 { steps = row.steps }
    }
}
