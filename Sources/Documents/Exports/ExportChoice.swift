/// How something is exported, and which of its files is wanted.
public struct ExportChoice: Document {
    /// The format.
    public var format = ExportFormat.edf
    /// What of the signals.
    public var signals = ExportSignals.derived
    /// Samples per second to which raw signals are brought; nil for the rate at which they were recorded.
    public var rate: Double?
    /// For which program CSV tables are written.
    public var dialect = CSVDialect.nightjar
    /// Whether the lines above the header rows of CSV tables are left out.
    public var isBare = false
    /// Whether the names of the files are wanted instead of one.
    public var isList = false
    /// The file; nil for the main one.
    public var file: String?

    public init() {}

    /// A choice.
    /// - Parameters:
    ///   - format: the format.
    ///   - isBare: whether the lines above the header rows of CSV tables are left out.
    ///   - file: the file; nil for the main one.
    public init(_ format: ExportFormat, isBare: Bool = false, file: String? = nil) {
        (self.format, self.isBare, self.file) = (format, isBare, file)
    }

    /// Whether raw signals are wanted.
    public var hasRaw: Bool { signals != .derived || dialect == .ggir }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("format", &format, ExportFormat.schema)
        fields.query(
            "signals", &signals,
            ExportSignals.schema.about("`raw` for every sample as it was recorded, in edf and csv; `all` for both"))
        fields.query(
            "rate", &rate,
            .number(1...1000).about("Samples per second to which raw signals are brought; without it their own"))
        fields.query(
            "dialect", &dialect,
            CSVDialect.schema.about("Of csv: `pyactigraphy` for epochs as it reads them, `ggir` for raw acceleration"))
        fields.query("bare", &isBare, .boolean)
        fields.query("list", &isList, .boolean.about("The names of the files instead of one"))
        fields.query("file", &file, .string)
    }
}

/// The names of the files of an export.
public struct ExportFilesDocument: Document {
    /// The names, as `file` takes them.
    public var files: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("files", &files) }
}
