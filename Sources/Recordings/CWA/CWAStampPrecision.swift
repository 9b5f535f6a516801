/// The precision of a recorder's time stamps.
enum CWAStampPrecision: Hashable {
    /// Fractions of 1/32768 s.
    case fraction
    /// Whole seconds, with the number of the sample at which the second began, by integer arithmetic at the nominal
    /// rate: off by a sample or two.
    case wholeSecond
    /// The second in which the sector began, and nothing else: off by up to a second.
    case secondOnly

    /// Nanoseconds by which two stamps may disagree.
    func slack(period: Double) -> Double {
        switch self {
        case .fraction: 0
        case .wholeSecond: 2 * period + 30e6
        case .secondOnly: 1.02e9
        }
    }

    /// The precision of the stamps of such sectors.
    init(_ sector: CWASector, isVeryOld: Bool) {
        self = sector.isFractional ? .fraction : isVeryOld ? .secondOnly : .wholeSecond
    }
}
