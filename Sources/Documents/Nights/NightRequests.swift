public import Signals

/// Which page of the list of nights.
public struct NightListRequest: Document {
    /// The first day of waking up; nil for the oldest.
    public var from: CivilDate?
    /// The last day; nil for the newest.
    public var to: CivilDate?
    /// The number of the device that recorded them; nil for any.
    public var device: String?
    /// The number of the person who wore it; nil for anybody who may be seen.
    public var person: Int?
    /// Whether each device's night is there; else of several of one person and date the preferred.
    public var all: Bool?
    /// A tag that they have; nil for any.
    public var tag: String?
    /// The most nights, 1 to 1000; nil for all.
    public var limit: Int?
    /// Where the page begins, as the page before said.
    public var cursor: String?

    public init() {}

    /// The nights of some days.
    public init(
        from: CivilDate?, to: CivilDate?, device: String? = nil, person: Int? = nil, all: Bool? = nil,
        tag: String? = nil
    ) {
        (self.from, self.to, self.device, self.person, self.all, self.tag) = (from, to, device, person, all, tag)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("from", &from, .date)
        fields.query("to", &to, .date)
        fields.query("device", &device, .string)
        fields.query("person", &person, .subject)
        fields.query("all", &all, .boolean.about("Each device's night, not only the preferred of a person and date"))
        fields.query("tag", &tag, .words(1...40).about("Only nights with this tag"))
        fields.query("limit", &limit, .integer(1...1000))
        fields.query("cursor", &cursor, .nightCursor)
    }
}

/// Which night.
public struct NightRequest: Document {
    /// The day of waking up, `YYYY-MM-DD`, or `latest`.
    public var date = "latest"
    /// The number of the device; nil for the preferred one.
    public var device: String?

    public init() {}

    /// A night.
    /// - Parameters:
    ///   - date: the day of waking up, `YYYY-MM-DD`, or `latest`.
    ///   - device: the number of the device; nil for the preferred one.
    public init(_ date: String, device: String? = nil) { (self.date, self.device) = (date, device) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("date", &date, .one(of: .words("latest"), .date))
        fields.query("device", &device, .string)
    }
}

/// When the sleep of a night was, as a person says.
public struct NightEditRequest: Document {
    public static var isClosed: Bool { true }

    /// Which night.
    public var night = NightRequest()
    /// When they fell asleep; nil where only ``lightsOut`` is said.
    public var sleepStart: Instant?
    /// When they woke up; nil where only ``lightsOut`` is said.
    public var sleepEnd: Instant?
    /// When they turned the lights out; nil where that is not known.
    public var lightsOut: Instant?

    public init() {}

    /// What a person says.
    public init(_ night: NightRequest, sleep: Range<Instant>?, lightsOut: Instant? = nil) {
        self.night = night
        (sleepStart, sleepEnd, self.lightsOut) = (sleep?.lowerBound, sleep?.upperBound, lightsOut)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        night.fields(&fields)
        // Recorders whose clock was never set, or whose file hides the year, lie long before 1970.
        fields.optional("sleep_start_s", &sleepStart, .number(-9.2e9...7_258_118_399).nullable)
        fields.optional("sleep_end_s", &sleepEnd, .number(-9.2e9...7_258_118_399).nullable)
        fields.optional("lights_out_s", &lightsOut, .number(-9.2e9...7_258_118_399).nullable)
    }

    public func faults() -> [FieldFault] {
        if let sleepStart, let sleepEnd, sleepStart < sleepEnd { return [] }
        if sleepStart == nil, sleepEnd == nil, lightsOut != nil { return [] }
        return [
            FieldFault(
                "sleep_end_s",
                "“sleep_start_s” and “sleep_end_s” are needed, the first before the last, or “lights_out_s” alone.",
                code: "invalid_value")
        ]
    }
}
