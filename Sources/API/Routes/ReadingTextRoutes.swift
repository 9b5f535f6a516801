import Companion
import Documents
import Gateway
import Runtime
import Signals

/// Files of one's own as text to read.
enum ReadingTextRoutes {
    private static let longest = 32 << 20

    static func add(to router: inout Router, gateway: Gateway) {
        router.post(
            "/api/v1/reading/text",
            .about(
                "The text of a file: plain text, Markdown or EPUB", "reading", detail: "Nothing of it is kept.",
                query: ["name": .string.about("The file's name")],
                body: .body("application/octet-stream").with("minLength", 1),
                replies: [
                    200: .object([
                        "title": .string, "author": .string.nullable, "language": .string.nullable, "words": .integer,
                        "chapters": .array(.object(["title": .string.nullable, "text": .string, "words": .integer])),
                    ])
                ], problems: [413, 422]), body: .collected(limit: longest)
        ) { request in
            let name = request.query["name"] ?? ""
            let isArchive = request.body.starts(with: [0x50, 0x4B])
            if isArchive { return answer(try EPUB(request.body), name: name) }
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
            return .json { json in
                write(title: name, author: nil, language: nil, [EPUB.Chapter(title: nil, text: text)], &json)
            }
        }
    }

    private static func answer(_ book: EPUB, name: String) -> HTTPResponse {
        .json { json in
            write(title: book.title ?? name, author: book.author, language: book.language, book.chapters, &json)
        }
    }

    private static func write(
        title: String, author: String?, language: String?, _ chapters: [EPUB.Chapter], _ json: inout JSONText
    ) {
        json.field("title", title)
        json.field("author", author)
        json.field("language", language)
        let counts = chapters.map { ReadText($0.text).words.count }
        json.field("words", counts.reduce(0, +))
        json.array("chapters") { json in
            for (chapter, count) in zip(chapters, counts) {
                json.object { json in
                    json.field("title", chapter.title)
                    json.field("text", chapter.text)
                    json.field("words", count)
                }
            }
        }
    }
}
