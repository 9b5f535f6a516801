public import Signals

/// A reading of the heart.
public struct HeartDocument: Document {
    /// The number of the device.
    public var device = ""
    /// When the newest beat was, or the notification came.
    public var time = Instant.zero
    /// Heart rate over the last 30 s, per minute.
    public var rate: Double?
    /// Why there is no rate.
    public var reason: String?
    /// The rate that the device itself computed, per minute; nil where it sends none.
    public var deviceRate: Double?
    /// RMSSD over the last 60 s, in ms.
    public var rmssd: Double?
    /// SDNN over the last 60 s, in ms.
    public var sdnn: Double?
    /// The beats since the last reading, with provisional labels.
    public var beats: [Beat] = []
    /// Whether the device touches skin; nil where it cannot tell.
    public var contact: Bool?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("device", &device)
        fields.field("t_s", &time)
        fields.field("bpm", &rate)
        fields.field("reason", &reason)
        fields.field("device_bpm", &deviceRate)
        fields.field("rmssd_ms", &rmssd)
        fields.field("sdnn_ms", &sdnn)
        fields.field("rr", &beats)
        fields.field("contact", &contact)
    }
}

/// Beats that are judged anew.
public struct RelabelDocument: Document {
    /// The number of the device.
    public var device = ""
    /// The beats with their final labels.
    public var beats: [Beat] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("device", &device)
        fields.field("rr", &beats)
    }
}

/// A reading of the load index: how the body is doing compared with the person's own baseline. No diagnosis.
public struct LoadDocument: Document {
    /// What a load is taken for.
    public enum State: String, Word {
        /// Below 0.4.
        case underload
        /// From 0.4 to 0.7.
        case optimal
        /// Above 0.7.
        case overload
    }

    /// Which figure can be believed.
    public enum Belief: String, Word {
        /// Heart rate and variability together.
        case index
        /// Heart rate alone, which the index then is.
        case heartRate = "heart_rate"
        /// Nothing of the heart.
        case neither
    }

    /// The number of the device.
    public var device = ""
    /// When.
    public var time = Instant.zero
    /// The load, 0 to 1; the last known one where ``isStale``; nil where it cannot be known.
    public var load: Double?
    /// When that value was true.
    public var loadTime: Instant?
    /// What it is taken for, by hysteresis; nil without a load.
    public var state: State?
    /// Whether the word outlasts its number: "still optimal".
    public var isStateHeld = false
    /// How sure it is, 0 to 1.
    public var confidence = 0.0
    /// The weighted deviation from the baseline behind it, in scale units; nil without heart data.
    public var p: Double?
    /// What heart rate alone would say, 0 to 1.
    public var heartRateLoad: Double?
    /// Which figure can be believed now.
    public var believed: Belief? = .neither
    /// Why, for people.
    public var believedBecause = ""
    /// Heart rate over the last 30 s, per minute.
    public var rate = EstimateDocument()
    /// RMSSD over the last 60 s, in ms.
    public var rmssd = EstimateDocument()
    /// SDNN over the last 60 s, in ms.
    public var sdnn = EstimateDocument()
    /// Movement over the last 30 s, in g; nil where that is not known.
    public var motion: Double?
    /// Whether ``load`` is an earlier one.
    public var isStale = false
    /// Whether an exercise holds the index back.
    public var isMuted = false
    /// Whether there is no value because the wearer refuses the heart.
    public var isRefused = false
    /// Whether the state was assessed with this reading.
    public var isAssessment = false
    /// Why there is no value, or why it is less sure, the weightiest first, for people.
    public var reasons: [String] = []
    /// What made it.
    public var method = MethodDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("device", &device)
        fields.field("t_s", &time)
        fields.field("load", &load)
        fields.field("load_t_s", &loadTime)
        fields.field("state", &state)
        fields.field("state_held", &isStateHeld)
        fields.field("confidence", &confidence)
        fields.field("p", &p)
        fields.field("load_heart_rate", &heartRateLoad)
        fields.word("believed", &believed)
        fields.field("believed_because", &believedBecause)
        fields.field("heart_rate", &rate)
        fields.field("rmssd_ms", &rmssd)
        fields.field("sdnn_ms", &sdnn)
        fields.field("motion_g", &motion)
        fields.field("stale", &isStale)
        fields.field("muted", &isMuted)
        fields.field("refused", &isRefused)
        fields.field("assessment", &isAssessment)
        fields.field("reasons", &reasons)
        fields.field("method", &method)
    }
}

/// Movement of one epoch.
public struct MotionDocument: Document {
    /// The number of the device.
    public var device = ""
    /// The epoch's begin.
    public var time = Instant.zero
    /// Euclidean norm minus one, in thousandths of g; nil without samples, as are the others.
    public var enmo: Double?
    /// Mean amplitude deviation, in thousandths of g.
    public var mad: Double?
    /// The arm's angle against the horizontal, in degrees.
    public var angle: Double?
    /// How many samples went in.
    public var samples: Int?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("device", &device)
        fields.field("t_s", &time)
        fields.field("enmo_mg", &enmo)
        fields.field("mad_mg", &mad)
        fields.field("angle_z_deg", &angle)
        fields.field("samples", &samples)
    }
}
