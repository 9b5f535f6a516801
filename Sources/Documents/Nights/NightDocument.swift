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
    /// Who did, by name; nil for the machine's own user, and for somebody who has left.
    public var editor: String?
    /// When the lights went out.
    public var lightsOut = LightsOut()
    /// What the sleep diary says of it; nil for nothing.
    public var diary: Diary?
    /// What people wrote of it, the earliest first.
    public var notes: [NightNoteDocument] = []
    /// The tags that people gave it.
    public var tags: [String] = []
    /// Who decided that it is the one shown of its person and date; nil where another device's is.
    public var preferredBy: NightPreferredBy?
    /// The number of the device whose night is shown of this person and date.
    public var preferredDevice: String?
    /// Why that one, in words.
    public var preferenceReason: String?
    /// The figures.
    public var measures = Measures()
    /// Between which bounds figures lie in nine of ten such nights, or why that is not known.
    public var intervals: [Interval] = []
    /// How sure the figures are.
    public var confidence = Confidence()
    /// Minutes by state from falling asleep to the last waking; nil where they are not told.
    public var minutes: Minutes?
    /// When awake for as long as ``Measures/awakenings`` counts.
    public var awakenings: [SpanDocument] = []
    /// How many times awake for less.
    public var shortAwakenings: Int?
    /// What the heart did in the sleep, each figure beside the person's own usual.
    public var heart = NightHeartDocument()
    /// What was found epoch by epoch.
    public var states = States()
    /// Kinds of sleep; nil for a night without them.
    public var staging: Staging?
    /// Sleep outside of the period.
    public var naps: [SpanDocument] = []
    /// What was measured, on one even grid.
    public var tracks = Tracks()
    /// What else was measured, by the names that `channels` of the night takes.
    public var channels: [String] = []
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
        fields.field(
            "edited_by", &editor, .string.nullable.optional.about("By name; null for the machine's own user"))
        fields.field("lights_out", &lightsOut, LightsOut.schema.optional)
        fields.field("diary", &diary, Diary?.schema.optional)
        fields.field("notes", &notes, .array(NightNoteDocument.schema).optional)
        fields.field("tags", &tags, .array(.string).optional)
        fields.field("preferred_by", &preferredBy, NightPreferredBy?.schema.optional)
        fields.field("preferred_device", &preferredDevice, .string.nullable.optional)
        fields.field("preference_reason", &preferenceReason, .string.nullable.optional)
        fields.field("measures", &measures)
        fields.field("intervals", &intervals)
        fields.field("confidence", &confidence)
        fields.field("minutes", &minutes)
        fields.field("awakenings", &awakenings)
        fields.field("short_awakenings", &shortAwakenings)
        fields.field("heart", &heart)
        fields.field("states", &states)
        fields.field("staging", &staging)
        fields.field("naps", &naps)
        fields.field("tracks", &tracks)
        fields.field("channels", &channels)
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

extension NightDocument {
    /// The figures of a night.
    public struct Measures: Document {
        /// Minutes asleep.
        public var totalSleep = EstimateDocument()
        /// Minutes from lights out to sleep.
        public var onsetLatency = EstimateDocument()
        /// Minutes awake after falling asleep.
        public var wakeAfterOnset = EstimateDocument()
        /// Time asleep in percent of the time in bed, or of what is known of the sleep period where that is not known.
        public var efficiency = EstimateDocument()
        /// How many times awake for a minute or longer.
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

    /// Minutes by state from falling asleep to the last waking. Those awake are `waso_min`; asleep, light, deep and REM together
    /// are `total_sleep_min`.
    public struct Minutes: Document {
        /// Falling asleep.
        public var start = Instant.zero
        /// The last waking.
        public var end = Instant.zero
        /// Awake.
        public var awake = 0.0
        /// Asleep, of a kind that was not staged.
        public var asleep = 0.0
        /// In light sleep.
        public var light = 0.0
        /// In deep sleep.
        public var deep = 0.0
        /// In REM sleep.
        public var rem = 0.0
        /// Without the device.
        public var notWorn = 0.0
        /// Without data.
        public var unknown = 0.0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("start_s", &start)
            fields.field("end_s", &end)
            fields.field("awake", &awake)
            fields.field("asleep", &asleep)
            fields.field("light", &light)
            fields.field("deep", &deep)
            fields.field("rem", &rem)
            fields.field("not_worn", &notWorn)
            fields.field("unknown", &unknown)
        }
    }

    /// How sure the figures of a night are, the chance that total sleep is right within half an hour, and of what that is made;
    /// each 0 to 1 but the last.
    public struct Confidence: Document {
        /// All together; nil where no sleep was found.
        public var value: Double?
        /// How much of the night has data.
        public var completeness: Double?
        /// How much of it the device was worn.
        public var wear: Double?
        /// How far methods agree.
        public var agreement: Double?
        /// By how many minutes total sleep is expected to be wrong; nil for nights of earlier versions.
        public var expectedError: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("value", &value)
            fields.field("completeness", &completeness)
            fields.field("wear", &wear)
            fields.field("agreement", &agreement)
            fields.field("expected_error_min", &expectedError)
        }
    }
}

extension NightDocument {
    /// What was found epoch by epoch.
    public struct States: Document {
        /// The begin of the first epoch.
        public var start = Instant.zero
        /// Seconds of an epoch.
        public var epoch = 0
        /// One letter each: A awake, S asleep, L light, D deep, R REM, N not worn, ? unknown.
        public var values = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("start_s", &start)
            fields.field("epoch_s", &epoch)
            fields.field("values", &values)
        }
    }
}
