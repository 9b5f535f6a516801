import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Questions to texts of one's own: passages are found, and the answer is made of nothing but them.
enum RAGRoutes {
    private static let longest = 4 << 20

    static func add(to router: inout Router, gateway: Gateway) {
        router.post(
            "/api/v1/rag/ingest",
            .about(
                "Take a text in, to be asked", "texts", detail: "A text of the same document_id is replaced.",
                body: .object([
                    "document_id": .string(1...200).with("pattern", "\\S"), "title": .string(0...500).nullable.optional,
                    "language": .languageTag.nullable.optional.about("Found by itself where it is not said"),
                    "content": .string(1...longest).with("pattern", "\\S"),
                ]), replies: [200: .object(["job_id": .string, "status": .string, "passages": .integer])],
                problems: [413, 422]), body: .collected(limit: 2 * longest)
        ) { try await ingest($0, gateway) }
        router.post(
            "/api/v1/rag/query",
            .about(
                "Ask your texts", "texts", detail: "The answer holds nothing but passages that were found.",
                body: .object([
                    "query": .string(1...2000).with("pattern", "\\S"),
                    "language": .languageTag.nullable.optional.about("Only texts in this language"),
                    "top_k": .integer(1...20).nullable.optional.standard(3),
                ]), replies: [200: .ragAnswer], problems: [422])
        ) { try ask($0, gateway) }
        router.get(
            "/api/v1/rag/documents",
            .about("Your texts", "texts", replies: [200: .object(["documents": .array(.map(.any))])])
        ) { request in
            let documents = try gateway.store.documents(of: request.caller.personColumn)
            return .json { json in
                json.array("documents") { json in
                    for document in documents { json.object { write(document, &$0) } }
                }
            }
        }
        router.on(
            .delete, "/api/v1/rag/documents/{id}",
            .about("Remove a text", "texts", replies: [204: .none], problems: [404])
        ) { request in
            try await gateway.store.removeDocument(try request.parameter("id"), of: request.caller.personColumn)
            return .empty()
        }
    }

    private static func ingest(_ request: HTTPRequest, _ gateway: Gateway) async throws -> HTTPResponse {
        var fields = try CheckedFields(request)
        let name = fields.text("document_id", limit: 200)
        let title = fields.optionalText("title", limit: 500) ?? name
        let language = fields.optionalLanguage("language")
        let content = fields.text("content", limit: longest)
        try fields.check()
        let text = ReadText(content)
        let passages = Passages.cut(text)
        let document = StoredDocument(
            name: name, title: title, language: language?.text ?? TextLanguage(of: text).code ?? "und",
            size: content.utf8.count,
            difficulty: ContentDifficulty(estimating: text).overall, terms: Passages.keywords(of: text),
            added: gateway.configuration.clock.now)
        try await gateway.store.keep(
            document, passages: passages, indexed: passages.map(SearchText.index), of: request.caller.personColumn)
        return .json { json in
            json.field("job_id", name)
            json.field("status", "completed")
            json.field("passages", passages.count)
        }
    }

    private static func ask(_ request: HTTPRequest, _ gateway: Gateway) throws -> HTTPResponse {
        var fields = try CheckedFields(request)
        let query = fields.text("query", limit: 2000)
        let language = fields.optionalLanguage("language")
        let count = fields.optionalWhole("top_k", in: 1...20) ?? 3
        try fields.check()
        let found = try gateway.store.passages(
            with: Passages.terms(of: query).map { StoredDocument.Term($0.text, isPrefix: $0.isPrefix) },
            of: request.caller.personColumn, language: language?.text, limit: count)
        return .json { json in
            json.field("answer", answer(found, language))
            json.array("snippets") { json in
                for passage in found {
                    json.object { json in
                        json.field("text", passage.text)
                        json.field("source", passage.title)
                        json.field("document_id", passage.document)
                        json.field("position", passage.position)
                        json.field("score", passage.score)
                    }
                }
            }
            json.field("found", !found.isEmpty)
            json.field("generated_at", Timestamp.text(gateway.configuration.clock.now))
            json.object("method") { json in
                json.field("name", "full-text-coverage")
                json.field("version", 3)
            }
        }
    }

    private static func answer(_ found: [StoredDocument.Passage], _ language: LanguageTag?) -> String {
        guard !found.isEmpty else {
            let kind = language.map { " in the language \($0.text)" } ?? ""
            return "Nothing found: none of your texts\(kind) says anything about that. Take a text in, or ask in other "
                + "words."
        }
        return found.map { "\($0.text) [\($0.title)]" }.joined(separator: "\n\n")
    }

    private static func write(_ document: StoredDocument, _ json: inout JSONText) {
        json.field("document_id", document.name)
        json.field("title", document.title)
        json.field("language", document.language)
        json.field("bytes", document.size)
        json.field("difficulty", document.difficulty)
        json.array("terms", document.terms)
        json.field("added_s", document.added)
    }
}

extension Schema {
    /// The name of a language.
    static var languageTag: Schema { .string(2...35).with("pattern", .string(LanguageTag.pattern)).example("en") }

    /// What one's texts say.
    static var ragAnswer: Schema {
        .object([
            "answer": .string,
            "snippets": .array(
                .object([
                    "text": .string, "source": .string, "document_id": .string, "position": .integer,
                    "score": .number(0...1).about(
                        "The share of the question's words that it has, rare ones weighing more"),
                ])), "found": .boolean, "generated_at": .time, "method": .map(.any),
        ])
    }
}
