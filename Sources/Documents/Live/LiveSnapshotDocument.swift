public import Signals

/// Everything that a page needs when it opens.
public struct LiveSnapshotDocument: Document {
    /// The last minutes of a device, the oldest first.
    public struct Recent: Document {
        /// Heart rates, per minute.
        public var rates: [TimedValue] = []
        /// Beats.
        public var beats: [Beat] = []
        /// Load readings.
        public var load: [LoadDocument] = []
        /// Movement second by second: Euclidean norm minus one, in thousandths of g.
        public var motion: [TimedValue] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("hr", &rates)
            fields.field("rr", &beats)
            fields.field("load", &load)
            fields.field("motion", &motion)
        }
    }

    /// What time it is at the gateway.
    public var now = Instant.zero
    /// The devices in use.
    public var devices: [DeviceStatusDocument] = []
    /// Everything around the devices.
    public var home = HomeDocument()
    /// The last minutes of each device, by the number under which its samples are kept.
    public var recent: [String: Recent] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("now_s", &now)
        fields.field("devices", &devices)
        fields.field("home", &home)
        fields.field("recent", &recent)
    }
}

/// Everything around the devices.
public struct HomeDocument: Document {
    /// The devices that are near or known, and where they are looked for.
    public var list = DeviceListDocument()
    /// Recorders on a cable; none for those who are no owners.
    public var recorders: [RecorderDocument] = []
    /// Nights that are being recorded.
    public var recordings: [NightRecordingDocument] = []
    /// When nights are recorded by themselves.
    public var schedules: [NightScheduleDocument] = []
    /// What the owner must hear of.
    public var alerts: [AlertDocument] = []
    /// The people.
    public var wearers: [WearerDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        list.fields(&fields)
        fields.field("recorders", &recorders)
        fields.field("recordings", &recordings)
        fields.field("schedules", &schedules)
        fields.field("alerts", &alerts)
        fields.field("wearers", &wearers)
    }
}
