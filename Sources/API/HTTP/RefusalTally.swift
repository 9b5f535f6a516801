import Accounts

/// Which refusals are told and which are only counted, so that no stranger fills a disk with them: of each reason ten at
/// once and one a minute then. How many were left out is told with the next one, or by itself once it may be.
///
/// Pure: told of everything with its time.
struct RefusalTally {
    /// One log line about refusals of a kind.
    struct Line: Equatable {
        var reason: Refusal
        /// The trace of the answer; nil where there was none, or for those that were left out.
        var trace: String?
        /// The status of the answer; nil where there was none.
        var status: Int?
        /// How many like this one were not told since the last line.
        var untold = 0
    }

    private var limit = RateLimit(burst: 10, secondsEach: 60)
    private var untold: [Refusal: Int] = [:]

    /// Something was refused.
    /// - Returns: what to say; nil when it is only counted.
    mutating func count(_ reason: Refusal, trace: String? = nil, status: Int? = nil, at now: Duration) -> Line? {
        guard limit.wait(reason.rawValue, at: now) == nil else {
            untold[reason, default: 0] += 1
            return nil
        }
        limit.count(reason.rawValue, at: now)
        return Line(reason: reason, trace: trace, status: status, untold: untold.removeValue(forKey: reason) ?? 0)
    }

    /// The refusals that were not logged singly and may be summed up now.
    /// - Parameter isLast: whether nothing follows, and all is told.
    mutating func leftOut(at now: Duration, isLast: Bool = false) -> [Line] {
        Refusal.allCases.compactMap { reason in
            guard let count = untold[reason], isLast || limit.wait(reason.rawValue, at: now) == nil else { return nil }
            untold[reason] = nil
            limit.count(reason.rawValue, at: now)
            return Line(reason: reason, untold: count)
        }
    }
}
