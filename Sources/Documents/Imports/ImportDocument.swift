public import Signals

/// How an import stands.
public struct ImportDocument: Document, Identifiable {
    public static var title: String? { "Import" }

    /// How far an import is: three stages in order, and the four ends.
    public enum State: String, Word {
        /// The file is coming in.
        case receiving
        /// It is being read.
        case decoding
        /// Its nights are being found.
        case analysing
        /// It is in the store.
        case complete
        /// The store had it already.
        case duplicate
        /// It could not be read.
        case failed
        /// Somebody stopped it; nothing of it stays.
        case cancelled

        /// Whether nothing more will happen.
        public var isOver: Bool {
            switch self {
            case .receiving, .decoding, .analysing: false
            case .complete, .duplicate, .failed, .cancelled: true
            }
        }

        /// Whether the recording is in the store.
        public var isGood: Bool { self == .complete || self == .duplicate }
    }

    /// The name of the import.
    public var id = ""
    /// The name of the file.
    public var name = ""
    /// How far it is.
    public var state: State? = .receiving
    /// The part of the present stage that is done, 0 to 1.
    public var fraction = 0.0
    /// What is being done or was found, or what went wrong and what to do, for people.
    public var message = ""
    /// The days of waking up of the nights that it brought.
    public var nights: [CivilDate] = []
    /// The number of the device that wrote the file; nil until it is known.
    public var device: String?
    /// The number of the recording; nil until it is in the store.
    public var recording: Int?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("name", &name)
        fields.word("state", &state)
        fields.field("fraction", &fraction)
        fields.field("message", &message)
        fields.field("nights", &nights)
        fields.field("device", &device)
        fields.field("recording", &recording)
    }
}

/// All imports.
public struct ImportListDocument: Document {
    /// The newest first.
    public var imports: [ImportDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("imports", &imports) }
}

/// Which import.
public struct ImportRequest: Document {
    /// Its name.
    public var id = ""

    public init() {}

    /// The import of a name.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id, .string) }
}

/// A file to import, which is the body.
public struct AddImportRequest: Document {
    /// The name of the file.
    public var name = ""
    /// The time zone of the recorder's clock by its IANA name; nil for that of the gateway.
    public var zone: String?
    /// Which columns of a table of no recorder's own hold what; nil for a recorder's file, and for a table known before.
    public var columns: String?

    public init() {}

    /// A file.
    /// - Parameters:
    ///   - name: its name.
    ///   - zone: the time zone of the recorder's clock by its IANA name; nil for that of the gateway.
    ///   - columns: which columns of a table hold what, as in `time=When,x=2,y=3,z=4,unit=mg`.
    public init(_ name: String, zone: String? = nil, columns: String? = nil) {
        (self.name, self.zone, self.columns) = (name, zone, columns)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query(
            "name", &name, .string.with("minLength", 1).with("pattern", "\\S").required.about("The file's name"))
        fields.query("zone", &zone, .string.about("Of a recorder's clock"))
        fields.query(
            "columns", &columns,
            .string.about("Of a table of no recorder's own, such as `time=When,x=2,y=3,z=4,unit=mg`; it is remembered"))
    }
}
