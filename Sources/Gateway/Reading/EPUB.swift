import Signals

/// The text of a book in EPUB (EPUB 3.3 of the W3C, and 2): chapter by chapter in reading order.
package struct EPUB: Sendable {
    /// A chapter of the book.
    package struct Chapter: Hashable, Sendable {
        /// The heading; nil when there is none.
        package var title: String?
        /// The text, paragraphs separated by empty lines.
        package var text: String

        /// Memberwise.
        package init(title: String?, text: String) {
            self.title = title
            self.text = text
        }
    }

    /// Chapters of a book that are read.
    private static let most = 2000
    /// Bytes of text of a book that are read.
    private static let longest = 8 << 20

    /// The book's title; nil when it has none.
    package private(set) var title: String?
    /// The book's author; nil when it has none.
    package private(set) var author: String?
    /// Its language, such as `en`; nil when it says none.
    package private(set) var language: String?
    /// The chapters that have text.
    package private(set) var chapters: [Chapter] = []

    /// Reads a book.
    /// - Throws: `Failure` with what is wrong with it.
    package init(_ content: [UInt8]) throws {
        var archive = try EPUBArchive(content)
        guard let container = try archive.file("META-INF/container.xml"), let path = try Self.package(container),
            let package = try archive.file(path)
        else { throw Failure(.usage, "This archive is no EPUB: it names no book.") }
        let folder = path.split(separator: "/").dropLast().map(String.init)
        var files: [String: String] = [:]
        var spine: [String] = []
        try readPackage(package, &files, &spine)
        var size = 0
        for id in spine.prefix(Self.most) {
            guard let href = files[id], let name = Self.resolve(href, from: folder), let page = try archive.file(name)
            else { continue }
            let chapter = try XHTMLText.read(page)
            guard !chapter.text.isEmpty else { continue }
            size += chapter.text.utf8.count
            guard size <= Self.longest else {
                throw Failure(.usage, "The book has more than \(Self.longest >> 20) MB of text; choose a shorter one.")
            }
            chapters.append(chapter)
        }
        guard !chapters.isEmpty else {
            throw Failure(.usage, "There is no text in this EPUB that can be read; a locked one cannot be opened.")
        }
    }

    /// Where the container says that the book's package is.
    private static func package(_ container: [UInt8]) throws -> String? {
        var reader = try XMLReader(container)
        while let node = reader.next() {
            if case .open("rootfile", _) = node { return reader.attribute("full-path") }
        }
        return nil
    }

    private mutating func readPackage(
        _ package: [UInt8], _ files: inout [String: String], _ spine: inout [String]
    ) throws {
        var reader = try XMLReader(package)
        var open = ""
        while let node = reader.next() {
            switch node {
            case .open("item", _):
                if let id = reader.attribute("id"), let href = reader.attribute("href"), files.count < 20_000 {
                    files[id] = href
                }
            case .open("itemref", _):
                if let id = reader.attribute("idref"), spine.count < Self.most { spine.append(id) }
            case .open(let name, _): open = name
            case .close: open = ""
            case .text(let text):
                let text = XHTMLText.squeezed(text)
                guard !text.isEmpty, text.utf8.count < 2000 else { continue }
                if open == "title" { title = title ?? text }
                if open == "creator" { author = author ?? text }
                if open == "language" { language = language ?? text }
            case .entity: continue
            }
        }
    }

    /// The name in the archive of a reference in the package; nil for one that leads out of it.
    static func resolve(_ href: String, from folder: [String]) -> String? {
        var parts = folder
        let path = href.prefix { $0 != "#" }
        for part in path.split(separator: "/") {
            switch part {
            case ".": continue
            case "..":
                guard !parts.isEmpty else { return nil }
                parts.removeLast()
            default:
                guard let name = decoded(part) else { return nil }
                parts.append(name)
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// Without its percent escapes; nil when they give no UTF-8.
    private static func decoded(_ part: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(part.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
