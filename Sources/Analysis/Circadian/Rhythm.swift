/// The rhythm of rest and activity over the whole days of a recording.
public struct Rhythm: Hashable, Sendable {
    /// Whole days from midnight to midnight.
    public var days: Int
    /// Interdaily stability of hourly means, 0 ... 1; nil without two days or without variance.
    public var interdailyStability: Double?
    /// Intradaily variability of hourly means; nil without variance.
    public var intradailyVariability: Double?
    /// L5, M10, their onsets and the relative amplitude; nil without a whole day.
    public var leastMostActive: LeastMostActive?
    /// The sleep regularity index, -100 ... 100; nil without states or without two days.
    public var sleepRegularity: Double?
    /// A cosine through the values.
    public var cosinor: Cosinor?
    /// A cosine through ln(x + 1).
    public var logCosinor: Cosinor?
    /// A logistic cosine through ln(x + 1).
    public var extendedCosinor: ExtendedCosinor?
    /// Lim's steady probability per epoch that rest turns into activity, over all values.
    public var restToActivity: Double?
    /// Lim's steady probability per epoch that activity turns into rest, over all values.
    public var activityToRest: Double?
    /// The coefficient of a first-order autoregression of the hourly means.
    public var phi: Double?
    /// The probability that an active epoch is followed by one at rest, over the whole days, 0 ... 1.
    public var activityFragmentation: Double?

    /// The rhythm of `values`.
    /// - Parameters:
    ///   - values: counts, or any other measure of motion that is 0 at rest, per epoch; NaN where unknown.
    ///   - epochSeconds: the length of an epoch; must divide an hour.
    ///   - secondOfDay: the local time of the first epoch, seconds since midnight.
    ///   - states: sleep and wake of the same epochs for the regularity; empty when there are none.
    ///   - restThreshold: values up to this are rest for kRA and kAR; 4 is customary for an Actiwatch's minutes.
    ///   - activeThreshold: values above this are active for the fragmentation; 0 for counts.
    /// - Returns: nil when the epochs do not divide an hour or `secondOfDay` is no time of day.
    public init?(
        _ values: [Double], epochSeconds: Int, secondOfDay: Int, states: [SleepState] = [], restThreshold: Double = 4,
        activeThreshold: Double = 0
    ) {
        guard let whole = WholeDays(values, epochSeconds: epochSeconds, secondOfDay: secondOfDay) else { return nil }
        days = whole.days
        let hourly = whole.hourly
        interdailyStability = RestActivityRhythm.interdailyStability(hourly)
        intradailyVariability = RestActivityRhythm.intradailyVariability(hourly)
        leastMostActive = LeastMostActive(whole)
        if states.count == values.count {
            let own = states[whole.first..<(whole.first + whole.values.count)]
            sleepRegularity = SleepRegularity.index(own, epochSeconds: epochSeconds)
        }
        cosinor = Cosinor(whole)
        // Logarithms are what this costs most; they are taken once.
        let logged = whole.logged
        logCosinor = Cosinor(logged)
        extendedCosinor = logCosinor.flatMap { ExtendedCosinor(logged: logged, $0) }
        restToActivity = SustainedTransition.probability(Bouts(of: .resting, in: values, threshold: restThreshold))
        activityToRest = SustainedTransition.probability(Bouts(of: .active, in: values, threshold: restThreshold))
        phi = Autoregression.phi(hourly)
        activityFragmentation = Bouts(of: .active, in: whole.values, threshold: activeThreshold).transitionProbability
    }
}
