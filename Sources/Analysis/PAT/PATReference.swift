import Signals

/// Means and standard deviations of a population, minute by minute: what the published models were standardised with.
public struct PATReference: Hashable, Sendable {
    /// The mean of each minute of a day (1440) or of a week (10 080), from midnight on.
    public let mean: [Double]
    /// The standard deviation of each minute, as many as ``mean``.
    public let deviation: [Double]

    /// Curves of a population.
    /// - Throws: `Failure` when they do not have 1440 or 10 080 finite values each, or a deviation is negative.
    public init(mean: [Double], deviation: [Double]) throws {
        guard mean.count == deviation.count, mean.count == 1440 || mean.count == PATModel.minutes else {
            throw Failure(
                .failed,
                "A reference has 1440 or 10 080 means and as many deviations, not \(mean.count) and "
                    + "\(deviation.count).")
        }
        guard (mean + deviation).allSatisfy(\.isFinite), deviation.allSatisfy({ $0 >= 0 }) else {
            throw Failure(.failed, "A reference holds finite means and deviations that are not negative.")
        }
        self.mean = mean
        self.deviation = deviation
    }
}
