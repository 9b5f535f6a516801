/// Finds words. Where a script has no spaces between them, each two characters (of Thai and its kin four) are taken for
/// one, which is about as long as a word is there.
enum WordCutter {
    static func cut(_ scalars: [Unicode.Scalar]) -> [ReadText.Word] {
        var words: [ReadText.Word] = []
        var index = 0
        while index < scalars.count {
            guard isLetterOrDigit(scalars[index]) else {
                index += 1
                continue
            }
            let start = index
            var hasLetter = false
            let isSpaceless = WritingSystem.isSpaceless(scalars[start])
            let end = !isSpaceless ? scalars.count : start + (WritingSystem.isHanOrKana(scalars[start]) ? 2 : 4)
            while index < min(end, scalars.count), isPart(scalars, index, after: start),
                WritingSystem.isSpaceless(scalars[index]) == isSpaceless || index == start
                    || scalars[index].properties.canonicalCombiningClass != .notReordered
            {
                hasLetter = hasLetter || scalars[index].properties.isAlphabetic
                index += 1
            }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[start..<index])
            words.append(
                ReadText.Word(
                    range: start..<index, text: String(view), hasLetter: hasLetter,
                    isCapitalized: scalars[start].properties.isUppercase))
        }
        return words
    }

    static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType == .decimal
    }

    private static func isPart(_ scalars: [Unicode.Scalar], _ index: Int, after start: Int) -> Bool {
        let scalar = scalars[index]
        if isLetterOrDigit(scalar) { return true }
        guard index > start else { return false }
        // Accents that stand by themselves, and soft hyphens, are parts of the word before them.
        if scalar.value == 0xAD || scalar.properties.canonicalCombiningClass != .notReordered { return true }
        guard index + 1 < scalars.count, isLetterOrDigit(scalars[index + 1]), isLetterOrDigit(scalars[index - 1]) else {
            return false
        }
        switch scalar {
        case "'", "\u{2019}", "-", "\u{2010}", "\u{2011}": return true
        // 3.14 and 1,000 are one number each.
        case ".", ",": return isDigit(scalars[index - 1]) && isDigit(scalars[index + 1])
        default: return false
        }
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }
}
