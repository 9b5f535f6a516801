import Documents
import Gateway
import Insights
import Runtime
import Signals
import Store

/// What a person's days mean.
enum InsightRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.writeInsight) { asked, request in
            let began = ContinuousClock.now
            let (phrases, isFallback) = words(asked.language)
            return reply(
                try await gateway.writeInsight(asked, of: try request.subject(nil, gateway), in: phrases),
                isFallback ? asked.language : nil, began, gateway)
        }
        // Before the insight of a name.
        router.on(.insightOfDay) { asked, request in
            let began = ContinuousClock.now
            let (phrases, isFallback) = words(asked.language ?? "en")
            return reply(
                try await gateway.insightOfDay(of: try request.subject(asked.person, gateway), in: phrases),
                isFallback ? asked.language : nil, began, gateway)
        }
        router.on(.insightChoice) { asked, request in
            try await gateway.insightChoice(of: try request.subject(asked.person, gateway))
        }
        router.on(.chooseInsights) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            // Whoever may see somebody's data does not choose for them.
            try request.checkUser(asked.person.map { "\($0)" })
            try await gateway.choose(asked.choice, of: subject)
            return try await gateway.insightChoice(of: subject)
        }
        router.answer(.dailyInsight) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            let date = try DayRoutes.day(asked.date, gateway)
            var document = try await gateway.dailyInsight(
                of: date, of: subject, in: words(asked.language ?? "en").phrases)
            document.take(try await DayRoutes.summary(date, of: subject, gateway))
            return asked.form == .short ? .document(ShortDailyInsightDocument(document)) : .document(document)
        }
        router.on(.insightHistory) { asked, request in
            try request.checkUser(asked.user)
            let began = ContinuousClock.now
            let column = try request.subject(asked.person, gateway).column
            let (found, total) = try await gateway.store.reading { store in
                try store.insights(of: column, limit: asked.limit, offset: asked.offset)
            }
            var document = InsightHistoryDocument()
            document.page.insights = found.compactMap { InsightDocument($0) }.map(InsightSummaryDocument.init)
            document.page.total = total
            document.page.hasMore = asked.offset + found.count < total
            document.page.pagination.limit = asked.limit
            document.page.pagination.offset = asked.offset
            document.page.pagination.current = asked.offset / asked.limit + 1
            document.page.pagination.total = (total + asked.limit - 1) / asked.limit
            document.metadata = metadata(nil, began, gateway)
            return document
        }
        router.on(.insightStatus) { _, _ in
            let began = ContinuousClock.now
            var document = InsightStatusDocument()
            document.told.state = gateway.storeFault == nil ? .healthy : .degraded
            document.told.model.name = LocalWriter.engine
            document.told.model.capabilities = [
                "insight_of_day", "brief", "comprehensive", "detailed", "en", "zh-Hant",
            ]
            document.told.time = UTCTime(gateway.configuration.clock.now)
            document.metadata = metadata(nil, began, gateway)
            return document
        }
        router.on(.insight) { asked, request in
            try await kept(asked, request, gateway)
        }
        router.on(.dismissInsight) { asked, request in
            let column = try request.subject(asked.person, gateway).column
            guard
                try await gateway.store.dismissInsight(asked.id, of: column, at: gateway.configuration.clock.now)
            else { throw Failure.noInsight(asked.id) }
            return try await kept(asked, request, gateway)
        }
        router.on(.restoreInsight) { asked, request in
            let column = try request.subject(asked.person, gateway).column
            guard try await gateway.store.restoreInsight(asked.id, of: column) else {
                throw Failure.noInsight(asked.id)
            }
            return try await kept(asked, request, gateway)
        }
        router.on(.deleteInsight) { asked, request in
            guard
                try await gateway.store.deleteInsight(asked.id, of: try request.subject(asked.person, gateway).column)
            else { throw Failure.noInsight(asked.id) }
            return Nothing()
        }
    }

    private static func kept(
        _ asked: InsightRow, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> InsightReplyDocument {
        let began = ContinuousClock.now
        let column = try request.subject(asked.person, gateway).column
        let found = try await gateway.store.reading { store in try store.insight(asked.id, of: column) }
        guard let document = found.flatMap({ InsightDocument($0) }) else { throw Failure.noInsight(asked.id) }
        return reply(document, nil, began, gateway)
    }

    /// The words of a language, or English ones.
    private static func words(_ language: String) -> (phrases: any Phrasebook, isFallback: Bool) {
        let known = Phrasebooks.named(language)
        return (known ?? Phrasebooks.english, known == nil)
    }

    private static func reply(
        _ insight: InsightDocument, _ fallback: String?, _ began: ContinuousClock.Instant, _ gateway: Gateway
    ) -> InsightReplyDocument {
        var document = InsightReplyDocument()
        document.insight = insight
        document.metadata = metadata(fallback, began, gateway)
        return document
    }

    private static func metadata(
        _ fallback: String?, _ began: ContinuousClock.Instant, _ gateway: Gateway
    ) -> InsightMetadata {
        var metadata = InsightMetadata()
        metadata.requestID = "req_insights_" + HexText.random(bytes: 4)
        metadata.time = UTCTime(gateway.configuration.clock.now)
        metadata.version = LocalWriter.version
        let spent = (ContinuousClock.now - began).components
        metadata.milliseconds = Double(spent.seconds) * 1000 + Double(spent.attoseconds) / 1e15
        metadata.languageFallback = fallback
        return metadata
    }
}

extension Failure {
    /// What is answered to a name that the person has no insight of.
    fileprivate static func noInsight(_ id: String) -> Failure {
        Failure(.notFound, "There is no insight \(id); your insights are at /api/v1/insights/history/me.")
    }
}
