public import Signals

/// Which part of a sleep diary.
public struct DiaryRequest: Document {
    /// The first day of waking up; nil for the oldest.
    public var from: CivilDate?
    /// The last day; nil for the newest.
    public var to: CivilDate?
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// Some days of a diary.
    public init(from: CivilDate? = nil, to: CivilDate? = nil, person: Int? = nil) {
        (self.from, self.to, self.person) = (from, to, person)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("from", &from, .date)
        fields.query("to", &to, .date)
        fields.query("person", &person, .subject)
    }
}

/// One day of a sleep diary.
public struct DiaryDayRequest: Document {
    /// The day of waking up.
    public var date = CivilDate(daysSince1970: 0)
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// A day of a diary.
    public init(_ date: CivilDate, person: Int? = nil) { (self.date, self.person) = (date, person) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("date", &date, .requestDate)
        fields.query("person", &person, .subject)
    }
}

/// What is to stand in a sleep diary of one day.
public struct DiaryEntryRequest: Document {
    public static var isClosed: Bool { true }

    /// Which day.
    public var day = DiaryDayRequest()
    /// In which zone the times are, by its IANA name; nil for the gateway's.
    public var zone: String?
    /// When the person went to bed.
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
    public var naps: [SpanDocument]?
    /// When they did not wear the recorder.
    public var notWorn: [SpanDocument]?
    /// In their own words.
    public var text: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        day.fields(&fields)
        fields.optional("zone", &zone, .words(1...60))
        fields.optional("in_bed_s", &inBed, .diaryTime)
        fields.optional("lights_out_s", &lightsOut, .diaryTime)
        fields.optional("asleep_s", &asleep, .diaryTime)
        fields.optional("awake_s", &awake, .diaryTime)
        fields.optional("got_up_s", &gotUp, .diaryTime)
        fields.optional("awakenings", &awakenings, .integer(0...100))
        fields.optional("awake_min", &awakeMinutes, .number(0...1440))
        fields.optional("quality", &quality, .integer(1...5).about("1 very poor, 2 poor, 3 fair, 4 good, 5 very good"))
        fields.optional("naps", &naps, .array(SpanDocument.schema, count: 0...20))
        fields.optional("not_worn", &notWorn, .array(SpanDocument.schema, count: 0...20))
        fields.optional("text", &text, .words(1...4000))
    }

    public func faults() -> [FieldFault] {
        let spans = [("naps", naps ?? []), ("not_worn", notWorn ?? [])]
        if let (field, _) = spans.first(where: { $1.contains { $0.start >= $0.end } }) {
            return [FieldFault(field, "“\(field)” needs stretches that end after they start.", code: "invalid_value")]
        }
        return []
    }
}

/// A file of a sleep diary.
public struct DiaryImportRequest: Document {
    public static var isClosed: Bool { true }

    /// The number of the person; nil for who sends it.
    public var person: Int?
    /// The name of the file.
    public var name = ""
    /// What is in it: a table with headings, its cells between commas, semicolons or tabs.
    public var text = ""
    /// In which zone its times are, by its IANA name; nil for the gateway's.
    public var zone: String?
    /// Whose rows count, where it has an ID and rows of several people.
    public var id: String?
    /// The evening on which the first night began, for files without dates.
    public var firstNight: CivilDate?
    /// Whether nothing is to be kept, only told.
    public var isDryRun: Bool?

    public init() {}

    /// A file.
    public init(_ name: String, text: String, person: Int? = nil) {
        (self.name, self.text, self.person) = (name, text, person)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("person", &person, .subject)
        fields.field("name", &name, .words(1...200))
        fields.field("text", &text, .string(0...1_000_000))
        fields.optional("zone", &zone, .words(1...60))
        fields.optional("id", &id, .words(1...100))
        fields.optional("first_night", &firstNight, .requestDate)
        fields.optional("dry_run", &isDryRun)
    }
}

/// An import of a sleep diary.
public struct DiaryUndoRequest: Document {
    /// The number of the import.
    public var id: RowNumber = 0
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// An import by its number.
    public init(_ id: Int, person: Int? = nil) { (self.id, self.person) = (RowNumber(Int64(id)), person) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.query("person", &person, .subject)
    }
}

extension Schema {
    /// As the times of an edit of a night.
    fileprivate static var diaryTime: Schema { .number(-9.2e9...7_258_118_399).nullable }
}
