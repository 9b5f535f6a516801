/// Finds quotations and brackets, whose text is never changed.
enum QuotationFinder {
    static func find(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var open: (closer: Unicode.Scalar, start: Int, depth: Int)?
        var singles: [Int: Int]?
        var index = -1
        while index + 1 < scalars.count {
            index += 1
            let scalar = scalars[index]
            if let current = open {
                if scalar == current.closer, !isApostrophe(scalars, index) {
                    if current.depth > 1 {
                        open = (current.closer, current.start, current.depth - 1)
                    } else {
                        found.append(current.start..<index + 1)
                        open = nil
                    }
                } else if scalar == scalars[current.start], current.closer != scalars[current.start] {
                    open = (current.closer, current.start, current.depth + 1)
                } else if isEndOfParagraph(scalars, index) {
                    // A quotation that goes on has its mark again at the next paragraph.
                    found.append(current.start..<index)
                    open = nil
                }
            } else if let closer = closer(of: scalar), !isApostrophe(scalars, index) {
                open = (closer, index, 1)
            } else if scalar == "'" {
                singles = singles ?? singleQuotes(scalars)
                if let end = singles?[index] {
                    found.append(index..<end + 1)
                    index = end
                }
            }
        }
        if let open { found.append(open.start..<scalars.count) }
        return found
    }

    private static func closer(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\"": "\""
        case "\u{201C}", "\u{201E}": "\u{201D}"
        case "\u{2018}": "\u{2019}"
        case "\u{00AB}": "\u{00BB}"
        case "(": ")"
        case "[": "]"
        default: nil
        }
    }

    /// Where quotations in typewriter's single quotes begin and end. As the mark is an apostrophe, too ("the boys' room"),
    /// each reaches to the last mark that can close it, up to the next that opens one or to the end of the paragraph.
    private static func singleQuotes(_ scalars: [Unicode.Scalar]) -> [Int: Int] {
        var quotes: [Int: Int] = [:]
        var (open, close): (Int?, Int?) = (nil, nil)
        func end() {
            if let open, let close { quotes[open] = close }
            (open, close) = (nil, nil)
        }
        for (index, scalar) in scalars.enumerated() {
            if isEndOfParagraph(scalars, index) { end() }
            guard scalar == "'" else { continue }
            let before = index > 0 ? scalars[index - 1] : " "
            let after = index + 1 < scalars.count ? scalars[index + 1] : " "
            if SentenceCutter.isSpace(before) || "([\"\u{2014}\u{2013}-".unicodeScalars.contains(before) {
                guard WordCutter.isLetterOrDigit(after), !isShortened(scalars, index) else { continue }
                if close != nil || open == nil {
                    end()
                    open = index
                }
            } else if open != nil, !WordCutter.isLetterOrDigit(after) {
                close = index
            }
        }
        end()
        return quotes
    }

    /// Whether a mark stands for letters that were left out: 'tis, '90s.
    private static func isShortened(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        var word = ""
        for scalar in scalars[(index + 1)...].prefix(6) {
            guard WordCutter.isLetterOrDigit(scalar) else { break }
            word.unicodeScalars.append(scalar)
        }
        return word.first?.isNumber == true
            || ["tis", "twas", "twere", "twill", "em", "til", "till", "cause", "bout", "round", "n"]
                .contains(word.lowercased())
    }

    /// Between two letters a mark is an apostrophe.
    private static func isApostrophe(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard scalars[index] == "\u{2019}", index > 0, index + 1 < scalars.count else { return false }
        return scalars[index - 1].properties.isAlphabetic && scalars[index + 1].properties.isAlphabetic
    }

    private static func isEndOfParagraph(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard scalars[index] == "\n" else { return false }
        var next = index + 1
        while next < scalars.count, scalars[next] == "\r" || scalars[next] == " " || scalars[next] == "\t" { next += 1 }
        return next < scalars.count && scalars[next] == "\n"
    }
}
