extension Night {
    /// The figures of a night.
    public struct Measures: Sendable, Hashable, Codable {
        /// Minutes asleep.
        public var totalSleep: Estimate
        /// Minutes from lights out to sleep.
        public var onsetLatency: Estimate
        /// Minutes awake after falling asleep.
        public var wakeAfterOnset: Estimate
        /// Percent.
        public var efficiency: Estimate
        /// How often awake.
        public var awakenings: Estimate
        /// Percent of the stretches of sleep that are a minute or shorter; nil from a gateway that does not tell.
        public var fragmentation: Estimate?
        /// Minutes.
        public var sleepPeriod: Estimate
        /// Minutes.
        public var timeInBed: Estimate
        /// Hours after midnight.
        public var midSleep: Estimate

        enum CodingKeys: String, CodingKey {
            case awakenings
            case totalSleep = "total_sleep_min"
            case onsetLatency = "onset_latency_min"
            case wakeAfterOnset = "waso_min"
            case efficiency = "efficiency_percent"
            case fragmentation = "fragmentation_percent"
            case sleepPeriod = "sleep_period_min"
            case timeInBed = "time_in_bed_min"
            case midSleep = "mid_sleep_h"
        }
    }

    /// How sure the figures of a night are, and of what that is made; each 0 to 1.
    public struct Confidence: Sendable, Hashable, Codable {
        /// All together; nil when no sleep was found.
        public var value: Double?
        /// How much of the night has data.
        public var completeness: Double?
        /// How much of it the device was worn.
        public var wear: Double?
        /// How far methods agree.
        public var agreement: Double?
    }

    /// What made a night.
    public struct Maker: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String
        /// Its version.
        public var version: Int
    }
}
