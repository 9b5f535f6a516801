public import Signals

/// The scorings of one night, the latest first.
public struct NightVersionsDocument: Document {
    /// One scoring.
    public struct Version: Document {
        /// When it was made.
        public var made = Instant.zero
        /// How the night came.
        public var source: NightSource? = .live
        /// When sleep began; nil where none was found.
        public var sleepStart: Instant?
        /// When it ended.
        public var sleepEnd: Instant?
        /// What found the period and the states.
        public var methods: [MakerDocument] = []
        /// What the shown scoring changed against it.
        public var toShown = NightDifferenceDocument()

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("made_s", &made)
            fields.word("source", &source)
            fields.field("sleep_start_s", &sleepStart)
            fields.field("sleep_end_s", &sleepEnd)
            fields.field("methods", &methods)
            fields.field("to_shown", &toShown)
        }
    }

    /// What a person said of when the sleep was.
    public struct Edit: Document {
        public static var title: String? { "NightEdit" }

        /// When it was said.
        public var made = Instant.zero
        /// When it was changed or taken back; nil while it holds.
        public var until: Instant?
        /// Who said it, by name; nil for the machine's own user, and for somebody who has left.
        public var author: String?
        /// When sleep began; nil where only ``lightsOut`` was said.
        public var sleepStart: Instant?
        /// When it ended.
        public var sleepEnd: Instant?
        /// When the lights went out; nil where that was not said.
        public var lightsOut: Instant?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("made_s", &made)
            fields.field("until_s", &until)
            fields.field("author", &author)
            fields.field("sleep_start_s", &sleepStart)
            fields.field("sleep_end_s", &sleepEnd)
            fields.field("lights_out_s", &lightsOut)
        }
    }

    /// The scorings.
    public var versions: [Version] = []
    /// What people said of when the sleep was, the latest first.
    public var edits: [Edit] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("versions", &versions)
        fields.field("edits", &edits, .array(Edit.schema).optional)
    }
}

/// What one scoring changed against another.
public struct NightDifferenceDocument: Document {
    /// A figure that differs.
    public struct Figure: Document {
        /// Which.
        public var name = ""
        /// In the earlier scoring.
        public var before: Double?
        /// In the later one.
        public var after: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("name", &name)
            fields.field("before", &before)
            fields.field("after", &after)
        }
    }

    /// Minutes by which the begin of sleep moved; nil where one has none.
    public var startShift: Double?
    /// Minutes by which the end moved.
    public var endShift: Double?
    /// Epochs that both have.
    public var epochs = 0
    /// Epochs among them that differ.
    public var changedEpochs = 0
    /// Figures that differ.
    public var figures: [Figure] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("start_shift_min", &startShift)
        fields.field("end_shift_min", &endShift)
        fields.field("epochs", &epochs)
        fields.field("epochs_changed", &changedEpochs)
        fields.field("figures", &figures)
    }
}

/// What scoring again gave.
public struct NightRescoringDocument: Document {
    /// One night of it.
    public struct Night: Document {
        /// What became of the scoring.
        public enum Outcome: String, Word {
            /// The same to the bit.
            case identical
            /// The same version gave something else.
            case changed
            /// This version is a newer one.
            case newVersion = "new_version"
            /// There is nothing to score it from.
            case unavailable
        }

        /// The local day of waking up.
        public var date = CivilDate(daysSince1970: 0)
        /// The number of the device.
        public var device = ""
        /// How the night came.
        public var source: NightSource? = .live
        /// What became of it.
        public var outcome: Outcome? = .identical
        /// Why, where it is not identical.
        public var reason: String?
        /// Whether what a person said of it stays.
        public var isEdited = false
        /// What found the period and the states.
        public var methods: [MakerDocument] = []
        /// What the scoring changed.
        public var difference = NightDifferenceDocument()

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("date", &date)
            fields.field("device", &device)
            fields.word("source", &source)
            fields.word("outcome", &outcome)
            fields.field("reason", &reason)
            fields.field("edited", &isEdited)
            fields.field("methods", &methods)
            fields.field("difference", &difference)
        }
    }

    /// The nights.
    public var nights: [Night] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("nights", &nights)
    }
}
