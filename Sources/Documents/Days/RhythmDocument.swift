public import Signals

/// Whose rhythm, over which days.
public struct RhythmRequest: Document {
    /// Days, the last of which is ``to``; 1 to 366.
    public var days = 28
    /// The last day; nil for that of the newest night.
    public var to: CivilDate?
    /// The number of the device; nil for that of the newest night.
    public var device: String?
    /// The number of the person; nil for who asks, or who wore ``device``.
    public var person: Int?

    public init() {}

    /// The rhythm of some days.
    public init(days: Int = 28, to: CivilDate? = nil, device: String? = nil, person: Int? = nil) {
        (self.days, self.to, self.device, self.person) = (days, to, device, person)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("days", &days, .integer(1...366).standard(28))
        fields.query("to", &to, .requestDate)
        fields.query("device", &device, .string)
        fields.query("person", &person, .subject)
    }
}

/// The rhythm of a person by one recorder over some days, with what an actogram of it is drawn from.
public struct RhythmDocument: Document {
    public static var title: String? { "Rhythm" }

    /// What values measure.
    public enum Measure: String, Word {
        /// A recorder's own counts of each minute.
        case counts
        /// ENMO, in mg.
        case enmo
    }

    /// Sleep in a night.
    public struct Sleep: Document {
        public static var title: String? { "RhythmSleep" }

        /// The day of waking up.
        public var date = CivilDate(daysSince1970: 0)
        /// When it begins on the wall clock, in minutes since the first day's midnight.
        public var start = 0.0
        /// When it ends.
        public var end = 0.0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("date", &date)
            fields.field("start_min", &start, .number.about("Wall clock minutes since the midnight of `from`"))
            fields.field("end_min", &end)
        }
    }

    /// Whose, by name; nil on a gateway without people.
    public var person: String?
    /// The number of the device; nil without a night.
    public var device: String?
    /// Its maker and model.
    public var deviceName: String?
    /// Whether it is generated, with no body behind it.
    public var isSynthetic = false
    /// The time zone of the days, by its IANA name.
    public var zone = ""
    /// The first day.
    public var from = CivilDate(daysSince1970: 0)
    /// The last day.
    public var to = CivilDate(daysSince1970: 0)
    /// What ``values`` and the figures measure; nil without any.
    public var measure: Measure?
    /// The first of the whole days that the figures are of; nil without one.
    public var wholeFrom: CivilDate?
    /// The last of them.
    public var wholeTo: CivilDate?
    /// Parts of the days that a pause of more than 26 hours separates; the figures are of the longest.
    public var parts = 0
    /// The figures, as `nightjar rhythm --json` prints them.
    public var figures = RhythmFigures()
    /// When they sleep, as `nightjar days --json` prints it.
    public var chronotype = ChronotypeDocument()
    /// What made each figure, by its name.
    public var methods: [String: MethodDocument] = [:]
    /// Minutes of a value.
    public var binMinutes = 5
    /// The mean movement of each part of each day on the wall clock; nil where nothing is known.
    public var values: [Double?] = []
    /// Sleep periods.
    public var sleeps: [Sleep] = []
    /// Why there is nothing, or not all, to measure from.
    public var reason: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("person", &person)
        fields.field("device", &device)
        fields.field("device_name", &deviceName)
        fields.field("synthetic", &isSynthetic)
        fields.field("zone", &zone)
        fields.field("from", &from)
        fields.field("to", &to)
        fields.field("measure", &measure)
        fields.field("whole_from", &wholeFrom, CivilDate?.schema.about("The first whole day that the figures are of"))
        fields.field("whole_to", &wholeTo)
        fields.field(
            "parts", &parts,
            .integer.about("Separated by pauses of more than 26 hours; the figures are of the longest"))
        fields.field("figures", &figures)
        fields.field("chronotype", &chronotype)
        fields.field("methods", &methods, .map(MethodDocument.schema).about("What made each figure, by its name"))
        fields.field("bin_min", &binMinutes)
        fields.field(
            "values", &values,
            .array(.number.nullable).about("Mean movement of each part of each day on the wall clock, from midnight"))
        fields.field("sleeps", &sleeps)
        fields.field("reason", &reason)
    }
}

extension Endpoint where Request == RhythmRequest, Reply == RhythmDocument {
    /// The rhythm of a person.
    public static var rhythm: Self {
        Self(
            .get, "/api/v1/rhythm", "The rhythm of rest and activity over days", in: "days",
            detail:
                "By one recorder, in the zone of its nights. Days end with that of its newest night, unless `to` says "
                + "otherwise. Nights count between the bounds that a person gave them.",
            problems: [404, 422])
    }
}
