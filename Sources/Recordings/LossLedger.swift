public import Signals

/// Losses of a file, no more than can be kept: a file full of damage gives one more that sums up the rest.
public struct LossLedger: Sendable {
    /// The losses.
    public private(set) var losses: [Loss] = []
    private var counts: [Loss.Cause: (number: Int, last: Int)] = [:]

    /// Losses of one cause that are listed singly; more are summed.
    private static let limit = 1000

    /// A ledger without losses.
    public init() {}

    /// Adds a loss.
    public mutating func add(_ loss: Loss) {
        let (number, last) = counts[loss.cause] ?? (0, 0)
        guard number >= Self.limit, losses[last].unit == loss.unit else {
            counts[loss.cause] = (number + 1, losses.count)
            return losses.append(loss)
        }
        losses[last].count += loss.count
        losses[last].end = loss.end ?? losses[last].end
        if number == Self.limit { losses[last].detail += "; all later ones of this kind are counted here" }
        counts[loss.cause] = (number + 1, last)
    }
}
