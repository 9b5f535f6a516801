/// Text as an index and a question both see it: whatever the case, the accents and the form in which they are coded; in
/// scripts without spaces by pairs of characters.
package enum SearchText {
    /// A search term.
    package struct Term: Hashable, Sendable {
        /// The term in the form that the index holds.
        package var text: String
        /// Whether words that begin with it count as well.
        package var isPrefix: Bool
    }

    /// The indexed form of a text: its words in order, separated by blanks.
    package static func index(_ text: String) -> String {
        var words: [String] = []
        for piece in pieces(of: ReadText(text)) {
            switch piece {
            case .word(let word): words.append(token(fold(word)))
            case .run(let characters):
                words += pairs(characters).map(token)
                // So that one character by itself is found at the end of a run, too.
                if let last = characters.last { words.append(token(String(last))) }
            }
        }
        return words.joined(separator: " ")
    }

    /// The distinct words of a question, in order.
    static func terms(_ question: String) -> [(word: String, term: Term)] {
        var seen: Set<Term> = []
        var terms: [(String, Term)] = []
        func add(_ word: String, _ term: Term) { if seen.insert(term).inserted { terms.append((word, term)) } }
        for piece in pieces(of: ReadText(question)) {
            switch piece {
            case .word(let word):
                // Korean puts its particles behind the word, without a space.
                add(fold(word), Term(text: token(fold(word)), isPrefix: word.unicodeScalars.allSatisfy(isHangul)))
            case .run(let characters) where characters.count == 1:
                let only = String(characters)
                add(only, Term(text: encodes(only) ? encoded(only) : only, isPrefix: true))
            case .run(let characters):
                for pair in pairs(characters) { add(pair, Term(text: token(pair), isPrefix: false)) }
            }
        }
        return terms
    }

    /// A word without case, accents and forms: `Straße` and `STRASSE`, `Οδός` and `ΟΔΟΣ`, `İzmir` and `izmir` are the same.
    package static func fold(_ word: String) -> String {
        var folded = ""
        for scalar in word.unicodeScalars {
            for lower in plain(scalar).properties.lowercaseMapping.unicodeScalars { append(lower, to: &folded) }
        }
        return folded
    }

    private enum Piece {
        case word(String)
        /// Characters of a script without spaces that stand together.
        case run([Character])
    }

    private static func pieces(of text: ReadText) -> [Piece] {
        var pieces: [Piece] = []
        var run: Range<Int>?
        func close() {
            if let run { pieces.append(.run(Array(text.text(run)))) }
            run = nil
        }
        for word in text.words {
            guard WritingSystem.isSpaceless(text.scalars[word.range.lowerBound]) else {
                close()
                pieces.append(.word(word.text))
                continue
            }
            if let open = run, open.upperBound == word.range.lowerBound {
                run = open.lowerBound..<word.range.upperBound
            } else {
                close()
                run = word.range
            }
        }
        close()
        return pieces
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }

    private static func pairs(_ characters: [Character]) -> [String] {
        zip(characters, characters.dropFirst()).map { String([$0, $1]) }
    }

    /// The index takes letters and digits only, so that a word with signs of vowels beside them goes in by its numbers.
    private static func token(_ word: String) -> String { encodes(word) ? encoded(word) + "9" : word }

    private static func encodes(_ word: String) -> Bool {
        word.unicodeScalars.contains {
            switch $0.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
            || word.unicodeScalars.first.map { WritingSystem.isSpaceless($0) && !WritingSystem.isHanOrKana($0) }
                ?? false
    }

    private static func encoded(_ word: String) -> String {
        word.unicodeScalars.map {
            let digits = String($0.value, radix: 16)
            return "z" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined()
    }

    /// A full-width form as its ordinary character.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout String) {
        // Accents by themselves; those of vowels in Indic and Thai writing have no class and stay.
        if scalar.properties.canonicalCombiningClass != .notReordered || scalar.value == 0xAD { return }
        switch scalar {
        case "ß": folded += "ss"
        case "ı": folded += "i"
        case "æ": folded += "ae"
        case "œ": folded += "oe"
        case "ø": folded += "o"
        case "ł": folded += "l"
        case "đ": folded += "d"
        case "\u{FB00}": folded += "ff"
        case "\u{FB01}": folded += "fi"
        case "\u{FB02}": folded += "fl"
        case "ё": folded += "е"
        default: folded.unicodeScalars.append(greek(scalar) ?? latin(scalar) ?? scalar)
        }
    }

    /// A Latin letter without its accent; nil for all others.
    private static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) else { return nil }
        return LetterNames.base(scalar)
    }

    /// A Greek letter without its accents, and a final sigma as any other; nil for all others.
    private static func greek(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x370...0x3FF).contains(scalar.value) || (0x1F00...0x1FFF).contains(scalar.value) else { return nil }
        return scalar == "ς" ? "σ" : LetterNames.base(scalar)
    }
}
