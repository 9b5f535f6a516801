import Documents

/// Cuts long paragraphs between sentences, so that a screen holds one thought.
enum Chunker {
    /// Words that a paragraph may have before it is divided.
    static let longest = 80
    private static let wanted = 60

    static func changes(in text: ReadText) -> [TextChange] {
        var changes: [TextChange] = []
        for paragraph in paragraphs(of: text) {
            let total = paragraph.reduce(0) { $0 + text.words(in: $1).count }
            guard total > longest else { continue }
            var (count, rest) = (0, total)
            for (sentence, next) in zip(paragraph, paragraph.dropFirst()) {
                let words = text.words(in: sentence).count
                count += words
                rest -= words
                let gap = sentence.upperBound..<next.lowerBound
                guard count >= wanted, rest >= wanted / 2, !gap.isEmpty, !text.isQuoted(gap) else { continue }
                changes.append(
                    TextChange(
                        .chunk, at: gap, of: text, with: "\n\n",
                        why: "A paragraph of \(total) words; one thought at a time is easier."))
                count = 0
            }
        }
        return changes
    }

    private static func paragraphs(of text: ReadText) -> [[Range<Int>]] {
        var paragraphs: [[Range<Int>]] = []
        for sentence in text.sentences {
            if let last = paragraphs.last?.last,
                text.scalars[last.upperBound..<sentence.lowerBound].count(where: {
                    $0 == "\n"
                }) < 2
            {
                paragraphs[paragraphs.count - 1].append(sentence)
            } else {
                paragraphs.append([sentence])
            }
        }
        return paragraphs
    }
}
