extension NightDocument {
    /// The figures of a night.
    public struct Measures: Document {
        /// Minutes asleep.
        public var totalSleep = EstimateDocument()
        /// Minutes from lights out to sleep.
        public var onsetLatency = EstimateDocument()
        /// Minutes awake after falling asleep.
        public var wakeAfterOnset = EstimateDocument()
        /// Time asleep in percent of the sleep period.
        public var efficiency = EstimateDocument()
        /// How many times awake.
        public var awakenings = EstimateDocument()
        /// Percent of the stretches of sleep that are a minute or shorter.
        public var fragmentation = EstimateDocument()
        /// Minutes of the sleep period.
        public var sleepPeriod = EstimateDocument()
        /// Minutes from lights out to getting up.
        public var timeInBed = EstimateDocument()
        /// Hours after midnight.
        public var midSleep = EstimateDocument()

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("total_sleep_min", &totalSleep)
            fields.field("onset_latency_min", &onsetLatency)
            fields.field("waso_min", &wakeAfterOnset)
            fields.field("efficiency_percent", &efficiency)
            fields.field("awakenings", &awakenings)
            fields.field("fragmentation_percent", &fragmentation)
            fields.field("sleep_period_min", &sleepPeriod)
            fields.field("time_in_bed_min", &timeInBed)
            fields.field("mid_sleep_h", &midSleep)
        }
    }

    /// How sure the figures of a night are, and of what that is made; each 0 to 1.
    public struct Confidence: Document {
        /// All together; nil where no sleep was found.
        public var value: Double?
        /// How much of the night has data.
        public var completeness: Double?
        /// How much of it the device was worn.
        public var wear: Double?
        /// How far methods agree.
        public var agreement: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("value", &value)
            fields.field("completeness", &completeness)
            fields.field("wear", &wear)
            fields.field("agreement", &agreement)
        }
    }
}
