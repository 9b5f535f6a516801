/// What the heart did in the sleep of a night.
public struct NightHeartDocument: Document {
    public static var title: String? { "NightHeart" }

    /// A figure of a night beside the person's own usual.
    public struct Figure: Document {
        public static var title: String? { "NightHeartFigure" }

        /// The figure, or why there is none.
        public var estimate = EstimateDocument()
        /// What it usually is; nil with the reason.
        public var usual: Usual?
        /// Why nothing is known of the usual.
        public var usualReason: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            estimate.fields(&fields)
            fields.field("usual", &usual)
            fields.field("usual_reason", &usualReason)
        }
    }

    /// What a figure was in the nights before, at most 14 of the last 30 days.
    public struct Usual: Document {
        public static var title: String? { "UsualFigure" }

        /// The median of the nights.
        public var median = 0.0
        /// The spread about it: 1.4826 times the median distance from it.
        public var spread = 0.0
        /// How many nights.
        public var nights = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("median", &median)
            fields.field("spread", &spread)
            fields.field("nights", &nights)
        }
    }

    /// The lowest mean of five minutes, per minute.
    public var lowest = Figure()
    /// The mean of the sleep period, per minute.
    public var mean = Figure()
    /// The lowest mean of half an hour, per minute: the resting heart rate.
    public var resting = Figure()
    /// RMSSD of the whole sleep period in ms, the median of its stretches of five minutes.
    public var variability = Figure()
    /// The same of deep sleep.
    public var deepVariability = Figure()
    /// The same of the first four hours.
    public var firstVariability = Figure()
    /// RMSSD of the last five minutes of the sleep period, in ms.
    public var lastVariability = Figure()
    /// Breaths per minute, by the rhythm of the beats.
    public var respiration = Figure()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("heart_rate_lowest", &lowest)
        fields.field("heart_rate_mean", &mean)
        fields.field("heart_rate_resting", &resting)
        fields.field("rmssd_sleep", &variability)
        fields.field("rmssd_deep", &deepVariability)
        fields.field("rmssd_first_hours", &firstVariability)
        fields.field("rmssd_last_minutes", &lastVariability)
        fields.field("respiration", &respiration)
    }

    /// The figures with the words that people know them by, in order.
    public var named: [(name: String, words: String, figure: Figure)] {
        [
            ("heart_rate_lowest", "lowest heart rate", lowest), ("heart_rate_mean", "mean heart rate", mean),
            ("heart_rate_resting", "resting heart rate", resting),
            ("rmssd_sleep", "RMSSD in sleep", variability), ("rmssd_deep", "RMSSD in deep sleep", deepVariability),
            ("rmssd_first_hours", "RMSSD of the first four hours", firstVariability),
            ("rmssd_last_minutes", "RMSSD of the last five minutes", lastVariability),
            ("respiration", "breaths", respiration),
        ]
    }
}
