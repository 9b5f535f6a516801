/// The text of a page of XHTML: paragraphs parted by empty lines, without scripts, styles and notes of navigation.
enum XHTMLText {
    private static let blocks: Set<String> = [
        "p", "div", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "blockquote", "table",
        "tr", "dl", "dt", "dd", "figure", "figcaption", "pre", "header", "footer", "hr", "body",
    ]
    private static let silent: Set<String> = ["script", "style", "head", "nav", "svg", "math", "rt", "rp"]
    private static let headings: Set<String> = ["h1", "h2", "h3"]
    /// Entities of HTML that books use without declaring them.
    private static let entities: [String: String] = [
        "nbsp": " ", "mdash": "\u{2014}", "ndash": "\u{2013}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
        "ldquo": "\u{201C}", "rdquo": "\u{201D}", "hellip": "\u{2026}", "eacute": "é", "egrave": "è", "agrave": "à",
        "ccedil": "ç", "uuml": "ü", "ouml": "ö", "auml": "ä", "szlig": "ß", "oelig": "œ", "aelig": "æ", "copy": "©",
        "deg": "°", "frac12": "½", "pound": "£", "shy": "", "ecirc": "ê", "ocirc": "ô", "iuml": "ï",
    ]

    /// Reads one page.
    static func read(_ page: [UInt8]) throws -> EPUB.Chapter {
        var reader = try XMLReader(spelledOut(page))
        var paragraphs: [String] = []
        var current = ""
        var title: String?
        var heading = false
        var silence = 0
        func close() {
            let text = squeezed(current)
            current = ""
            guard !text.isEmpty else { return }
            if heading, title == nil { title = text }
            paragraphs.append(text)
        }
        while let node = reader.next() {
            switch node {
            case .open(let name, let isEmpty):
                if silent.contains(name), !isEmpty { silence += 1 }
                guard silence == 0 else { continue }
                if blocks.contains(name) { close() }
                if name == "br" { current += "\n" }
                if headings.contains(name) { heading = true }
            case .close(let name):
                if silent.contains(name) { silence = max(0, silence - 1) }
                guard silence == 0 else { continue }
                if blocks.contains(name) { close() }
                if headings.contains(name) { heading = false }
            case .text(let text): if silence == 0 { current += text }
            case .entity(let name): if silence == 0 { current += entities[name] ?? "\u{FFFD}" }
            }
        }
        close()
        return EPUB.Chapter(title: title, text: paragraphs.joined(separator: "\n\n"))
    }

    /// Without the entities of HTML, which XML knows only from a document type that is not fetched.
    static func spelledOut(_ page: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(page.count)
        var rest = page[...]
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<mark]
            rest = rest[mark...]
            let name = rest.dropFirst().prefix(12).prefix {
                ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || (48...57).contains($0)
            }
            let end = rest.startIndex + 1 + name.count
            guard !name.isEmpty, end < rest.endIndex, rest[end] == UInt8(ascii: ";"),
                let text = entities[String(decoding: name, as: UTF8.self)]
            else {
                result.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
                continue
            }
            result += Array(text.utf8)
            rest = rest[(end + 1)...]
        }
        return result + rest
    }

    /// The text with single blanks, and none at its ends.
    static func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
