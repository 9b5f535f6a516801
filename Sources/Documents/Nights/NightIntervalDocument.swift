extension NightDocument {
    /// The bounds within which a figure lies in nine of ten nights like this one, wider the more was lost.
    public struct Interval: Document {
        /// What the bounds are of, with its unit: `total_sleep_min`, `sleep_start_s`, `sleep_end_s`, `light_min`, `deep_min`
        /// or `rem_min`.
        public var figure = ""
        /// The figure; nil where it is not known.
        public var value: Double?
        /// The lower bound; nil where it cannot be told.
        public var low: Double?
        /// The upper bound; nil where it cannot be told.
        public var high: Double?
        /// The share of nights within the bounds.
        public var level = 0.9
        /// Minutes that were lost or in doubt, by which the bounds were chosen.
        public var lost: Double?
        /// Why there are no bounds.
        public var reason: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("figure", &figure)
            fields.field("value", &value)
            fields.field("low", &low)
            fields.field("high", &high)
            fields.field("level", &level)
            fields.field("lost_min", &lost)
            fields.field("reason", &reason)
        }
    }
}
