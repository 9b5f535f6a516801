import Glibc

/// Sample entropy (Richman & Moorman, Am J Physiol 2000) with templates of two: how hard the next interval is to tell
/// from the last two. 0 is perfectly regular.
public enum SampleEntropy {
    /// The two definitions in use.
    public enum Convention: Sendable {
        /// A match is at most the tolerance; as many templates of two as of three.
        case standard
        /// A match is below the tolerance; one template of two more, and shares of all pairs of templates are compared
        /// (PhysioNet Cardiovascular Signal Toolbox).
        case toolbox
    }

    /// More than this takes long, and a rhythm of half a day is not one.
    static let most = 50_000

    /// The entropy of a series in natural units; nil where there are no matches, fewer than 4 or more than 50 000 values.
    /// - Parameters:
    ///   - values: the series.
    ///   - fraction: the tolerance as a share of the standard deviation (N - 1).
    ///   - convention: how matches and templates are counted.
    public static func value(
        of values: [Double], fraction: Double = 0.2, _ convention: Convention = .standard
    ) -> Double? {
        let count = values.count
        guard (4...most).contains(count) else { return nil }
        let mean = values.reduce(0, +) / Double(count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
        let tolerance = fraction * variance.squareRoot()
        // What is below the tolerance is at most the number before it.
        let limit = convention == .standard ? tolerance : tolerance.nextDown
        let (pairs, triples) = matches(values, limit: limit, templates: count - 2)
        let more = convention == .standard ? 0 : matchesOfLastPair(values, limit: limit)
        guard triples > 0 else { return nil }
        let scale = convention == .standard ? 1 : Double(count - 1) / Double(count - 3)
        return -log(scale * Double(triples) / Double(pairs + more))
    }

    private static func matches(_ values: [Double], limit: Double, templates: Int) -> (pairs: Int, triples: Int) {
        values.withUnsafeBufferPointer { values in
            var (pairs, triples) = (0, 0)
            for first in 0..<templates {
                let (a, b, c) = (values[first], values[first + 1], values[first + 2])
                for second in first + 1..<max(first + 1, templates) {
                    let pair = max(abs(values[second] - a), abs(values[second + 1] - b))
                    pairs += pair <= limit ? 1 : 0
                    triples += max(pair, abs(values[second + 2] - c)) <= limit ? 1 : 0
                }
            }
            return (pairs, triples)
        }
    }

    private static func matchesOfLastPair(_ values: [Double], limit: Double) -> Int {
        let last = values.count - 2
        return (0..<last).count {
            max(abs(values[$0] - values[last]), abs(values[$0 + 1] - values[last + 1])) <= limit
        }
    }
}
