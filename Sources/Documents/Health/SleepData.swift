import Signals

/// A night as a program sends it.
public struct SleepData: Document {
    /// Minutes of each state.
    public struct Stages: Document {
        public static var isClosed: Bool { true }

        /// Minutes awake, 0 to 2880.
        public var awake: Int?
        /// Minutes of light sleep, 0 to 2880.
        public var light: Int?
        /// Minutes of deep sleep, 0 to 2880.
        public var deep: Int?
        /// Minutes of REM sleep, 0 to 2880.
        public var rem: Int?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.optional("awake", &awake, .integer(0...2880))
            fields.optional("light", &light, .integer(0...2880))
            fields.optional("deep", &deep, .integer(0...2880))
            fields.optional("rem", &rem, .integer(0...2880))
        }
    }

    /// Minutes asleep, 1 to 2880.
    public var totalSleep = 0
    /// Time asleep as a share of the time in bed, 0 to 1.
    public var efficiency = 0.0
    /// Minutes to sleep, 0 to 180.
    public var timeToSleep: Int?
    /// How often awake, 0 to 50.
    public var wakeCount: Int?
    /// Minutes of each state.
    public var stages: Stages?
    /// When it began.
    public var start = UTCTime.zero
    /// When it ended.
    public var end = UTCTime.zero

    public init() {}

    /// A night.
    public init(totalSleep: Int, efficiency: Double, start: UTCTime, end: UTCTime) {
        (self.totalSleep, self.efficiency, self.start, self.end) = (totalSleep, efficiency, start, end)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("total_sleep_minutes", &totalSleep, .integer(1...2880).about("Minutes"))
        fields.field("sleep_efficiency", &efficiency, .number(0...1))
        fields.optional("time_to_sleep_minutes", &timeToSleep, .integer(0...180).nullable.about("Minutes"))
        fields.optional("wake_count", &wakeCount, .integer(0...50).nullable)
        fields.optional("sleep_stages", &stages, Stages.schema.nullable)
        fields.field("sleep_start", &start, .requestTime)
        fields.field("sleep_end", &end, .requestTime)
    }

    public func faults() -> [FieldFault] {
        let span = end.instant.seconds(since: start.instant)
        guard span > 0 else {
            return [FieldFault("sleep_end", "Sleep must end after it starts.", code: "inconsistent")]
        }
        // Only that sleep fits into the night: a night with much wake is honest.
        guard Double(totalSleep) * 60 > span + 60 else { return [] }
        return [
            FieldFault(
                "total_sleep_minutes", "There is more sleep than time from start to end.", code: "inconsistent",
                value: .number(Double(totalSleep)))
        ]
    }
}
