public import Signals

/// Which of one's own streams may be recorded.
public struct ConsentsDocument: Document {
    /// A stream, whichever device sends it.
    public struct Stream: Document {
        /// Its name, such as `heart_rate`.
        public var stream = ""
        /// Whether one allows it.
        public var isAllowed = false
        /// Since when that is so; nil where it was never refused.
        public var since: Instant?
        /// The stream that could be counted from this one and is refused; nil for one that is refused by itself.
        public var refusedWith: String?
        /// Whether a device that one wears has it.
        public var isWorn = false

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("stream", &stream)
            fields.field("allowed", &isAllowed)
            fields.field("since_s", &since)
            fields.field(
                "refused_with", &refusedWith, .string.nullable.about("The stream that could be counted from this one"))
            fields.field("is_worn", &isWorn, .boolean.about("Whether a device that you wear has it"))
        }
    }

    /// A device that one wears.
    public struct Device: Document {
        /// A stream of a device.
        public struct Stream: Document {
            /// Its name.
            public var stream = ""
            /// Whether an owner allows it on this device.
            public var isAllowed = false
            /// Samples per second; nil where they come as they come.
            public var rate: Double?

            public init() {}

            public mutating func fields(_ fields: inout some FieldVisitor) {
                fields.field("stream", &stream)
                fields.field("allowed", &isAllowed, .boolean.about("Whether an owner allows it on this device"))
                fields.field("rate_hz", &rate)
            }
        }

        /// The id in the list of devices.
        public var id = ""
        /// What it is called.
        public var name = ""
        /// What it can send.
        public var streams: [Stream] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("id", &id)
            fields.field("name", &name)
            fields.field("streams", &streams)
        }
    }

    /// That a stream was refused for some time.
    public struct Refusal: Document {
        /// Its name.
        public var stream = ""
        /// Since when.
        public var refused = Instant.zero
        /// When it was allowed again; nil while it is refused.
        public var allowed: Instant?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("stream", &stream)
            fields.field("refused_s", &refused)
            fields.field("allowed_s", &allowed)
        }
    }

    /// Streams of the devices that one wears and those that one refused at any time, by name.
    public var streams: [Stream] = []
    /// The devices that one wears: a stream is kept that is allowed on the device and by whoever wears it.
    public var devices: [Device] = []
    /// What was refused when, in order of time.
    public var history: [Refusal] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("streams", &streams)
        fields.field(
            "devices", &devices,
            [Device].schema.about(
                "The devices that you wear: a stream is kept that is allowed on the device and by you"))
        fields.field("history", &history)
    }
}

/// Allows or refuses one of one's own streams, from now on.
public struct ConsentRequest: Document {
    public static var isClosed: Bool { true }

    /// The name of the stream: small letters, digits and `_`.
    public var stream = ""
    /// Whether it may be recorded.
    public var isAllowed = false

    public init() {}

    /// Allows or refuses a stream.
    public init(_ stream: String, isAllowed: Bool) { (self.stream, self.isAllowed) = (stream, isAllowed) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("stream", &stream, .streamName.example("heart_rate"))
        fields.field("allowed", &isAllowed)
    }

    public func faults() -> [FieldFault] {
        let isName =
            stream.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && stream.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard !isName else { return [] }
        let what = "A stream is named by small letters, digits and “_”, such as heart_rate."
        return [FieldFault("stream", what, code: "invalid_value", value: .string(stream))]
    }
}

extension Schema {
    /// The name of a stream.
    static var streamName: Schema { .string(1...64).with("pattern", "^[a-z][a-z0-9_]*$") }
}
