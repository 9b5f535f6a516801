/// When nights are recorded without a button.
public struct NightScheduleDocument: Document, Identifiable {
    public static var title: String? { "NightSchedule" }

    /// What begins and ends a recording.
    public enum Trigger: String, Word {
        /// The times of day alone.
        case clock
        /// Being worn, within the times of day.
        case wear
    }

    /// The number.
    public var id = 0
    /// Whether it is in force.
    public var isOn = false
    /// The number of the person whose nights they are; nil for the devices that nobody is said to wear.
    public var wearer: Int?
    /// What begins and ends a recording.
    public var trigger: Trigger? = .clock
    /// From which time of day.
    public var from = TimeOfDay(minutes: 0)
    /// Until which time of day; that of the next day where it is not after ``from``.
    public var to = TimeOfDay(minutes: 0)
    /// On which days of the week it begins, 1 Monday to 7 Sunday.
    public var days: [Int] = []
    /// The IANA name of the time zone.
    public var zone = ""

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("on", &isOn)
        fields.field("wearer", &wearer)
        fields.word("trigger", &trigger)
        fields.field("from", &from)
        fields.field("to", &to)
        fields.field("days", &days)
        fields.field("zone", &zone)
    }
}

/// All schedules.
public struct NightScheduleListDocument: Document {
    /// The schedules.
    public var schedules: [NightScheduleDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("schedules", &schedules) }
}

/// What a schedule shall be; what is nil stays as it is, and is as usual for a new one.
public struct NightScheduleRequest: Document {
    public static var isClosed: Bool { true }

    /// Whether it is in force; true for a new one.
    public var isOn: Bool?
    /// From which time of day; 22:00 for a new one.
    public var from: TimeOfDay?
    /// Until which time of day; 07:30 for a new one.
    public var to: TimeOfDay?
    /// On which days of the week it begins, 1 Monday to 7 Sunday; all for a new one.
    public var days: [Int]?
    /// What begins and ends a recording; the clock for a new one.
    public var trigger: NightScheduleDocument.Trigger?
    /// The IANA name of the time zone; that of the gateway for a new one.
    public var zone: String?
    /// Whose nights they are; those of whoever asks for a new one.
    public var wearer: WearerChoice?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("on", &isOn, .boolean.nullable)
        fields.optional("from", &from, TimeOfDay.schema.nullable)
        fields.optional("to", &to, TimeOfDay.schema.nullable)
        fields.optional("days", &days, .array(.integer(1...7), count: 1...7).nullable)
        fields.optional("trigger", &trigger, NightScheduleDocument.Trigger.schema.nullable)
        fields.optional("zone", &zone, .string.nullable)
        fields.optional("wearer", &wearer)
    }
}

/// A change of one schedule.
public struct NightScheduleChangeRequest: Document {
    public static var isClosed: Bool { true }

    /// The number of the schedule.
    public var id: RowNumber = 0
    /// What it shall be.
    public var change = NightScheduleRequest()

    public init() {}

    /// A change of the schedule of a number.
    public init(_ id: Int, _ change: NightScheduleRequest) { (self.id, self.change) = (RowNumber(Int64(id)), change) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        change.fields(&fields)
    }
}
