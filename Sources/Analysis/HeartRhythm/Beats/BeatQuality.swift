import Glibc

/// How sure beats are: by their likeness to the heart's usual complex, what noise stands between them, and how even
/// they follow each other where there is noise.
///
/// Likeness alone does not see noise: in noise everything is taken that is like a beat. What stands between two beats,
/// where the heart is silent, tells how high noise is against a complex; and beats that noise made do not follow each
/// other evenly. Without noise an uneven rhythm takes nothing away.
struct BeatQuality: Sendable {
    /// How far the last intervals lay from the usual one: the sizes of the logarithms of their ratios.
    private var steps: [Double] = []
    private static let kept = 8
    /// How much unevenness adds to noise: a rhythm that is 5 % off on the mean doubles it.
    private static let weight = 20.0

    /// The quality of the next beat, 0 ... 1.
    /// - Parameters:
    ///   - likeness: its correlation with the usual complex, 0 ... 1.
    ///   - noise: the size of what stands before it, against that of the usual complex.
    ///   - interval: since the beat before, over the usual interval; nil for the first.
    mutating func next(likeness: Double, noise: Double, interval: Double?) -> Double {
        if let interval {
            steps.append(interval > 0 ? min(1, abs(log(interval))) : 1)
            if steps.count > Self.kept { steps.removeFirst() }
        }
        let unevenness = steps.isEmpty ? 0 : steps.reduce(0, +) / Double(steps.count)
        return min(1, max(0, likeness * exp(-noise * (1 + Self.weight * unevenness))))
    }
}
