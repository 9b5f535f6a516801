public import Signals

/// What somebody wrote in their sleep diary of one night.
public struct DiaryEntryDocument: Document {
    public static var title: String? { "DiaryEntry" }

    /// The local day of waking up.
    public var date = CivilDate(daysSince1970: 0)
    /// In which zone the times were written down, by its IANA name.
    public var zone = ""
    /// When they went to bed.
    public var inBed: Instant?
    /// When they turned the lights out to sleep.
    public var lightsOut: Instant?
    /// When they fell asleep.
    public var asleep: Instant?
    /// When they woke up for good.
    public var awake: Instant?
    /// When they got up.
    public var gotUp: Instant?
    /// How many times they woke up before that.
    public var awakenings: Int?
    /// How many minutes they were awake then.
    public var awakeMinutes: Double?
    /// How the sleep was, from 1 very poor to 5 very good.
    public var quality: Int?
    /// Naps from noon before to noon of the day.
    public var naps: [SpanDocument] = []
    /// When they did not wear the recorder.
    public var notWorn: [SpanDocument] = []
    /// In their own words.
    public var text: String?
    /// The name of the file that it came in; nil where it was entered by hand.
    public var source: String?
    /// The number of the import that brought it; nil where it was entered by hand.
    public var imported: Int?
    /// Who entered or imported it, by name; nil for the machine's own user, and for somebody who has left.
    public var author: String?
    /// When that was; nil for what is not kept.
    public var made: Instant?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("date", &date)
        fields.field("zone", &zone)
        fields.field("in_bed_s", &inBed)
        fields.field("lights_out_s", &lightsOut)
        fields.field("asleep_s", &asleep)
        fields.field("awake_s", &awake)
        fields.field("got_up_s", &gotUp)
        fields.field("awakenings", &awakenings)
        fields.field("awake_min", &awakeMinutes)
        fields.field("quality", &quality)
        fields.field("naps", &naps)
        fields.field("not_worn", &notWorn)
        fields.field("text", &text)
        fields.field("source", &source)
        fields.field("import", &imported)
        fields.field("author", &author)
        fields.field("made_s", &made)
    }
}

/// A sleep diary.
public struct DiaryDocument: Document {
    public static var title: String? { "Diary" }

    /// Whose it is, by name; nil on a gateway without people.
    public var person: String?
    /// Its entries, by date.
    public var entries: [DiaryEntryDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("person", &person)
        fields.field("entries", &entries)
    }
}

/// How a file of a sleep diary was understood, and what it changed.
public struct DiaryImportDocument: Document {
    public static var title: String? { "DiaryImport" }

    /// Forms of files, known by their headings.
    public enum Form: String, Word {
        /// A row for each night, of Nightjar or in the words of the Consensus Sleep Diary.
        case table
        /// GGIR's basic sleep log.
        case ggirBasic = "ggir_basic"
        /// GGIR's advanced sleep log.
        case ggirAdvanced = "ggir_advanced"
        /// Nights, naps and times without the recorder, each with start and end.
        case stretches
        /// Times without the recorder.
        case masks
    }

    /// A row that was not understood.
    public struct Fault: Document {
        public static var title: String? { "DiaryFault" }

        /// Its first line in the file, from 1.
        public var line = 0
        /// What is wrong.
        public var reason = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("line", &line)
            fields.field("reason", &reason)
        }
    }

    /// The number by which the import can be taken back; nil where it changed nothing.
    public var imported: Int?
    /// What form the file has; nil where it is not known.
    public var form: Form?
    /// Whether nothing was kept, as that was asked for.
    public var isDryRun = false
    /// Days of which something is said for the first time.
    public var added: [CivilDate] = []
    /// Days of which something else was said before.
    public var changed: [CivilDate] = []
    /// Days of which the same was said before.
    public var unchanged: [CivilDate] = []
    /// The rows that were not understood.
    public var faults: [Fault] = []
    /// Headings of columns that say nothing of what a diary holds.
    public var leftOut: [String] = []
    /// The nights as they were understood.
    public var entries: [DiaryEntryDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("import", &imported)
        fields.field("form", &form)
        fields.field("dry_run", &isDryRun)
        fields.field("added", &added)
        fields.field("changed", &changed)
        fields.field("unchanged", &unchanged)
        fields.field("faults", &faults)
        fields.field("columns_left_out", &leftOut)
        fields.field("entries", &entries)
    }
}

/// What became of an import that was taken back.
public struct DiaryUndoneDocument: Document {
    public static var title: String? { "DiaryUndone" }

    /// How many days it was about.
    public var days = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("days", &days) }
}

extension NightDocument {
    /// What the sleep diary says of the night, and which of it holds.
    public struct Diary: Document {
        public static var title: String? { "NightDiary" }

        /// What is said.
        public var entry = DiaryEntryDocument()
        /// Whether the sleep period is the diary's.
        public var isPeriod = false
        /// Whether lights-out is the diary's.
        public var isLightsOut = false
        /// Why the sleep period is not the diary's.
        public var reason: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("entry", &entry)
            fields.field("is_sleep_period", &isPeriod)
            fields.field("is_lights_out", &isLightsOut)
            fields.field("reason", &reason)
        }
    }
}
