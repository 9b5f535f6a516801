/// The rhythm of rest and activity over whole days: a figure that cannot be known is null, and `reasons` says why.
public struct RhythmFigures: Document {
    /// A cosine of 24 hours.
    public struct Cosine: Document {
        public static var title: String? { "Cosinor" }

        /// Its middle.
        public var mesor: Double?
        /// How far it goes above and below.
        public var amplitude: Double?
        /// When it is highest, in hours after midnight.
        public var acrophase: Double?
        /// How much of the variance it explains, 0 to 1.
        public var rSquared: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("mesor", &mesor)
            fields.field("amplitude", &amplitude)
            fields.field("acrophase_h", &acrophase, .number.nullable.about("Hours after midnight"))
            fields.field("r2", &rSquared)
        }
    }

    /// A cosine of 24 hours that is bent to a plateau.
    public struct ExtendedCosine: Document {
        public static var title: String? { "ExtendedCosinor" }

        /// What it shares with a cosine.
        public var cosine = Cosine()
        /// Its lowest value.
        public var minimum: Double?
        /// How far it goes above that.
        public var height: Double?
        /// How wide it is: 0 for half of the day, less for a longer day.
        public var alpha: Double?
        /// How steep it is.
        public var beta: Double?
        /// When it is highest, in hours after midnight.
        public var acrotime: Double?
        /// When it goes up through its middle, in hours after midnight.
        public var upMesor: Double?
        /// When it goes down through it.
        public var downMesor: Double?
        /// How much better it fits than a line.
        public var pseudoF: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            cosine.fields(&fields)
            fields.field("min", &minimum)
            fields.field("amp", &height)
            fields.field("alpha", &alpha)
            fields.field("beta", &beta)
            fields.field("acrotime_h", &acrotime)
            fields.field("up_mesor_h", &upMesor)
            fields.field("down_mesor_h", &downMesor)
            fields.field("f_pseudo", &pseudoF)
        }
    }

    /// Interdaily stability, 0 to 1.
    public var interdailyStability: Double?
    /// Intradaily variability.
    public var intradailyVariability: Double?
    /// Relative amplitude, 0 to 1.
    public var relativeAmplitude: Double?
    /// The mean of the least active 5 hours.
    public var l5: Double?
    /// When they begin, `HH:MM`.
    public var l5Onset: String?
    /// The mean of the most active 10 hours.
    public var m10: Double?
    /// When they begin, `HH:MM`.
    public var m10Onset: String?
    /// The sleep regularity index, -100 to 100.
    public var sleepRegularity: Double?
    /// A cosine through the values.
    public var cosinor = Cosine()
    /// A cosine through ln(x + 1).
    public var logCosinor = Cosine()
    /// A bent cosine through ln(x + 1).
    public var extendedCosinor = ExtendedCosine()
    /// The probability that rest turns into activity.
    public var restToActivity: Double?
    /// The probability that activity turns into rest.
    public var activityToRest: Double?
    /// How much an hour is like the one before.
    public var phi: Double?
    /// Whole days.
    public var days = 0
    /// The probability that an active epoch is followed by one at rest.
    public var activityFragmentation: Double?
    /// Why figures are null, by their names.
    public var reasons: [String: String] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("is", &interdailyStability, .number.nullable.about("Interdaily stability, 0 to 1"))
        fields.field("iv", &intradailyVariability, .number.nullable.about("Intradaily variability: 0 smooth, 2 noise"))
        fields.field("ra", &relativeAmplitude, .number.nullable.about("Relative amplitude, 0 to 1"))
        fields.field("l5", &l5, .number.nullable.about("The mean of the least active 5 hours"))
        fields.field("l5_onset", &l5Onset, .string.nullable.about("When they begin, HH:MM"))
        fields.field("m10", &m10, .number.nullable.about("The mean of the most active 10 hours"))
        fields.field("m10_onset", &m10Onset, .string.nullable.about("When they begin, HH:MM"))
        fields.field("sri", &sleepRegularity, .number.nullable.about("Sleep regularity index, -100 to 100"))
        fields.field("cosinor", &cosinor)
        fields.field("log_cosinor", &logCosinor)
        fields.field("extended_cosinor", &extendedCosinor)
        fields.field("kra", &restToActivity)
        fields.field("kar", &activityToRest)
        fields.field("phi", &phi)
        fields.field("days", &days, .integer.about("Whole days, from midnight to midnight"))
        fields.field("activity_fragmentation", &activityFragmentation)
        fields.field("reasons", &reasons, .map(.string).about("Why figures are null, by their names"))
    }
}

/// When somebody sleeps on free days and on work days.
public struct ChronotypeDocument: Document {
    public static var title: String? { "Chronotype" }

    /// The middle of sleep on free days, in hours after midnight.
    public var freeMidSleep: Double?
    /// The same less what work days took from sleep.
    public var corrected: Double?
    /// Hours of sleep before work days.
    public var workSleep: Double?
    /// Hours of sleep before free days.
    public var freeSleep: Double?
    /// Nights before work days.
    public var workNights: Int?
    /// Nights before free days.
    public var freeNights: Int?
    /// How far sleep moves between them, in hours.
    public var socialJetLag: Double?
    /// Why there is none.
    public var reason: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field(
            "msf_h", &freeMidSleep, .number.nullable.about("Middle of sleep on free days, hours after midnight"))
        fields.field("msf_sc_h", &corrected, .number.nullable.about("The same less what work days took from sleep"))
        fields.field("work_sleep_h", &workSleep)
        fields.field("free_sleep_h", &freeSleep)
        fields.field("work_nights", &workNights)
        fields.field("free_nights", &freeNights)
        fields.field("social_jet_lag_h", &socialJetLag)
        fields.field("reason", &reason)
    }
}
