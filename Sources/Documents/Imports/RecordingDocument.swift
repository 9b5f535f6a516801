public import Signals

/// A recorder's file that was imported.
public struct RecordingDocument: Document, Identifiable {
    public static var title: String? { "Recording" }

    /// How its import ended.
    public enum State: String, Word {
        /// It goes on.
        case importing
        /// All of it is in the store.
        case complete
        /// It could not be read.
        case failed
        /// Somebody stopped it.
        case cancelled
    }

    /// The number.
    public var id = 0
    /// The name of the file.
    public var name = ""
    /// Bytes of the file.
    public var bytes = 0
    /// Its format, such as `cwa`.
    public var format = ""
    /// How the import ended.
    public var state: State? = .importing
    /// Why it failed.
    public var reason: String?
    /// The number of the device that wrote it; nil where that is not known.
    public var device: String?
    /// The first sample; nil where there is none.
    public var start: Instant?
    /// The last sample.
    public var end: Instant?
    /// When the import ended; nil while it goes on.
    public var imported: Instant?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("name", &name)
        fields.field("bytes", &bytes)
        fields.field("format", &format)
        fields.word("state", &state)
        fields.field("reason", &reason)
        fields.field("device", &device)
        fields.field("start_s", &start)
        fields.field("end_s", &end)
        fields.field("imported_s", &imported)
    }
}

/// All imported files.
public struct RecordingListDocument: Document {
    /// The files.
    public var recordings: [RecordingDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("recordings", &recordings) }
}
