/// kRA and kAR of Lim and others (Sleep 34, 2011): the probability with which rest turns into activity, or activity into rest,
/// over the lengths of bouts at which that probability is steady.
///
/// At each length t of a bout p(t) = (N(t) - N(t+)) / (N(t) (t+ - t)), with N(t) bouts that reach t and t+ the next length that
/// occurs. The steady region is the longest run of lengths at which p lies within one standard deviation of its LOWESS curve
/// (span 0.3, without robust steps); the result is the mean of p over it, weighted with √(N(t) + N(t+)).
public enum SustainedTransition {
    /// The probability per epoch at which `bouts` end; nil with fewer than 10 different lengths.
    public static func probability(_ bouts: Bouts) -> Double? {
        let steps = bouts.survival
        guard steps.count > 10 else { return nil }
        var lengths: [Double] = []
        var probabilities: [Double] = []
        var weights: [Double] = []
        for (step, next) in zip(steps, steps.dropFirst()) {
            lengths.append(Double(step.length))
            probabilities.append(
                Double(step.reached - next.reached) / Double(step.reached * (next.length - step.length)))
            weights.append(Double(step.reached + next.reached).squareRoot())
        }
        guard let spread = Spread(probabilities) else { return probabilities[0] }
        let deviation = (spread.squares / Double(spread.count)).squareRoot()
        let curve = Lowess.curve(x: lengths, y: probabilities, span: 0.3)
        var best = 0..<0
        var first = 0
        for index in 0...probabilities.count
        where index == probabilities.count || abs(probabilities[index] - curve[index]) >= deviation {
            if index - first > best.count { best = first..<index }
            first = index + 1
        }
        guard !best.isEmpty else { return nil }
        let total = weights[best].reduce(0, +)
        return best.reduce(0) { $0 + probabilities[$1] * weights[$1] } / total
    }
}
