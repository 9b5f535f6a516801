/// Finds sentences: at a full stop, a question or an exclamation mark, an ellipsis and their relatives of other scripts,
/// but not after an abbreviation, an initial or inside of a number, and at an empty line in any case.
enum SentenceCutter {
    /// Before a name or a number: these never end a sentence.
    private static let titles: Set<String> = [
        "mr", "mrs", "ms", "mx", "dr", "prof", "st", "rev", "hon", "gen", "col", "capt", "lt", "sgt", "maj", "messrs",
        "mme", "mlle", "fr", "pres", "gov", "sen", "rep", "fig", "figs", "no", "nos", "vol", "vols", "pp", "p", "ch",
        "sec", "eq", "ed", "eds", "cf", "vs", "viz", "e.g", "i.e", "ca", "approx", "al", "op", "mt", "u.s", "u.k",
    ]
    /// Abbreviations that end a sentence when a capital letter follows.
    private static let others: Set<String> = [
        "etc", "inc", "ltd", "co", "corp", "jr", "sr", "a.m", "p.m", "ph.d", "b.c", "a.d", "jan", "feb",
        "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec", "dept", "univ", "est",
    ]

    static func cut(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var sentences: [Range<Int>] = []
        var start = 0
        var index = 0
        func close(_ end: Int) {
            var (first, last) = (start, end)
            while first < last, isSpace(scalars[first]) { first += 1 }
            while last > first, isSpace(scalars[last - 1]) { last -= 1 }
            if first < last { sentences.append(first..<last) }
            start = end
        }
        while index < scalars.count {
            if isNewline(scalars[index]), let end = emptyLine(scalars, index) {
                close(end)
                index = end
            } else if isTerminator(scalars[index]) {
                var end = index + 1
                while end < scalars.count, isTerminator(scalars[end]) || isCloser(scalars[end]) { end += 1 }
                if endsSentence(scalars, mark: index, end: end) { close(end) }
                index = end
            } else {
                index += 1
            }
        }
        close(scalars.count)
        return sentences
    }

    private static func endsSentence(_ scalars: [Unicode.Scalar], mark: Int, end: Int) -> Bool {
        if ["\u{3002}", "\u{FF01}", "\u{FF1F}"].contains(scalars[mark]) { return true }
        guard end < scalars.count else { return true }
        guard isSpace(scalars[end]) || isDash(scalars[end]) else { return false }
        var next = end
        while next < scalars.count, isSpace(scalars[next]) || isOpener(scalars[next]) || isDash(scalars[next]) {
            next += 1
        }
        guard next < scalars.count else { return true }
        // "Why?" she asked.
        if scalars[next].properties.isLowercase { return false }
        guard scalars[mark] == ".", end == mark + 1 else { return true }
        let word = wordBefore(scalars, mark)
        if titles.contains(word.lowercased()) { return word.lowercased() == "no" && !WordCutter.isDigit(scalars[next]) }
        if others.contains(word.lowercased()) { return scalars[next].properties.isUppercase }
        // J. S. Mill; but "So did I."
        let isInitial = word.unicodeScalars.count == 1 && word.first?.isUppercase == true && word != "I"
        return !isInitial
    }

    /// The letters and inner dots before a full stop.
    private static func wordBefore(_ scalars: [Unicode.Scalar], _ mark: Int) -> String {
        var first = mark
        while first > 0, mark - first < 12 {
            let scalar = scalars[first - 1]
            guard scalar.properties.isAlphabetic || (scalar == "." && first < mark) else { break }
            first -= 1
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[first..<mark])
        return String(view)
    }

    private static func emptyLine(_ scalars: [Unicode.Scalar], _ index: Int) -> Int? {
        var (end, lines) = (index, 0)
        while end < scalars.count, isSpace(scalars[end]) {
            // A carriage return with its line feed is one end of a line.
            if isNewline(scalars[end]), !(scalars[end] == "\n" && end > 0 && scalars[end - 1] == "\r") { lines += 1 }
            end += 1
        }
        return lines >= 2 ? end : nil
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
    }
    private static func isTerminator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "!", "?", "\u{2026}", "\u{3002}", "\u{FF01}", "\u{FF1F}", "\u{061F}", "\u{0964}": true
        default: false
        }
    }
    private static func isCloser(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "'", "\u{201D}", "\u{2019}", "\u{00BB}", ")", "]", "}": true
        default: false
        }
    }
    private static func isOpener(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "'", "\u{201C}", "\u{2018}", "\u{00AB}", "(", "[", "{", "*", "_": true
        default: false
        }
    }
    private static func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{2014}" || scalar == "\u{2013}" }
}
