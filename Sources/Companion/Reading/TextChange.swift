package import Documents

/// One change of a text, with what it was, so that it can be taken back.
package struct TextChange: Hashable, Sendable {
    /// What kind of change.
    package typealias Kind = TextChangeKind

    /// The kind of change.
    package var kind: Kind
    /// Where, in scalars of the original; empty where something is only put in.
    package var place: Range<Int>
    /// The text before the change.
    package var original: String
    /// The text after the change.
    package var replacement: String
    /// A note shown beside the text; nil for none.
    package var note: String?
    /// The reason for the change, in a sentence.
    package var why: String

    init(
        _ kind: Kind, at place: Range<Int>, of text: ReadText, with replacement: String, note: String? = nil,
        why: String
    ) {
        self.kind = kind
        self.place = place
        original = text.text(place)
        self.replacement = replacement
        self.note = note
        self.why = why
    }
}

extension ReadText {
    /// The text with `changes`; where two meet, the earlier one counts.
    package func applying(_ changes: [TextChange]) -> String {
        var result = String.UnicodeScalarView()
        var done = 0
        for change in changes.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            guard change.place.lowerBound >= done, change.place.upperBound <= scalars.count else { continue }
            result.append(contentsOf: scalars[done..<change.place.lowerBound])
            result.append(contentsOf: change.replacement.unicodeScalars)
            done = change.place.upperBound
        }
        result.append(contentsOf: scalars[done...])
        return String(result)
    }

    /// The places of `changes` in bytes and in UTF-16 code units, in the same order.
    package func ranges(of changes: [TextChange]) -> [TextRange] {
        let marks = Set(changes.flatMap { [$0.place.lowerBound, $0.place.upperBound] })
        var counts: [Int: (utf8: Int, utf16: Int)] = [:]
        var (utf8, utf16) = (0, 0)
        for (index, scalar) in scalars.enumerated() {
            if marks.contains(index) { counts[index] = (utf8, utf16) }
            utf8 += UTF8.width(scalar)
            utf16 += UTF16.width(scalar)
        }
        counts[scalars.count] = (utf8, utf16)
        return changes.map { change in
            let start = counts[change.place.lowerBound] ?? (utf8, utf16)
            let end = counts[change.place.upperBound] ?? start
            return TextRange(
                utf8: start.utf8..<max(start.utf8, end.utf8), utf16: start.utf16..<max(start.utf16, end.utf16))
        }
    }
}
