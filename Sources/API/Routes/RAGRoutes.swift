import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Questions to texts of one's own: passages are found, and the answer is made of nothing but them.
enum RAGRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.ingestText) { asked, request in try await ingest(asked, request, gateway) }
        router.on(.askTexts) { asked, request in
            let found = try gateway.store.passages(
                with: Passages.terms(of: asked.query).map { StoredDocument.Term($0.text, isPrefix: $0.isPrefix) },
                of: request.caller.personColumn, language: asked.language?.text, limit: asked.count)
            var document = TextAnswerDocument()
            document.answer = answer(found, asked.language)
            document.snippets = found.map { TextAnswerDocument.Snippet($0) }
            document.isFound = !found.isEmpty
            document.generated = Timestamp(gateway.configuration.clock.now)
            (document.method.name, document.method.version) = ("full-text-coverage", 3)
            return document
        }
        router.on(.texts) { _, request in
            var list = TextListDocument()
            list.documents = try gateway.store.documents(of: request.caller.personColumn)
                .map { TextListDocument.Entry($0) }
            return list
        }
        router.on(.removeText) { asked, request in
            try await gateway.store.removeDocument(asked.id, of: request.caller.personColumn)
            return Nothing()
        }
    }

    private static func ingest(
        _ asked: TextIngestRequest, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> TextIngestDocument {
        let text = ReadText(asked.content)
        let passages = Passages.cut(text)
        let document = StoredDocument(
            name: asked.name, title: asked.heading ?? asked.name,
            language: asked.language?.text ?? TextLanguage(of: text).code ?? "und", size: asked.content.utf8.count,
            difficulty: ContentDifficulty(estimating: text).overall, terms: Passages.keywords(of: text),
            added: gateway.configuration.clock.now)
        try await gateway.store.keep(
            document, passages: passages, indexed: passages.map(SearchText.index), of: request.caller.personColumn)
        var answer = TextIngestDocument()
        (answer.job, answer.passages) = (asked.name, passages.count)
        return answer
    }

    private static func answer(_ found: [StoredDocument.Passage], _ language: LanguageTag?) -> String {
        guard !found.isEmpty else {
            let kind = language.map { " in the language \($0.text)" } ?? ""
            return "Nothing found: none of your texts\(kind) says anything about that. Take a text in, or ask in other "
                + "words."
        }
        return found.map { "\($0.text) [\($0.title)]" }.joined(separator: "\n\n")
    }
}

extension TextAnswerDocument.Snippet {
    fileprivate init(_ passage: StoredDocument.Passage) {
        self.init()
        (text, source, document) = (passage.text, passage.title, passage.document)
        (position, score) = (passage.position, passage.score)
    }
}

extension TextListDocument.Entry {
    fileprivate init(_ document: StoredDocument) {
        self.init()
        (name, heading, language) = (document.name, document.title, document.language)
        (bytes, difficulty, terms) = (document.size, document.difficulty, document.terms)
        added = document.added
    }
}
