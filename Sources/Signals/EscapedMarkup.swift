extension String {
    /// This text within HTML or the markup of a desktop's messages, where it stands for itself; not within an attribute.
    public var escapedMarkup: String {
        // By scalars: a mark that joins a bracket makes another character of it, and a parser sees the bracket.
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
