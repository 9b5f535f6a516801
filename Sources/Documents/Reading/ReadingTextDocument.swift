/// A file of text, which is the body of the request.
public struct ReadingTextRequest: Document {
    /// The name of the file.
    public var name: String?

    public init() {}

    /// A file of this name.
    public init(name: String) { self.name = name }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("name", &name, .string.about("The file's name"))
    }
}

/// The text of a file.
public struct ReadingTextDocument: Document {
    /// A chapter.
    public struct Chapter: Document {
        /// What it is called; nil where that is not known.
        public var heading: String?
        /// Its text.
        public var text = ""
        /// Its words.
        public var words = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("title", &heading)
            fields.field("text", &text)
            fields.field("words", &words)
        }
    }

    /// What it is called; the name of the file where it does not say.
    public var heading = ""
    /// Who wrote it.
    public var author: String?
    /// Its language, as it says.
    public var language: String?
    /// Words of all chapters.
    public var words = 0
    /// The chapters.
    public var chapters: [Chapter] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("title", &heading)
        fields.field("author", &author)
        fields.field("language", &language)
        fields.field("words", &words)
        fields.field("chapters", &chapters)
    }
}
