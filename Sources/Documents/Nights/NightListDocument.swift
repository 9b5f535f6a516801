public import Signals

/// A page of the list of nights, newest first.
public struct NightListDocument: Document {
    /// One line of the list.
    public struct Entry: Document {
        public static var title: String? { "NightEntry" }

        /// The local day of waking up.
        public var date = CivilDate(daysSince1970: 0)
        /// The number of the device.
        public var device = ""
        /// Its maker and model.
        public var deviceName = ""
        /// Who wore it, by name; nil where nobody said.
        public var wearer: String?
        /// Whether it is generated, with no body behind it.
        public var isSynthetic = false
        /// How it came.
        public var source: NightSource? = .live
        /// Whether sleep was found.
        public var hasSleepPeriod = false
        /// Minutes asleep.
        public var totalSleep: Double?
        /// Time asleep in percent of the sleep period.
        public var efficiency: Double?
        /// How sure the figures are, 0 to 1.
        public var confidence: Double?
        /// How many other devices have the same person's night of the date.
        public var others = 0
        /// The tags that people gave it.
        public var tags: [String] = []
        /// Who decided that it is the one shown of its person and date; nil where another device's is.
        public var preferredBy: NightPreferredBy?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("date", &date)
            fields.field("device", &device)
            fields.field("device_name", &deviceName)
            fields.field("wearer", &wearer)
            fields.field("synthetic", &isSynthetic)
            fields.word("source", &source)
            fields.field("has_sleep_period", &hasSleepPeriod)
            fields.field("total_sleep_min", &totalSleep)
            fields.field("efficiency_percent", &efficiency)
            fields.field("confidence", &confidence)
            fields.field(
                "others", &others, .integer.about("Other devices with the same person's night of the date").optional)
            fields.field("tags", &tags, .array(.string).optional)
            fields.field(
                "preferred_by", &preferredBy,
                NightPreferredBy?.schema.optional.about(
                    "null where another device's night is shown of the person and date"))
        }
    }

    /// The nights.
    public var nights: [Entry] = []
    /// By which rule one of several devices' nights of a person and date is shown where no person says so.
    public var rule: String?
    /// What `cursor` takes for the next page; nil on the last, and where no `limit` was asked for.
    public var next: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("nights", &nights)
        fields.field("preference_rule", &rule, .string.nullable.optional)
        fields.field("next_cursor", &next, .string.nullable.optional)
    }
}
