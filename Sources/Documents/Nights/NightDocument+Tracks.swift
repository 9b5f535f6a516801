public import Signals

/// What a night's document holds beside its figures: stages, tracks and gaps.
extension NightDocument {
    /// Probabilities of the kinds of sleep, epoch by epoch, 0 to 1; nil where there was no data.
    public struct Staging: Document {
        /// The name of the model.
        public var method = ""
        /// Its version.
        public var version = 0
        /// On which signals it rests.
        public var tier = ""
        /// Whether the model was held against polysomnography with such signals.
        public var isValidated = false
        /// How sure it is of the whole night, 0 to 1.
        public var confidence: Double?
        /// The begin of the first epoch.
        public var start = Instant.zero
        /// Seconds of an epoch.
        public var epoch = 0.0
        /// Of being awake.
        public var awake: [Double?] = []
        /// Of light sleep.
        public var light: [Double?] = []
        /// Of deep sleep.
        public var deep: [Double?] = []
        /// Of REM sleep.
        public var rem: [Double?] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("method", &method)
            fields.field("version", &version)
            fields.field("tier", &tier)
            fields.field("validated", &isValidated)
            fields.field("confidence", &confidence)
            fields.field("start_s", &start)
            fields.field("epoch_s", &epoch)
            fields.field("p_wake", &awake)
            fields.field("p_light", &light)
            fields.field("p_deep", &deep)
            fields.field("p_rem", &rem)
        }
    }

    /// What was measured, one value an epoch; a track without any value is nil.
    public struct Tracks: Document {
        /// The begin of the first epoch.
        public var start = Instant.zero
        /// Seconds of an epoch.
        public var epoch = 0
        /// ENMO in milligravity.
        public var enmo: [Double?]?
        /// The arm's angle to the horizontal in degrees.
        public var angle: [Double?]?
        /// Beats per minute.
        public var rate: [Double?]?
        /// Activity counts.
        public var counts: [Double?]?
        /// Cognitive load, 0 to 1.
        public var load: [Double?]?
        /// 1 worn, 0 not, nil where nothing was recorded.
        public var wear: [Double?]?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("start_s", &start)
            fields.field("epoch_s", &epoch)
            fields.field("enmo_mg", &enmo)
            fields.field("angle_z_deg", &angle)
            fields.field("heart_rate", &rate)
            fields.field("counts", &counts)
            fields.field("load", &load)
            fields.field("wear", &wear)
        }
    }

    /// A stretch without data.
    public struct Gap: Document {
        /// Its first instant.
        public var start = Instant.zero
        /// The first instant after it.
        public var end = Instant.zero
        /// Why there is no data, a word such as `link_lost`.
        public var cause = ""
        /// What more is known, for people.
        public var detail: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("start_s", &start)
            fields.field("end_s", &end)
            fields.field("cause", &cause)
            fields.field("detail", &detail)
        }
    }
}
