/// A night in another format.
public struct NightExportRequest: Document {
    /// Which night.
    public var night = NightRequest()
    /// What of it.
    public var choice = ExportChoice()

    public init() {}

    /// An export of a night.
    public init(_ night: NightRequest, _ choice: ExportChoice) { (self.night, self.choice) = (night, choice) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        night.fields(&fields)
        choice.fields(&fields)
    }
}

/// A recording in another format.
public struct RecordingExportRequest: Document {
    /// The number of the recording.
    public var id: RowNumber = 0
    /// What of it.
    public var choice = ExportChoice()

    public init() {}

    /// An export of a recording.
    public init(_ id: RowNumber, _ choice: ExportChoice) { (self.id, self.choice) = (id, choice) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        choice.fields(&fields)
    }
}

/// What a night recorded, in another format.
public struct NightRecordingExportRequest: Document {
    /// The number of the recorded night, or `latest`.
    public var id = "latest"
    /// The number of the device; nil for the preferred one.
    public var device: String?
    /// What of it.
    public var choice = ExportChoice()

    public init() {}

    /// An export of a recorded night.
    /// - Parameters:
    ///   - id: its number; nil for the last one.
    ///   - device: the number of the device; nil for the preferred one.
    ///   - choice: what of it.
    public init(_ id: Int?, device: String? = nil, _ choice: ExportChoice) {
        (self.id, self.device, self.choice) = (id.map(String.init) ?? "latest", device, choice)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id, .rowNumberOrLatest)
        fields.query("device", &device, .string)
        choice.fields(&fields)
    }
}
