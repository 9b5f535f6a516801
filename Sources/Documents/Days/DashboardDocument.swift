/// Whose dashboard.
public struct DashboardRequest: Document {
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// A person's dashboard; nil for that of who asks.
    public init(person: Int?) { self.person = person }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.query("person", &person, .subject) }
}

/// What somebody looks at first: today, last night, the devices, and what is wrong.
public struct DashboardDocument: Document {
    public static var title: String? { "Dashboard" }

    /// How what programs send comes in.
    public struct Sync: Document {
        /// When something came last; nil before anything has.
        public var last: UTCTime?
        /// Uploads that are not looked at to their end.
        public var pending = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("last_upload", &last)
            fields.field("pending", &pending)
        }
    }

    /// Today; nil where it cannot be told now, and ``errors`` says why.
    public var summary: SummaryDocument?
    /// A sentence on today; nil where there is nothing to say.
    public var insight: String?
    /// The newest night; nil before the first.
    public var lastNight: NightListDocument.Entry?
    /// Devices that are used, as the list of devices tells them.
    public var devices: [DeviceDocument] = []
    /// How what programs send comes in.
    public var sync = Sync()
    /// What is wrong, each in a sentence that says what to do.
    public var errors: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("summary", &summary)
        fields.field("insight", &insight)
        fields.field("last_night", &lastNight)
        fields.field("devices", &devices)
        fields.field("sync", &sync)
        fields.field("errors", &errors)
    }
}

extension Endpoint where Request == DashboardRequest, Reply == DashboardDocument {
    /// What somebody looks at first.
    public static var dashboard: Self {
        Self(
            .get, "/api/v1/dashboard", "Today, last night, devices and what is wrong", in: "days", problems: [404])
    }
}
