/// Cuts texts into passages to search, and picks the words of a question.
package enum Passages {
    /// Words of a passage, approximately.
    static let words = 90

    /// The passages of a text: whole sentences, one paragraph or a part of it each.
    package static func cut(_ text: ReadText) -> [String] {
        var passages: [String] = []
        var start: Int?
        var end = 0
        var count = 0
        func close() {
            if let first = start { passages.append(text.text(first..<end)) }
            (start, count) = (nil, 0)
        }
        for sentence in text.sentences {
            let isNewParagraph = start != nil && text.scalars[end..<sentence.lowerBound].count { $0 == "\n" } >= 2
            let length = text.words(in: sentence).count
            if isNewParagraph && count >= words / 3 || count > 0 && count + length > words { close() }
            start = start ?? sentence.lowerBound
            end = sentence.upperBound
            count += length
        }
        close()
        return passages
    }

    /// The words of a question that say what it is about, at most 32, as they stand in the index; all of them where none
    /// does. In scripts without spaces each pair of characters is one.
    package static func terms(of question: String) -> [SearchText.Term] {
        let words = SearchText.terms(question)
        let telling = words.filter { !common.contains($0.word) }
        return Array((telling.isEmpty ? words : telling).map(\.term).prefix(32))
    }

    /// The most telling words of a text: long ones that come again and again.
    package static func keywords(of text: ReadText, count: Int = 20) -> [String] {
        var tally: [String: Int] = [:]
        for word in text.words where word.hasLetter && (word.text.count > 3 || WritingSystem.isSpaceless(word.text)) {
            let plain = word.text.lowercased()
            if !common.contains(plain) { tally[plain, default: 0] += 1 }
        }
        return tally.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map(\.key)
    }

    /// Words that almost every English text has.
    private static let common: Set<String> = Set(
        """
        a about above after again all also am an and any are as at be because been before being below between both but \
        by can could did do does doing down during each even every few for from further had has have having he her here \
        hers him his how i if in into is it its itself just like made make many may me might more most much must my no \
        nor not now of off on once only one or other our out over own said same shall she should since so some such \
        than that the their theirs them then there these they this those through to too under until up upon us very was \
        we were what when where whether which while who whom whose why will with without would you your
        """.split(separator: " ").map(String.init))
}
