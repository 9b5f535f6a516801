public import Signals

/// A recorder's file that was imported, or a night that was recorded live.
public struct RecordingDocument: Document, Identifiable {
    public static var title: String? { "Recording" }

    /// How it came.
    public enum Kind: String, Word {
        /// As a file.
        case file
        /// Over the air, while the gateway recorded.
        case live
    }

    /// How its import ended, or how the recording stands.
    public enum State: String, Word {
        /// The import goes on.
        case importing
        /// It is being recorded.
        case recording
        /// All of it is in the store.
        case complete
        /// It could not be read.
        case failed
        /// Somebody stopped it.
        case cancelled
        /// Somebody deleted it; for a day it can be taken back.
        case deleted
    }

    /// The number, of which there is one for each recording, however it came.
    public var id = 0
    /// How it came.
    public var kind: Kind? = .file
    /// The number by which `/night-recordings` knows what was recorded live; nil for a file.
    public var nightRecording: Int?
    /// The name of the file, or “Recorded live”.
    public var name = ""
    /// Bytes of the file; nil for what was recorded live.
    public var bytes: Int?
    /// Its format, such as `cwa`; `live` for what was recorded live.
    public var format = ""
    /// How the import ended.
    public var state: State? = .importing
    /// Why it failed, or why what was recorded live ended.
    public var reason: String?
    /// The number of the device that wrote it, the first of several; nil where that is not known.
    public var device: String?
    /// The numbers of all its devices.
    public var devices: [String] = []
    /// The first sample; nil where there is none.
    public var start: Instant?
    /// The last sample.
    public var end: Instant?
    /// When the import ended; nil while it goes on.
    public var imported: Instant?
    /// Maker, model and serial number of the device.
    public var deviceName: String?
    /// Who wore the recorder for most of it, by name; nil where nobody said.
    public var wearer: String?
    /// The time zone in which its nights were scored, by its IANA name; nil where that is not known.
    public var zone: String?
    /// Seconds by which its clock was corrected; nil where it was not.
    public var shift: Double?
    /// The days of waking up of its nights.
    public var nights: [CivilDate] = []
    /// How many kinds of damage, loss and doubt it has; all of them stand in the recording itself.
    public var damages = 0
    /// When it was deleted; nil unless that can still be taken back.
    public var deleted: Instant?
    /// Until when that can be.
    public var restorable: Instant?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("kind", &kind, Kind?.schema.optional)
        fields.field("night_recording", &nightRecording, .integer.nullable.optional)
        fields.field("name", &name)
        fields.field("bytes", &bytes)
        fields.field("format", &format)
        fields.word("state", &state)
        fields.field("reason", &reason)
        fields.field("device", &device)
        fields.field("devices", &devices, .array(.string).optional)
        fields.field("start_s", &start)
        fields.field("end_s", &end)
        fields.field("imported_s", &imported)
        fields.field("device_name", &deviceName)
        fields.field("wearer", &wearer)
        fields.field("zone", &zone)
        fields.field("shift_s", &shift)
        fields.field("nights", &nights, .array(.date).optional)
        fields.field("damages", &damages, .integer.optional)
        fields.field("deleted_s", &deleted)
        fields.field("restorable_until_s", &restorable)
    }
}

/// All recordings.
public struct RecordingListDocument: Document {
    /// The files that were imported and what was recorded live, the newest first.
    public var recordings: [RecordingDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("recordings", &recordings) }
}

/// A recording with all that hangs on it.
public struct RecordingDetailDocument: Document {
    public static var title: String? { "RecordingDetail" }

    /// From when to when somebody wore a device of it.
    public struct Worn: Document {
        public static var title: String? { "Worn" }

        /// The number of the device.
        public var device = ""
        /// Who; nil where nobody was said to.
        public var wearer: WearerDocument?
        /// From when on.
        public var start = Instant.zero
        /// Until when.
        public var end = Instant.zero

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("device", &device)
            fields.field("wearer", &wearer)
            fields.field("start_s", &start)
            fields.field("end_s", &end)
        }
    }

    /// What the list tells of it.
    public var recording = RecordingDocument()
    /// Who wore its devices from when to when, as far as whoever asks may know.
    public var worn: [Worn] = []
    /// How many of its nights have bounds that a person gave.
    public var edits = 0
    /// Samples in the file; nil where that is not known.
    public var samples: Int?
    /// The channels in the file.
    public var channels: [String] = []
    /// What the file says of itself, by names of its format.
    public var metadata: [String: String] = [:]
    /// What is missing or in doubt.
    public var losses: [LossDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        recording.fields(&fields)
        fields.field("worn", &worn, .array(Worn.schema).optional)
        fields.field("edited_nights", &edits)
        fields.field("samples", &samples)
        fields.field("channels", &channels)
        fields.field("metadata", &metadata, .map(.string))
        fields.field("losses", &losses)
    }
}

/// Corrects the zone or the clock of a recording.
public struct CorrectRecordingRequest: Document {
    public static var isClosed: Bool { true }

    /// The number of the recording.
    public var id: RowNumber = 0
    /// The time zone of the recorder's clock by its IANA name; nil for that in which it was read.
    public var zone: String?
    /// Seconds by which the recorder's clock was behind; nil for what was said before.
    public var shift: Double?

    public init() {}

    /// A correction.
    /// - Parameters:
    ///   - id: the number of the recording.
    ///   - zone: the time zone of the recorder's clock by its IANA name.
    ///   - shift: seconds by which the recorder's clock was behind.
    public init(_ id: Int, zone: String? = nil, shift: Double? = nil) {
        (self.id, self.zone, self.shift) = (RowNumber(Int64(id)), zone, shift)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.optional("zone", &zone, .string.about("Of the recorder's clock, by its IANA name"))
        fields.optional("shift_s", &shift, .number(-4e9...4e9).about("By how much the clock was behind"))
    }

    public func faults() -> [FieldFault] {
        guard zone == nil, shift == nil else { return [] }
        return [FieldFault("zone", "One of “zone” and “shift_s” is needed.", code: "missing")]
    }

    /// One of the two must be there.
    public static func described(_ schema: Schema) -> Schema {
        schema.with("anyOf", .array(["zone", "shift_s"].map { ["required": .array([.string($0)])] }))
    }
}
