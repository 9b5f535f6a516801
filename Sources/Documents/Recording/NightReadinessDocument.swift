/// Whether a night could begin now.
public struct NightReadinessDocument: Document {
    /// A device that would take part.
    public struct Device: Document {
        /// Its number.
        public var device = ""
        /// What it is called.
        public var name = ""
        /// Whether its data are coming.
        public var isStreaming = false
        /// The charge of its battery, 0 to 100 percent; nil where that is not known.
        public var battery: Int?
        /// How much of it the night will use, in percent; nil where nothing is known of its use.
        public var batteryNeed: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("device", &device)
            fields.field("name", &name)
            fields.field("streaming", &isStreaming)
            fields.field("battery_percent", &battery)
            fields.field("battery_need_percent", &batteryNeed)
        }
    }

    /// Something to see to before the night.
    public struct Warning: Document {
        /// What it is about, a word such as `battery_low`.
        public var kind = ""
        /// The number of the device; nil for all.
        public var device: String?
        /// What will go wrong, for people.
        public var message = ""
        /// What to do about it, for people.
        public var nextStep: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("kind", &kind)
            fields.field("device", &device)
            fields.field("message", &message)
            fields.field("next_step", &nextStep)
        }
    }

    /// How long the night is taken to be, in hours.
    public var hours = 0.0
    /// Bytes that it will take on the disk, estimated.
    public var bytes = 0.0
    /// Bytes that are free there; nil where that cannot be told.
    public var freeBytes: Double?
    /// The devices that would take part.
    public var devices: [Device] = []
    /// What to see to; empty when all is well.
    public var warnings: [Warning] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("hours", &hours)
        fields.field("bytes", &bytes)
        fields.field("free_bytes", &freeBytes)
        fields.field("devices", &devices)
        fields.field("warnings", &warnings)
    }
}
