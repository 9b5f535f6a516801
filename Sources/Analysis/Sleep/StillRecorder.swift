public import Signals

/// Non-wear from epochs of acceleration: a recorder that lies still shows nothing but the noise of its sensor.
///
/// Windows of 60 minutes every 15, as van Hees and others (PLoS ONE 6, 2011) take them. Their limits per axis, a standard
/// deviation of 13 mg and a range of 50 mg, are carried over to what an epoch keeps: 13 mg of the mean absolute deviation, and
/// for a vector of 1 g 0.75 and 2.9 degrees of the angle. A window with fewer than half of its epochs says nothing.
public struct StillRecorder: Hashable, Sendable {
    /// The length of a window, in seconds.
    public var windowSeconds = 3600
    /// The distance of windows, in seconds.
    public var stepSeconds = 900
    /// Every epoch's mean absolute deviation must stay below this, in g.
    public var deviation = 0.013
    /// The standard deviation of the angle must stay below this, in degrees.
    public var angleDeviation = 0.75
    /// The range of the angle must stay below this, in degrees.
    public var angleRange = 2.9

    /// The rule with its default parameters.
    public init() {}

    /// Whether each epoch lies in a still window; `epochs` follow each other on a grid, nil where there is none.
    public func notWorn(_ epochs: [Epoch.Motion?], epochSeconds: Int) -> [Bool] {
        var notWorn = [Bool](repeating: false, count: epochs.count)
        let width = max(1, windowSeconds / max(1, epochSeconds))
        let step = max(1, stepSeconds / max(1, epochSeconds))
        var first = 0
        while first < epochs.count, first + width <= epochs.count {
            let window = first..<(first + width)
            if isStill(epochs[window]) {
                for index in window { notWorn[index] = true }
            }
            first += step
        }
        return notWorn
    }

    private func isStill(_ window: ArraySlice<Epoch.Motion?>) -> Bool {
        var angles: [Double] = []
        var least = Double.infinity
        var greatest = -Double.infinity
        for case let motion? in window where !motion.angleZ.isNaN {
            least = min(least, motion.angleZ)
            greatest = max(greatest, motion.angleZ)
            guard motion.mad < deviation, greatest - least < angleRange else { return false }
            angles.append(motion.angleZ)
        }
        guard angles.count * 2 >= window.count, angles.count > 1 else { return false }
        let mean = angles.reduce(0, +) / Double(angles.count)
        let squares = angles.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(angles.count - 1)).squareRoot() < angleDeviation
    }
}
