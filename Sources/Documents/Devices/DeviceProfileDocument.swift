/// A file that says how to talk to a device.
public struct DeviceProfileDocument: Document, Identifiable {
    /// What it was held against.
    public struct Verification: Document {
        /// The strongest ground: `real-bytes`, `virtual-hardware` or `documentation`.
        public var ground = ""
        /// What was compared with what, for people.
        public var note = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("ground", &ground)
            fields.field("note", &note)
        }
    }

    /// Something that may be chosen for a device: one of some words, a whole number in steps, or text.
    public struct Setting: Document {
        /// The name, as `settings` of a device takes it.
        public var name = ""
        /// What people call it.
        public var label = ""
        /// The unit of a number, as a UCUM code; nil where there is none.
        public var unit: String?
        /// What is used where nobody chose.
        public var standard = ""
        /// The words; nil for a number or text.
        public var choices: [String]?
        /// The least number; nil for words or text.
        public var least: Int?
        /// The greatest number; nil for words or text.
        public var most: Int?
        /// Between one number and the next; nil for words or text.
        public var step: Int?
        /// The most characters of text; nil for words or a number.
        public var longest: Int?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("name", &name)
            fields.field("label", &label)
            fields.field("unit", &unit)
            fields.field("default", &standard)
            fields.optional("choices", &choices)
            fields.optional("least", &least)
            fields.optional("most", &most)
            fields.optional("step", &step)
            fields.optional("longest", &longest)
        }
    }

    /// The id.
    public var id = ""
    /// Its revision; a greater one replaces a smaller one.
    public var revision = 0
    /// What the device is called.
    public var name = ""
    /// Who makes it; nil for a kind of device that many make.
    public var maker: String?
    /// What the device gives, for people.
    public var about = ""
    /// How it is reached: `bluetooth`, `usb`.
    public var transports: [String] = []
    /// What the profile was held against.
    public var verification = Verification()
    /// Whether it is the owner's own, not one that came with the program.
    public var isOwn = false
    /// Where it stands.
    public var file: String?
    /// What the device can do, such as `live_hr`.
    public var capabilities: [String] = []
    /// What may be chosen.
    public var settings: [Setting] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("revision", &revision)
        fields.field("name", &name)
        fields.field("maker", &maker)
        fields.field("about", &about)
        fields.field("transports", &transports)
        fields.field("verification", &verification)
        fields.field("own", &isOwn)
        fields.field("file", &file)
        fields.field("capabilities", &capabilities)
        fields.field("settings", &settings)
    }
}

/// The files that say how to talk to devices.
public struct DeviceProfileListDocument: Document {
    /// A file that is none.
    public struct Problem: Document {
        /// Which file.
        public var file = ""
        /// What is wrong with it, for people.
        public var message = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("file", &file)
            fields.field("message", &message)
        }
    }

    /// Those that fit some device.
    public var profiles: [DeviceProfileDocument] = []
    /// Files that could not be read.
    public var problems: [Problem] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("profiles", &profiles)
        fields.field("problems", &problems)
    }
}

extension Endpoint where Request == Nothing, Reply == DeviceProfileListDocument {
    /// The files that say how to talk to devices.
    public static var deviceProfiles: Self {
        Self(.get, "/api/v1/device-profiles", "Files that say how to talk to devices", in: "devices")
    }
}
