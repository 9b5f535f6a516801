public import Signals

/// The next recording of a recorder.
public struct RecorderSetupRequest: Document {
    public static var isClosed: Bool { true }

    /// Which device.
    public var device = DeviceRequest()
    /// The number on its case.
    public var confirm = ""
    /// Samples per second; nil for 100.
    public var rate: Double?
    /// The largest acceleration, in g; nil for 8.
    public var range: Int?
    /// The largest angular velocity, in degrees per second; nil for a gyroscope that is off.
    public var gyroscope: Int?
    /// When it begins; nil for at once.
    public var start: Instant?
    /// When it ends; nil for when its memory is full.
    public var stop: Instant?
    /// The number of the session, of nine digits at most; nil for the one that is set.
    public var session: Int?
    /// Who will wear it.
    public var subject: String?
    /// Where it will be worn.
    public var position: String?
    /// What it is for.
    public var study: String?
    /// What else is to be remembered.
    public var notes: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        let text = { Schema.string(0...1000).nullable }
        device.fields(&fields)
        fields.field("confirm", &confirm, .confirmation)
        fields.optional("rate_hz", &rate, .number.nullable)
        fields.optional("range_g", &range, .integer.nullable)
        fields.optional("gyroscope_dps", &gyroscope, .integer.nullable)
        fields.optional("start_s", &start, .requestTimeSeconds.nullable)
        fields.optional("stop_s", &stop, .requestTimeSeconds.nullable)
        fields.optional("session", &session, .integer(0...999_999_999).nullable)
        fields.optional("subject", &subject, text())
        fields.optional("position", &position, text())
        fields.optional("study", &study, text())
        fields.optional("notes", &notes, text())
    }
}

/// That a recorder shall be emptied.
public struct RecorderClearRequest: Document {
    public static var isClosed: Bool { true }

    /// Which device.
    public var device = DeviceRequest()
    /// The number on its case.
    public var confirm = ""
    /// Whether a recording that was not copied is given up; nil for no.
    public var discards: Bool?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        device.fields(&fields)
        fields.field("confirm", &confirm, .confirmation)
        fields.optional("discard", &discards, .boolean.nullable)
    }
}

extension Schema {
    /// The number of a recorder, typed to confirm what changes it.
    fileprivate static var confirmation: Schema { .words(1...100).about("Its number") }
}
