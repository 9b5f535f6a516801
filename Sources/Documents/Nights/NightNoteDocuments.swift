public import Signals

/// A note of a night.
public struct NightNoteDocument: Document, Identifiable {
    public static var title: String? { "NightNote" }

    /// Its number, the same when it is changed.
    public var id = 0
    /// What is written.
    public var text = ""
    /// Who wrote it, by name; nil for the machine's own user, and for somebody who has left.
    public var author: String?
    /// When it was written, or last changed.
    public var made = Instant.zero
    /// When it was changed or taken back; nil while it holds.
    public var until: Instant?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("text", &text)
        fields.field("author", &author)
        fields.field("made_s", &made)
        fields.field("until_s", &until)
    }
}

/// What people wrote of a night.
public struct NightNotesDocument: Document {
    public static var title: String? { "NightNotes" }

    /// What holds, the earliest first.
    public var notes: [NightNoteDocument] = []
    /// The tags that hold.
    public var tags: [String] = []
    /// Notes as they were before they were changed or taken back.
    public var earlier: [NightNoteDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("notes", &notes)
        fields.field("tags", &tags)
        fields.field("earlier", &earlier)
    }
}

/// Who decides which of several devices' nights of a person and date is shown.
public enum NightPreferredBy: String, Word {
    /// The rule that the list tells.
    case rule
    /// A person.
    case person
}

extension NightDocument {
    /// When the lights went out.
    public struct LightsOut: Document {
        public static var title: String? { "NightLightsOut" }

        /// Where that is known from.
        public enum Source: String, Word {
            /// A mark that counts.
            case mark
            /// The recorder's own software.
            case recorder
            /// A person's word.
            case person
            /// The sleep diary.
            case diary
        }

        /// When; nil where it is not known.
        public var time: Instant?
        /// Where that is known from.
        public var source: Source?
        /// Why it is not known.
        public var reason: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("at_s", &time)
            fields.field("source", &source)
            fields.field("reason", &reason)
        }
    }
}
