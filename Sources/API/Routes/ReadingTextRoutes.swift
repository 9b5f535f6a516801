import Companion
import Documents
import Gateway
import Runtime
import Signals

/// Files of one's own as text to read.
enum ReadingTextRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.readingText) { asked, request in
            let name = asked.name ?? ""
            let isArchive = request.body.starts(with: [0x50, 0x4B])
            if isArchive { return ReadingTextDocument(try EPUB(request.body), name: name) }
            guard !request.body.isEmpty else {
                throw HTTPProblem.invalid([FieldFault(nil, "The body must be the file.", code: "missing")])
            }
            guard !request.body.contains(0) else {
                throw HTTPProblem.invalid([
                    FieldFault(nil, "This is no text: a plain text, Markdown or EPUB file is taken.", code: "invalid")
                ])
            }
            var bytes = request.body[...]
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
            // A text that is not UTF-8 is most often of Western Europe: each byte is a character then.
            let text =
                String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
            return ReadingTextDocument(name, [EPUB.Chapter(title: nil, text: text)])
        }
    }
}

extension ReadingTextDocument {
    fileprivate init(_ book: EPUB, name: String) {
        self.init(book.title ?? name, book.chapters)
        (author, language) = (book.author, book.language)
    }

    fileprivate init(_ title: String, _ parts: [EPUB.Chapter]) {
        self.init()
        heading = title
        chapters = parts.map { part in
            var chapter = Chapter()
            (chapter.heading, chapter.text, chapter.words) = (part.title, part.text, ReadText(part.text).words.count)
            return chapter
        }
        words = chapters.reduce(0) { $0 + $1.words }
    }
}
