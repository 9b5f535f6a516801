/// Finds verbatim text, which is never changed: addresses, file names, identifiers, text between backticks, and program
/// code.
enum VerbatimFinder {
    /// Stretches in order, none of which touches another.
    static func find(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        let found = (codeBlocks(scalars) + spans(scalars) + tokens(scalars)).sorted { $0.lowerBound < $1.lowerBound }
        var merged: [Range<Int>] = []
        for range in found {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    // MARK: - Between backticks

    /// Marks from which on a run at the start of a line is a fence.
    private static let fence = 3

    /// Spans of fewer marks than a fence has, none of which goes over an empty line, and fences.
    private static func spans(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var open: (start: Int, marks: Int)?
        // Nothing but blanks have come since the last end of a line.
        var isLineStart = true
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            guard scalar == "`" else {
                if SentenceCutter.isNewline(scalar) {
                    // A carriage return with its line feed is one end of a line.
                    let isSecondHalf = scalar == "\n" && index > 0 && scalars[index - 1] == "\r"
                    if isLineStart, !isSecondHalf, let current = open, current.marks < fence { open = nil }
                    isLineStart = true
                } else if !SentenceCutter.isSpace(scalar) {
                    isLineStart = false
                }
                index += 1
                continue
            }
            let start = index
            while index < scalars.count, scalars[index] == "`" { index += 1 }
            let marks = index - start
            let mayFence = isLineStart && marks >= fence
            isLineStart = false
            guard let current = open else {
                open = (start, marks)
                continue
            }
            if mayFence && current.marks < fence || marks == current.marks && isOpening(scalars, start..<index) {
                // What stands open was a slip of the pen, or the first mark of `this'.
                open = (start, marks)
            } else if marks == current.marks || mayFence && marks > current.marks {
                found.append(current.start..<index)
                open = nil
            }
        }
        // A fence that nothing closes reaches to the end; a single mark is a slip of the pen.
        if let open, open.marks >= fence { found.append(open.start..<scalars.count) }
        return found
    }

    /// Whether marks too few for a fence stand before a word and after a blank, as those do that close nothing.
    private static func isOpening(_ scalars: [Unicode.Scalar], _ run: Range<Int>) -> Bool {
        run.count < fence && run.lowerBound > 0 && SentenceCutter.isSpace(scalars[run.lowerBound - 1])
            && run.upperBound < scalars.count && WordCutter.isLetterOrDigit(scalars[run.upperBound])
    }

    // MARK: - Addresses and identifiers

    private static func tokens(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < scalars.count {
            var end = start
            while end < scalars.count, !SentenceCutter.isSpace(scalars[end]) { end += 1 }
            if end > start, let own = address(scalars, start..<end) { found.append(own) }
            start = end + 1
        }
        return found
    }

    /// The token without punctuation around it, if it is not a word.
    private static func address(_ scalars: [Unicode.Scalar], _ token: Range<Int>) -> Range<Int>? {
        var (first, last) = (token.lowerBound, token.upperBound)
        while first < last, !isSign(scalars[first]) && !WordCutter.isLetterOrDigit(scalars[first]) { first += 1 }
        while last > first, scalars[last - 1] != "/", !WordCutter.isLetterOrDigit(scalars[last - 1]) { last -= 1 }
        guard last - first > 2 else { return nil }
        for index in first..<last - 1 {
            switch scalars[index] {
            case "/", "\\", "@", "_", "=", "~", "#": return first..<last
            case ".", ":":
                // example.com, list.append and std::sort; "e.g." and "3.5" are left alone as they are.
                if index > first, WordCutter.isLetterOrDigit(scalars[index - 1]),
                    scalars[index + 1].properties.isAlphabetic || scalars[index + 1] == ":"
                {
                    return first..<last
                }
            case "(":
                // f(x), but not "person(s)".
                if index > first, WordCutter.isLetterOrDigit(scalars[index - 1]), scalars[index + 1] != "s",
                    scalars[index + 1] != "e"
                {
                    return first..<last
                }
            default: break
            }
        }
        return nil
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "/" || scalar == "\\" || scalar == "@" || scalar == "~" || scalar == "#" || scalar == "_"
            || scalar == "."
    }

    // MARK: - Program text

    /// Blocks between empty lines of which at least half of the lines are program text.
    private static func codeBlocks(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var (lines, code) = (0, 0)
        var block = 0
        var start = 0
        func close(_ end: Int) {
            if lines > 0, code * 2 >= lines { found.append(block..<end) }
            (lines, code) = (0, 0)
        }
        while start < scalars.count {
            var end = start
            while end < scalars.count, !SentenceCutter.isNewline(scalars[end]) { end += 1 }
            let line = trimmed(scalars[start..<end])
            if line.isEmpty {
                close(start)
            } else {
                if lines == 0 { block = start }
                lines += 1
                if isCode(line) { code += 1 }
            }
            start = end + 1
        }
        close(scalars.count)
        return found
    }

    /// Words of a line up to which it can be a line of code.
    private static let longestLine = 14

    private static func isCode(_ line: String) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = line.last, words.count <= longestLine else { return false }
        if line.hasPrefix("//") || line.hasPrefix("/*") || line.hasPrefix("#!") || line.hasPrefix("#include")
            || line.hasPrefix("$ ") || line.hasPrefix("</") || last == "{" || last == "}" || line.hasSuffix("};")
        {
            return true
        }
        if [" = ", "==", "!=", "+=", "=>", "->", "&&", "||", "::", "/>", "</"].contains(where: line.contains) {
            return true
        }
        if hasCall(line) { return true }
        guard keywords.contains(String(first.prefix { $0.isLetter })) else { return false }
        return last == ":" || last == ";" || words.count <= 2 && last.isLetter
    }

    private static let keywords: Set<String> = [
        "def", "class", "func", "function", "import", "return", "const", "let", "var", "if", "elif", "for", "while",
        "else", "try", "catch", "switch", "case", "struct", "enum", "public", "private", "static",
    ]

    /// Whether a bracket follows a name directly: `range(10)`, but not "person(s)".
    private static func hasCall(_ line: String) -> Bool {
        let scalars = Array(line.unicodeScalars)
        return scalars.indices.dropFirst().contains { index in
            guard scalars[index] == "(", WordCutter.isLetterOrDigit(scalars[index - 1]) || scalars[index - 1] == "_"
            else { return false }
            return index + 1 >= scalars.count || scalars[index + 1] != "s" && scalars[index + 1] != "e"
        }
    }

    private static func trimmed(_ line: ArraySlice<Unicode.Scalar>) -> String {
        var (first, last) = (line.startIndex, line.endIndex)
        while first < last, SentenceCutter.isSpace(line[first]) { first += 1 }
        while last > first, SentenceCutter.isSpace(line[last - 1]) { last -= 1 }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: line[first..<last])
        return String(text)
    }
}
