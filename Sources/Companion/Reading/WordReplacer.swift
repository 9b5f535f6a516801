import Documents

/// Puts plain words in the place of long ones, by ``PlainWords``. Quotations, names and words in capitals stay. No synonym
/// of a dictionary is taken: even of words with one meaning it has ones that say something else.
enum WordReplacer {
    /// Replacements in one text at most.
    private static let most = 2000

    static func changes(in text: ReadText) -> [TextChange] {
        let starts = Set(text.sentences.compactMap { text.words(in: $0).first?.range.lowerBound })
        var changes: [TextChange] = []
        var index = 0
        while index < text.words.count, changes.count < most {
            defer { index += 1 }
            let word = text.words[index]
            let isName = word.isCapitalized && !starts.contains(word.range.lowerBound)
            guard word.hasLetter, !isName, !text.isQuoted(word.range), !isShouted(word.text) else { continue }
            let plain = word.text.lowercased()
            if let (count, entry) = listed(plain, at: index, in: text, starts) {
                changes.append(change(text, index..<index + count, entry, "A plain word that means the same."))
                index += count - 1
            }
        }
        return changes
    }

    /// A word in capitals, as in a heading or for a defined term.
    private static func isShouted(_ word: String) -> Bool {
        word.count > 1 && word.unicodeScalars.allSatisfy { !$0.properties.isLowercase }
    }

    /// The entry of the list that fits here, with the number of its words.
    private static func listed(_ first: String, at index: Int, in text: ReadText, _ starts: Set<Int>) -> (Int, String)?
    {
        let last = index > 0 ? text.words[index - 1] : nil
        let before = last.map { $0.hasLetter ? $0.text.lowercased() : "#" } ?? ""
        let isOwned = before.hasSuffix("'s") || before.hasSuffix("\u{2019}s")
        for entry in PlainWords.entries[first] ?? [] {
            let end = index + entry.long.count
            guard end <= text.words.count, !entry.notAfter.contains(before),
                entry.after.isEmpty || entry.after.contains(before), !isOwned || !entry.notAfter.contains("his"),
                !entry.isAtStart || starts.contains(text.words[index].range.lowerBound)
            else { continue }
            let words = text.words[index..<end]
            guard zip(words, entry.long).allSatisfy({ $0.text.lowercased() == $1 }),
                words.dropFirst().allSatisfy({ !$0.isCapitalized }), isTogether(words, in: text)
            else { continue }
            let next = end < text.words.count ? text.words[end] : nil
            let after = next?.text.lowercased() ?? ""
            guard entry.before.isEmpty || entry.before.contains(after), !entry.notBefore.contains(after),
                !entry.isBeforeNumber || next?.hasLetter == false || PlainWords.numbers.contains(after)
            else { continue }
            return (entry.long.count, entry.plain)
        }
        return nil
    }

    /// Whether nothing but space stands between words, and no end of a paragraph.
    private static func isTogether(_ words: ArraySlice<ReadText.Word>, in text: ReadText) -> Bool {
        zip(words, words.dropFirst()).allSatisfy { left, right in
            let gap = text.scalars[left.range.upperBound..<right.range.lowerBound]
            return gap.allSatisfy(SentenceCutter.isSpace) && gap.count { $0 == "\n" } < 2
        } && !text.isQuoted((words.first?.range.lowerBound ?? 0)..<(words.last?.range.upperBound ?? 0))
    }

    /// The change, with the article before it where that must follow the sound: an initial, a first.
    private static func change(_ text: ReadText, _ range: Range<Int>, _ plain: String, _ why: String) -> TextChange {
        let first = text.words[range.lowerBound]
        var place = first.range.lowerBound..<text.words[range.upperBound - 1].range.upperBound
        var replacement = first.isCapitalized ? plain.prefix(1).uppercased() + plain.dropFirst() : plain
        if range.lowerBound > 0 {
            let article = text.words[range.lowerBound - 1]
            let word = article.text.lowercased()
            if word == "a" || word == "an", isTogether([article, first], in: text), !first.isCapitalized {
                let needed = startsWithVowel(plain) ? "an" : "a"
                if needed != word {
                    place = article.range.lowerBound..<place.upperBound
                    let gap = text.text(article.range.upperBound..<first.range.lowerBound)
                    replacement =
                        (article.isCapitalized ? needed.prefix(1).uppercased() + needed.dropFirst() : needed)
                        + gap + replacement
                }
            }
        }
        return TextChange(.replaceWord, at: place, of: text, with: replacement, why: why)
    }

    private static func startsWithVowel(_ word: String) -> Bool {
        guard let letter = word.first else { return false }
        return "aeiou".contains(letter) && !word.hasPrefix("use") && !word.hasPrefix("uni") && !word.hasPrefix("one")
            || word.hasPrefix("hour") || word.hasPrefix("honest") || word.hasPrefix("honour") || word.hasPrefix("heir")
    }
}
