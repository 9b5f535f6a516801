/// A note and tags for a night.
public struct NightNoteRequest: Document {
    public static var isClosed: Bool { true }

    /// Which night.
    public var night = NightRequest()
    /// The note.
    public var text = ""
    /// Tags that the night is to have as well.
    public var tags: [String]?

    public init() {}

    /// A note.
    public init(_ night: NightRequest, text: String, tags: [String]? = nil) {
        (self.night, self.text, self.tags) = (night, text, tags)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        night.fields(&fields)
        fields.field("text", &text, .nightNote)
        fields.optional("tags", &tags, .nightTags)
    }

    public func faults() -> [FieldFault] { NightTag.faults(in: tags ?? [], of: "tags") }
}

/// One note of a night.
public struct NightNoteRowRequest: Document {
    /// Which night.
    public var night = NightRequest()
    /// The number of the note.
    public var note: RowNumber = 0

    public init() {}

    /// A note by its number.
    public init(_ night: NightRequest, note: Int) { (self.night, self.note) = (night, RowNumber(Int64(note))) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        night.fields(&fields)
        fields.path("note", &note)
    }
}

/// Another text for a note of a night.
public struct NightNoteChangeRequest: Document {
    public static var isClosed: Bool { true }

    /// Which note.
    public var row = NightNoteRowRequest()
    /// What it is to say.
    public var text = ""

    public init() {}

    /// Another text for a note.
    public init(_ row: NightNoteRowRequest, text: String) { (self.row, self.text) = (row, text) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        row.fields(&fields)
        fields.field("text", &text, .nightNote)
    }
}

/// Which tags a night is to have, and which no more.
public struct NightTagsRequest: Document {
    public static var isClosed: Bool { true }

    /// Which night.
    public var night = NightRequest()
    /// Tags that it is to have.
    public var added: [String]?
    /// Tags that it is not to have any more.
    public var removed: [String]?

    public init() {}

    /// A change of tags.
    public init(_ night: NightRequest, add: [String]? = nil, remove: [String]? = nil) {
        (self.night, added, removed) = (night, add, remove)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        night.fields(&fields)
        fields.optional("add", &added, .nightTags)
        fields.optional("remove", &removed, .nightTags)
    }

    public func faults() -> [FieldFault] {
        NightTag.faults(in: added ?? [], of: "add") + NightTag.faults(in: removed ?? [], of: "remove")
    }
}

/// A word to find nights by.
package enum NightTag {
    /// What is wrong with tags.
    static func faults(in tags: [String], of field: String) -> [FieldFault] {
        tags.filter { tag in
            tag.unicodeScalars.contains { $0.value < 0x21 || $0.value == 0x7F || $0.properties.isWhitespace }
                || tag.contains { ",;".contains($0) }
        }.prefix(1).map { _ in
            FieldFault(field, "“\(field)” takes words without blanks, commas and semicolons.", code: "invalid_value")
        }
    }

    /// A tag as it is kept and looked for.
    package static func kept(_ tag: String) -> String { tag.lowercased() }
}

extension Schema {
    fileprivate static var nightNote: Schema { .words(1...4000) }
    fileprivate static var nightTags: Schema {
        .array(.string(1...40).with("pattern", #"^[^\s,;\u0000-\u001f\u007f]{1,40}$"#), count: 0...32)
            .about("Words without blanks, commas and semicolons; kept in small letters")
    }
}
