/// Finds quotations and brackets, whose text nobody may change.
enum QuotationFinder {
    static func find(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var open: (closer: Unicode.Scalar, start: Int, depth: Int)?
        for (index, scalar) in scalars.enumerated() {
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
