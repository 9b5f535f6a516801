/// Sums of one epoch from which the measures of ``MotionMetrics`` follow.
struct MotionRow {
    /// Activity counts per axis, and how many tenths of a second they are of.
    var counts = SIMD4<Double>.zero
    var tenths = 0
    /// Sum of the length of the high-passed vector.
    var highPassed = 0.0
    var highPassedCount = 0
    /// Sums for each axis's variance.
    var axisSum = SIMD4<Double>.zero
    var axisSquares = SIMD4<Double>.zero
    var axisCount = 0
    /// Sums of the rectified axes, and of them the first and the last.
    var area = SIMD4<Double>.zero
    var areaEnds = SIMD4<Double>.zero
    var areaLast = SIMD4<Double>.zero
    var areaCount = 0
    /// Signs that changed, samples above the threshold and the integral of the size, per axis.
    var crossings = SIMD4<Double>.zero
    var above = SIMD4<Double>.zero
    var integral = SIMD4<Double>.zero
    var crossingCount = 0
    /// Steps, and the seconds that they were counted over.
    var steps = 0.0
    var stepSeconds = 0
}

/// The rows that are open, by the start of their epoch in seconds since 1970.
final class MotionRows {
    private var rows: [Int64: MotionRow] = [:]

    /// Changes the row of the epoch that begins at `start`.
    func update(_ start: Int64, _ change: (inout MotionRow) -> Void) { change(&rows[start, default: MotionRow()]) }

    /// Removes and returns the row that begins at `start`.
    func take(_ start: Int64) -> MotionRow? { rows.removeValue(forKey: start) }
}
