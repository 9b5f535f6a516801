/// Which device.
public struct DeviceRequest: Document {
    /// Its id, or the number under which its samples are kept.
    public var id = ""

    public init() {}

    /// The device of an id, or of the number under which its samples are kept.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id, .string) }
}

/// What an owner decides on a device; nil leaves as it is, or takes what is usual for a new one.
public struct DeviceChoicesRequest: Document {
    public static var title: String? { "DeviceChoices" }
    public static var isClosed: Bool { true }

    /// Which device.
    public var device = DeviceRequest()
    /// What it shall be called; empty for its own name.
    public var name: String?
    /// The id of the device profile to use.
    public var profile: String?
    /// The channels that may be recorded; all for a new one.
    public var streams: [String]?
    /// What is chosen of its profile's settings, by name.
    public var settings: [String: String]?
    /// Whether it is used as soon as it is near; true for a new one.
    public var connectsByItself: Bool?
    /// Who wears it from now on; nobody is the same as nil.
    public var wearer: WearerChoice?
    /// The groups of streams in which it speaks for its wearer; in others where it was chosen, the rule decides.
    public var preferred: [DeviceStreamGroup]?

    public init() {}

    /// No decision yet on the device of an id.
    public init(_ id: String) { device.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        device.fields(&fields)
        fields.optional("name", &name, .string(0...250).nullable)
        fields.optional("profile", &profile, .string(0...250).nullable)
        fields.optional("streams", &streams, [String].schema.nullable)
        fields.optional("settings", &settings, .map(.string).nullable)
        fields.optional("connects_by_itself", &connectsByItself, .boolean.nullable)
        fields.optional("wearer", &wearer)
        fields.optional("preferred", &preferred, [DeviceStreamGroup].schema.nullable)
    }
}

/// The key that opens a device.
public struct DeviceKeyRequest: Document {
    public static var title: String? { "DeviceKey" }
    public static var isClosed: Bool { true }

    /// Which device.
    public var device = DeviceRequest()
    /// The key, 32 hexadecimal digits.
    public var key: SecretText = ""

    public init() {}

    /// The key of the device of an id.
    public init(_ id: String, key: SecretText) {
        device.id = id
        self.key = key
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        device.fields(&fields)
        fields.field("key", &key, .secret.with("pattern", "^(0[xX])?[0-9A-Fa-f]{32}$"))
    }
}

/// A buzz of a device.
public struct VibrationRequest: Document {
    public static var isClosed: Bool { true }

    /// Which device.
    public var device = DeviceRequest()
    /// For how many seconds, 0.05 to 10; nil for 1.
    public var seconds: Double?

    public init() {}

    /// A buzz of the device of an id, for 0.05 to 10 seconds.
    public init(_ id: String, seconds: Double? = nil) {
        device.id = id
        self.seconds = seconds
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        device.fields(&fields)
        fields.optional("seconds", &seconds, .number(0.05...10).nullable.about("1 when left out"))
    }
}
