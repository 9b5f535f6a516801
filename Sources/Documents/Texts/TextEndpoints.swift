extension Endpoint where Request == TextIngestRequest, Reply == TextIngestDocument {
    /// Takes a text in, to be asked.
    public static var ingestText: Self {
        Self(
            .post, "/api/v1/rag/ingest", "Take a text in, to be asked", in: "texts",
            detail: "A text of the same document_id is replaced.", limit: 2 * TextIngestRequest.longest,
            problems: [413, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == TextQueryRequest, Reply == TextAnswerDocument {
    /// Asks one's texts.
    public static var askTexts: Self {
        Self(
            .post, "/api/v1/rag/query", "Ask your texts", in: "texts",
            detail: "The answer holds nothing but passages that were found.", problems: [422], isRepeatable: true)
    }
}

extension Endpoint where Request == Nothing, Reply == TextListDocument {
    /// One's texts.
    public static var texts: Self { Self(.get, "/api/v1/rag/documents", "Your texts", in: "texts") }
}

extension Endpoint where Request == TextRequest, Reply == Nothing {
    /// Removes a text.
    public static var removeText: Self {
        Self(.delete, "/api/v1/rag/documents/{id}", "Remove a text", in: "texts", problems: [404])
    }
}
