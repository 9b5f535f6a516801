public import Signals

/// A night that is or was recorded by button or schedule.
public struct NightRecordingDocument: Document, Identifiable {
    public static var title: String? { "NightRecording" }

    /// Since when a device takes part that was not there from the beginning.
    public struct Joined: Document {
        /// The number of the device.
        public var device = ""
        /// Since when.
        public var since = Instant.zero

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("device", &device)
            fields.field("since_s", &since)
        }
    }

    /// The number.
    public var id = 0
    /// The number of the person whose night it is; nil where nobody said.
    public var wearer: Int?
    /// The numbers of the devices that take part.
    public var devices: [String] = []
    /// Whether a person chose the devices one by one, so that no other joins by itself.
    public var isChosen = false
    /// Devices that joined later, the first to join first.
    public var joined: [Joined] = []
    /// Devices of the same person that are there and take no part, as others were chosen; only while it goes on.
    public var notJoined: [String] = []
    /// When it began.
    public var started = Instant.zero
    /// What began it, a word such as `button`, `schedule` or `wear`.
    public var startCause = ""
    /// When it is to end by itself; nil where it waits for a person, or for the device to be taken off.
    public var plannedEnd: Instant?
    /// The number of the schedule that it belongs to; nil for one by button.
    public var schedule: Int?
    /// When it ended; nil while it goes on.
    public var ended: Instant?
    /// What ended it, a word such as `button` or `disk_full`; nil while it goes on.
    public var endCause: String?
    /// What more is known of its end, for people.
    public var endDetail: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("wearer", &wearer)
        fields.field("devices", &devices)
        fields.field("devices_chosen", &isChosen)
        fields.field("joined", &joined)
        fields.field("not_joined", &notJoined)
        fields.field("started_s", &started)
        fields.field("start_cause", &startCause)
        fields.field("planned_end_s", &plannedEnd)
        fields.field("schedule", &schedule)
        fields.field("ended_s", &ended)
        fields.field("end_cause", &endCause)
        fields.field("end_detail", &endDetail)
    }
}

/// Nights that are or were recorded.
public struct NightRecordingListDocument: Document {
    /// The newest first.
    public var recordings: [NightRecordingDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("recordings", &recordings) }
}

/// How a night is to be recorded.
public struct NightRecordingStartRequest: Document {
    public static var isClosed: Bool { true }

    /// Whose night it is; nil, and nobody: that of whoever asks.
    public var wearer: WearerChoice?
    /// The ids of the devices; nil for all that this person wears.
    public var devices: [String]?
    /// When it is to end; nil for 16 hours from now.
    public var until: Instant?

    public init() {}

    /// A night.
    /// - Parameters:
    ///   - wearer: whose it is; nil for that of whoever asks.
    ///   - devices: the ids of the devices; nil for all that this person wears.
    ///   - until: when it is to end; nil for the usual time.
    public init(wearer: WearerChoice? = nil, devices: [String]? = nil, until: Instant? = nil) {
        (self.wearer, self.devices, self.until) = (wearer, devices, until)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("wearer", &wearer)
        fields.optional("devices", &devices, [String].schema.nullable)
        fields.optional("until_s", &until, .requestTimeSeconds.nullable)
    }
}
