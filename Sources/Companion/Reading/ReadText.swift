/// A text cut into paragraphs, sentences and words. Positions count Unicode scalars.
package struct ReadText: Sendable {
    /// A word: letters and digits, with apostrophes and hyphens between them.
    package struct Word: Hashable, Sendable {
        /// The word's place in the text, in Unicode scalars.
        package var range: Range<Int>
        /// The word as written.
        package var text: String
        /// Whether it has a letter; a number has none.
        package var hasLetter: Bool
        /// Whether it begins with a capital letter.
        package var isCapitalized: Bool
    }

    /// The text as given.
    package let string: String
    /// The text as Unicode scalars, which ranges count in.
    package let scalars: [Unicode.Scalar]
    /// All words, in order.
    package let words: [Word]
    /// Sentences, in order, in scalars, without the space around them; each has a word.
    package let sentences: [Range<Int>]
    /// Where a quotation or a bracket is, in scalars, in order.
    let quoted: [Range<Int>]
    /// Where an address, a name for programs or program text is, in scalars, in order.
    let verbatim: [Range<Int>]

    /// Divides a text into words, sentences and paragraphs.
    package init(_ string: String) {
        self.string = string
        let scalars = Array(string.unicodeScalars)
        self.scalars = scalars
        let words = WordCutter.cut(scalars)
        self.words = words
        sentences = SentenceCutter.cut(scalars).filter { range in
            let next = words.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
            return next < words.count && words[next].range.upperBound <= range.upperBound
        }
        quoted = QuotationFinder.find(scalars)
        verbatim = VerbatimFinder.find(scalars)
    }

    /// The words within a range.
    package func words(in range: Range<Int>) -> ArraySlice<Word> {
        let first = words.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
        let end = words.partitioningIndex { $0.range.lowerBound >= range.upperBound }
        return words[first..<max(first, end)]
    }

    /// The text of a range.
    package func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// Whether a stretch touches a quotation, a bracket, or what is ``verbatim``: nobody may change it.
    func isQuoted(_ range: Range<Int>) -> Bool { Self.touches(quoted, range) || isVerbatim(range) }

    /// Whether a range overlaps a verbatim part, such as code or a quotation, which is never changed.
    func isVerbatim(_ range: Range<Int>) -> Bool { Self.touches(verbatim, range) }

    private static func touches(_ places: [Range<Int>], _ range: Range<Int>) -> Bool {
        let first = places.partitioningIndex { $0.upperBound > range.lowerBound }
        return first < places.count && places[first].lowerBound < range.upperBound
    }
}

extension RandomAccessCollection {
    /// The first place for which `isPast` holds, where it holds for all after it.
    func partitioningIndex(where isPast: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isPast(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
