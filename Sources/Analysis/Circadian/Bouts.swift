import Glibc

/// Bouts of rest and of activity: how long they last and how they end.
public struct Bouts: Hashable, Sendable {
    /// The lengths in epochs, in order.
    public let lengths: [Int]
    /// How many ended in the other state rather than in a hole or with the recording.
    public let transitions: Int

    /// The bouts of one state in `values`: activity above `threshold`, or rest at most there.
    ///
    /// A bout that a hole or the end of the recording cuts counts with what is known of it.
    /// - Parameters:
    ///   - state: activity or rest.
    ///   - values: counts per epoch; NaN where unknown.
    ///   - threshold: counts up to this are rest.
    public init(of state: State, in values: some RandomAccessCollection<Double>, threshold: Double) {
        var lengths: [Int] = []
        var transitions = 0
        var length = 0
        for value in values {
            if value.isNaN {
                if length > 0 { lengths.append(length) }
                length = 0
            } else if (value > threshold) == (state == .active) {
                length += 1
            } else if length > 0 {
                lengths.append(length)
                transitions += 1
                length = 0
            }
        }
        if length > 0 { lengths.append(length) }
        self.lengths = lengths
        self.transitions = transitions
    }

    /// Rest or activity.
    public enum State: Hashable, Sendable, CaseIterable { case resting, active }

    /// The number of epochs in all bouts together.
    public var epochs: Int { lengths.reduce(0, +) }

    /// The probability that the state ends with an epoch, 0 ... 1: transitions per epoch in the state; nil without one.
    public var transitionProbability: Double? { epochs == 0 ? nil : Double(transitions) / Double(epochs) }

    /// The mean length, in epochs; nil without a bout.
    public var meanLength: Double? { lengths.isEmpty ? nil : Double(epochs) / Double(lengths.count) }

    /// The Gini index of the lengths, 0 when all are equal, 1 when one bout holds all; without bias (times n / (n - 1)). Nil with
    /// fewer than two bouts.
    public var gini: Double? {
        let count = lengths.count
        guard count > 1 else { return nil }
        let weighted = lengths.sorted().enumerated().reduce(0.0) {
            $0 + Double(2 * ($1.offset + 1) - count - 1) * Double($1.element)
        }
        return weighted / Double((count - 1) * epochs)
    }

    /// The exponent of the power law that the lengths follow: 1 + n / Σ ln(x / (xmin - 0.5)); nil without a bout.
    public var powerLawExponent: Double? {
        guard let least = lengths.min() else { return nil }
        let logs = lengths.reduce(0.0) { $0 + log(Double($1) / (Double(least) - 0.5)) }
        return logs > 0 ? 1 + Double(lengths.count) / logs : nil
    }

    /// The mean over the lengths that occur of the share of bouts that reached the length and ended there; nil without a bout.
    public var averageHazard: Double? {
        let steps = survival
        guard !steps.isEmpty else { return nil }
        let sum = steps.indices.reduce(0.0) { sum, index in
            let next = index + 1 < steps.count ? steps[index + 1].reached : 0
            return sum + Double(steps[index].reached - next) / Double(steps[index].reached)
        }
        return sum / Double(steps.count)
    }

    /// Each length that occurs and the number of bouts that reached it, by length.
    var survival: [(length: Int, reached: Int)] {
        var steps: [(length: Int, reached: Int)] = []
        let sorted = lengths.sorted()
        for (index, length) in sorted.enumerated() where index == 0 || sorted[index - 1] != length {
            steps.append((length, sorted.count - index))
        }
        return steps
    }
}
