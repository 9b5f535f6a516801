public import Signals

/// What a reading session's load was found to be, every 30 s and at its begin.
public struct ReadingAssessmentDocument: Document {
    /// A breathing exercise that is offered.
    public struct Offer: Document {
        /// Seconds in and out, such as `4-6`.
        public var pattern = ""
        /// How long it is, in seconds.
        public var seconds = 0

        public init() {}

        /// An offer.
        public init(pattern: String, seconds: Int) { (self.pattern, self.seconds) = (pattern, seconds) }

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("pattern", &pattern)
            fields.field("seconds", &seconds)
        }
    }

    /// The number of the session.
    public var session = 0
    /// The number of the reader; 0 where nobody was entered yet.
    public var person = 0
    /// When it was assessed.
    public var time = Instant.zero
    /// The load, 0 to 1; nil when it cannot be known, with ``reasons``.
    public var load: Double?
    /// The state: the session's first by its number, later ones by hysteresis; nil without a load.
    public var state: CognitiveState?
    /// Whether hysteresis holds ``state`` though the load by itself would be called otherwise.
    public var isStateHeld = false
    /// The state before.
    public var previousState: CognitiveState?
    /// How much to trust the load, 0 to 1.
    public var confidence = 0.0
    /// Whether the load is an earlier one.
    public var isStale = false
    /// Whether the index is silent: exercise, or breathing.
    public var isMuted = false
    /// Words per minute in the last minute.
    public var speed: Double?
    /// Share of mistakes in the last minute, 0 to 1.
    public var errors: Double?
    /// Pauses in the last minute.
    public var pauses: Double?
    /// Heart rate over the last 30 s, per minute.
    public var heartRate: Double?
    /// SDNN over the last 60 s, in ms.
    public var variability: Double?
    /// What the load was made from: `heart`, `reading`.
    public var basis: [String] = []
    /// What limits it, for a person to read.
    public var reasons: [String] = []
    /// The device that the heart was heard from.
    public var device: String?
    /// Whether that device is generated, with no body behind it.
    public var isSynthetic = false
    /// A breathing exercise that is offered, as overload was entered and one may begin.
    public var breathing: Offer?
    /// The algorithm.
    public var method = MakerDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("session", &session)
        fields.field("person", &person)
        fields.field("t_s", &time)
        fields.field("cognitive_load", &load)
        // The name that the live page has for it.
        fields.field("load", &load)
        fields.field("state", &state)
        fields.field("state_held", &isStateHeld, .boolean.optional)
        fields.field("previous_state", &previousState)
        fields.field("confidence", &confidence)
        fields.field("stale", &isStale)
        fields.field("muted", &isMuted)
        fields.field("reading_speed", &speed)
        fields.field("error_rate", &errors)
        fields.field("pause_frequency", &pauses)
        fields.field("heart_rate", &heartRate)
        fields.field("heart_rate_variability", &variability)
        fields.field("basis", &basis)
        fields.field("reasons", &reasons)
        fields.field("device", &device)
        fields.field("synthetic", &isSynthetic)
        fields.field("breathing", &breathing)
        fields.field("method", &method)
    }
}
