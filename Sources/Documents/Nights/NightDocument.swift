public import Signals

/// A night as its page shows it.
public struct NightDocument: Document {
    public static var title: String? { "Night" }

    /// The local day of waking up.
    public var date = CivilDate(daysSince1970: 0)
    /// The time zone of that day, by its IANA name.
    public var zone = ""
    /// From when which offset from UTC holds: pairs of UTC seconds and seconds of offset.
    public var offsets: [[Double]] = []
    /// From noon to noon.
    public var window = SpanDocument()
    /// What recorded it.
    public var device = NightDevice()
    /// Who wore the device, by name; nil where nobody said.
    public var wearer: String?
    /// Whether it is generated, with no body behind it.
    public var isSynthetic = false
    /// How it came.
    public var source: NightSource? = .live
    /// From falling asleep to waking up; nil where no sleep was found.
    public var sleepPeriod: SpanDocument?
    /// Why no sleep was found.
    public var sleepPeriodReason: String?
    /// When a person corrected the sleep period.
    public var edited: Instant?
    /// The figures.
    public var measures = Measures()
    /// How sure the figures are.
    public var confidence = Confidence()
    /// What was found epoch by epoch.
    public var states = States()
    /// Kinds of sleep; nil for a night without them.
    public var staging: Staging?
    /// Sleep outside of the period.
    public var naps: [SpanDocument] = []
    /// What was measured, on one even grid.
    public var tracks = Tracks()
    /// Stretches without data.
    public var gaps: [Gap] = []
    /// What was lost.
    public var losses: [LossDocument] = []
    /// What found the period, the states and the kinds of sleep.
    public var methods: [MakerDocument] = []
    /// Other devices that recorded this night.
    public var otherDevices: [NightDevice] = []
    /// The last night before that there is.
    public var previous: CivilDate?
    /// The first night after that there is.
    public var next: CivilDate?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("date", &date)
        fields.field("zone", &zone)
        fields.field("utc_offset_transitions", &offsets)
        fields.field("window", &window)
        fields.field("device", &device)
        fields.field("wearer", &wearer)
        fields.field("synthetic", &isSynthetic)
        fields.word("source", &source)
        fields.field("sleep_period", &sleepPeriod)
        fields.field("sleep_period_reason", &sleepPeriodReason)
        fields.field("edited_s", &edited)
        fields.field("measures", &measures)
        fields.field("confidence", &confidence)
        fields.field("states", &states)
        fields.field("staging", &staging)
        fields.field("naps", &naps)
        fields.field("tracks", &tracks)
        fields.field("gaps", &gaps)
        fields.field("losses", &losses)
        fields.field("methods", &methods)
        fields.field("other_devices", &otherDevices)
        fields.field("previous", &previous)
        fields.field("next", &next)
    }
}

/// How a night came to the gateway.
public enum NightSource: String, Word {
    /// Streamed by a wearable.
    case live
    /// Of a file.
    case `import`
}

/// A device that recorded a night.
public struct NightDevice: Document {
    /// Its number, as `device` takes it.
    public var id = ""
    /// Maker, model and serial number.
    public var name = ""
    /// The maker.
    public var maker = ""
    /// The model.
    public var model = ""
    /// Whether it is generated, with no body behind it.
    public var isSynthetic = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("name", &name)
        fields.field("maker", &maker)
        fields.field("model", &model)
        fields.field("synthetic", &isSynthetic)
    }
}
