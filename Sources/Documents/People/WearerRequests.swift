public import Signals

/// A person who is entered, without an account.
public struct AddWearerRequest: Document {
    public static var isClosed: Bool { true }

    /// What they are called.
    public var name = ""

    public init() {}

    /// A person.
    public init(_ name: String) { self.name = name }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("name", &name, .personName) }
}

/// Calls a person something else.
public struct RenameWearerRequest: Document {
    public static var isClosed: Bool { true }

    /// The number of the person.
    public var id: RowNumber = 0
    /// What they are called from now on.
    public var name = ""

    public init() {}

    /// A new name.
    public init(_ id: RowNumber, _ name: String) { (self.id, self.name) = (id, name) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.field("name", &name, .personName)
    }
}

/// The wearings of which device.
public struct WearingsRequest: Document {
    /// The device, by the id in the list of devices or the name of its samples.
    public var device = ""

    public init() {}

    /// Those of a device.
    public init(_ device: String) { self.device = device }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &device) }
}

/// Says who wore a device in a stretch of time; what was said of it before is replaced.
public struct CorrectWearingRequest: Document {
    public static var isClosed: Bool { true }

    /// The device, by the id in the list of devices or the name of its samples.
    public var device = ""
    /// Who.
    public var wearer = WearerChoice.nobody
    /// From when on; nil for now, and of a recorder that only ever came as a file for its first recording.
    public var start: Instant?
    /// Until when; nil until it is said otherwise.
    public var end: Instant?

    public init() {}

    /// A wearing.
    /// - Parameters:
    ///   - device: the device, by the id in the list of devices or the name of its samples.
    ///   - wearer: who wore it.
    ///   - start: from when on; nil for now.
    ///   - end: until when; nil until it is said otherwise.
    public init(_ device: String, _ wearer: WearerChoice, from start: Instant? = nil, to end: Instant? = nil) {
        (self.device, self.wearer, self.start, self.end) = (device, wearer, start, end)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &device)
        fields.field("wearer", &wearer)
        // Recorders whose clock was never set, or whose file hides the year, lie long before 1970.
        fields.optional("start_s", &start, .number(-9.2e9...7_258_118_399).nullable)
        fields.optional("end_s", &end, .number(-9.2e9...7_258_118_399).nullable)
    }

    public func faults() -> [FieldFault] {
        guard let start, let end, end <= start else { return [] }
        return [FieldFault("end_s", "The end of wearing a device must be after its start.", code: "invalid_value")]
    }
}
