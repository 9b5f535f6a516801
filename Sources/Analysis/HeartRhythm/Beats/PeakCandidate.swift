/// A peak that may be a beat.
struct PeakCandidate: Sendable {
    /// Its approximate place, as a number of samples.
    var sample: Int
    /// How high it stands out, in the unit of what found it.
    var height: Double
}

extension PeakCandidate? {
    /// Keeps the higher of two; gives the one that nothing has topped for `quiet` samples.
    mutating func replace(by other: PeakCandidate, quiet: Int) -> PeakCandidate? {
        guard let current = self, other.height <= current.height else {
            self = other.height > 0 ? other : self
            return nil
        }
        guard other.sample - current.sample > quiet else { return nil }
        self = nil
        return current
    }
}
