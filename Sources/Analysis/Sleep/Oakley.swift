/// Actiware's rule (Oakley 1997): an epoch is wake when its own count and weighted neighbours exceed a threshold.
///
/// Sums are taken in hundredths, so that a sum of exactly the threshold is sleep, as in Actiware, whatever the rounding
/// of the weights as floating-point numbers.
enum Oakley {
    /// Weights in hundredths from the epoch itself outwards, by the length of an epoch.
    private static func weights(seconds: Int) -> [Double] {
        switch seconds {
        case 15: [400, 20, 20, 20, 20, 4, 4, 4, 4]
        case 30: [200, 20, 20, 4, 4]
        case 120: [50, 12]
        default: [100, 20, 4]
        }
    }

    /// The states of epochs of 15, 30, 60 or 120 seconds; epochs beyond the ends and missing ones count as zero.
    static func states(_ counts: [Double], seconds: Int, threshold: Double) -> [SleepState] {
        let weights = weights(seconds: seconds)
        let reach = weights.count - 1
        let margin = [Double](repeating: 0, count: reach)
        let padded = margin + counts.map { $0.isNaN ? 0 : $0 } + margin
        return counts.indices.map { epoch in
            guard !counts[epoch].isNaN else { return .unknown }
            let own = epoch + reach
            var sum = weights[0] * padded[own]
            for distance in 1...reach {
                sum += weights[distance] * padded[own - distance]
                sum += weights[distance] * padded[own + distance]
            }
            return sum > 100 * threshold ? .awake : .asleep
        }
    }

    /// 0.88888 times the counts per mobile minute; an epoch is mobile with at least one count per 15 seconds.
    static func automaticThreshold(_ counts: [Double], seconds: Int) -> Double {
        let mobile = counts.count { $0 >= Double(seconds) / 15 }
        guard mobile > 0 else { return 0 }
        let sum = counts.reduce(0) { $1.isNaN ? $0 : $0 + $1 }
        return 0.88888 * sum / (Double(mobile) * Double(seconds) / 60)
    }
}
