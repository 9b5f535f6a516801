public import Signals

/// What the owner must hear of.
public struct AlertDocument: Document, Identifiable {
    public static var title: String? { "Alert" }

    /// How bad it is.
    public enum Severity: String, Word {
        /// Good to know.
        case notice
        /// Something will go wrong unless it is seen to.
        case warning
        /// A night is being lost.
        case urgent
    }

    /// The number.
    public var id = 0
    /// When it was noticed.
    public var time = Instant.zero
    /// How bad it is.
    public var severity: Severity? = .notice
    /// What it is about, a word such as `battery_low`.
    public var kind = ""
    /// The number of the device; nil where it is not of one.
    public var device: String?
    /// The number of the recorded night; nil where it is not of one.
    public var recording: Int?
    /// What happened, for people.
    public var message = ""
    /// What to do about it, for people.
    public var nextStep: String?
    /// When somebody noted that they saw it.
    public var acknowledged: Instant?
    /// When it was over.
    public var resolved: Instant?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("time_s", &time)
        fields.word("severity", &severity)
        fields.field("kind", &kind)
        fields.field("device", &device)
        fields.field("recording", &recording)
        fields.field("message", &message)
        fields.field("next_step", &nextStep)
        fields.field("acknowledged_s", &acknowledged)
        fields.field("resolved_s", &resolved)
    }
}

/// Alerts.
public struct AlertListDocument: Document {
    /// The newest first.
    public var alerts: [AlertDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("alerts", &alerts) }
}

/// Which alerts.
public struct AlertListRequest: Document {
    /// Whether also those that were seen or are over; nil for those alone that are open.
    public var all: Bool?

    public init() {}

    /// The alerts that are open, or all.
    public init(all: Bool) { self.all = all ? true : nil }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("all", &all, .boolean.about("Also those that were seen"))
    }
}
