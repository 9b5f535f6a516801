import Glibc

/// How far a night can be trusted: the chance that its total sleep is within half an hour of what a reference would tell.
///
/// It follows from the expected error of total sleep in minutes, with errors spread as an exponential distribution: an expected
/// error of 22 minutes makes 0.75, of 43 minutes 0.5, of an hour and a half 0.3. The parts of that error are
/// - 90 minutes times what the scorer's agreement lacks of 1,
/// - each minute of the sleep period, and of the two hours on each side, that was not recorded or not worn; of the time beside
///   the sleep that was not recorded only what less than half an hour of data parts from it,
/// - an hour where hardly anything moved, so that a recorder beside the bed would show the same.
public struct NightConfidence: Hashable, Sendable {
    /// The share of the sleep period and the hour on each side that was recorded; of the window when no period was found.
    public var completeness: Double
    /// The share of what was recorded with the recorder on the body; what is in doubt counts half.
    public var wear: Double
    /// The scorer's published agreement with polysomnography per epoch (see ``SleepScorer/agreement``).
    public var agreement: Double
    /// The expected error of total sleep, in minutes; nil without a sleep period, and for nights of earlier versions.
    public var expectedError: Double?

    /// Memberwise.
    public init(completeness: Double, wear: Double, agreement: Double, expectedError: Double? = nil) {
        self.completeness = completeness
        self.wear = wear
        self.agreement = agreement
        self.expectedError = expectedError
    }

    /// The chance; of nights of earlier versions the product of the parts, which is what they told.
    public var value: Double {
        guard let expectedError else { return completeness * wear * agreement }
        return expectedError > 0 ? 1 - exp(-Self.tolerance / expectedError) : 1
    }

    /// The error of total sleep within which a night counts as right, in minutes.
    static let tolerance = 30.0
    /// The expected error of a scorer that agrees with nothing, in minutes.
    static let scorerError = 90.0
    /// What doubt about wear adds, in minutes.
    static let stillError = 60.0
    /// The time before and after sleep that counts, in seconds.
    static let marginSeconds = 7200
    /// Data beside the sleep that part it from a time without any, in seconds.
    static let wakeSeconds = 1800
}
