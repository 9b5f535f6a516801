package import Documents
package import Insights
import Runtime
import Signals
package import Store
import Synchronization

extension Gateway {
    /// The insight of the day of a person: that of the newest night that is over, or of today where there is none of the last
    /// week. It is kept, read where nothing has changed, and written anew once what it rests on has.
    /// - Parameters:
    ///   - subject: whose.
    ///   - phrases: the words.
    /// - Throws: `Failure` when the store cannot be read.
    package func insightOfDay(of subject: HealthSubject, in phrases: any Phrasebook) async throws -> InsightDocument {
        let (whose, now) = (InsightMemory.Whose(subject, phrases), InsightMemory.Moment(self))
        if let known = knownInsights.withLock({ $0.insight(whose, at: now) }) { return known }
        let last = try await insightDay(of: subject)
        let written = LocalWriter(phrases).insight(
            on: try await dayValues(of: subject, through: last), .comprehensive)
        let document = try await kept(written, on: last, of: subject)
        knownInsights.withLock { $0.keep(document, whose, at: now) }
        return document
    }

    /// The insight of a day as it is kept, put in the place of the former one where that says something else.
    private func kept(
        _ written: Insight, on day: CivilDate, of subject: HealthSubject
    ) async throws -> InsightDocument {
        let known = try await keptInsight(of: day, in: written.language, of: subject)
        if let known, known.saysTheSame(as: written) { return known }
        // That there is nothing to tell is nothing to keep.
        if known == nil, written.findings.isEmpty {
            return InsightDocument(written, id: Self.insightName(), of: subject, at: configuration.clock.now)
        }
        // A store that cannot write now is read all the same.
        let document =
            (try? await keep(written, on: day, of: subject))
            ?? InsightDocument(written, id: Self.insightName(), of: subject, at: configuration.clock.now)
        // It keeps the name that it had, and whether it was put away.
        let kept = try await keptInsight(of: day, in: written.language, of: subject)
        return kept.flatMap { $0.saysTheSame(as: written) ? $0 : nil } ?? document
    }

    func keptInsight(
        of day: CivilDate, in language: String, of subject: HealthSubject
    ) async throws -> InsightDocument? {
        try await store.reading { store in
            try store.insight(of: day, in: language, of: subject.column)
        }.flatMap { InsightDocument($0) }
    }

    /// Writes an insight that a program asked for, and keeps it.
    /// - Parameters:
    ///   - asked: what is asked for.
    ///   - subject: whose.
    ///   - phrases: the words.
    /// - Throws: `Failure` when the store cannot be read or changed.
    package func writeInsight(
        _ asked: InsightRequest, of subject: HealthSubject, in phrases: any Phrasebook
    ) async throws -> InsightDocument {
        var days = try await dayValues(of: subject, through: try await insightDay(of: subject))
        for (name, metric) in [("sleep_efficiency", DayMetric.sleepEfficiency), ("total_sleep_time", .sleepHours)] {
            guard let value = asked.results?[name]?.number else { continue }
            let possible = FindingSearch.possible(metric)
            guard possible.contains(value) else {
                throw Failure(
                    .usage,
                    "analysis_results.\(name) is \(Int(possible.lowerBound)) to \(Int(possible.upperBound)), in \(metric.unit)."
                )
            }
            days.values[metric, default: [:]][days.last] = value
        }
        let written = LocalWriter(phrases).insight(on: days, asked.depth, recommends: asked.recommends)
        return try await keep(written, on: nil, of: subject)
    }

    private func keep(
        _ insight: Insight, on day: CivilDate?, of subject: HealthSubject
    ) async throws -> InsightDocument {
        let now = configuration.clock.now
        let document = InsightDocument(insight, id: Self.insightName(), of: subject, at: now)
        let isFirst = try await store.keep(
            StoredInsight(
                id: document.id, day: day, language: document.language, made: now, body: document.json.bytes),
            of: subject.column)
        if isFirst { bus.publish(.insightCreated(InsightCreatedDocument(document), of: subject.person?.id)) }
        return document
    }

    /// The day that is looked back from.
    private func insightDay(of subject: HealthSubject) async throws -> CivilDate {
        let now = configuration.clock.now
        let today = configuration.zone.civilTime(at: now).date
        let newest = try await newestNights(of: subject, at: now)
        // What a night came to that goes on is not known yet.
        let last = newest.over ?? (newest.goesOn?.date == today ? today.adding(days: -1) : today)
        return (try await insightChoice(of: subject).frequency ?? .nightly).day(last)
    }

    func dayValues(of subject: HealthSubject, through last: CivilDate) async throws -> DayValues {
        let today = configuration.zone.civilTime(at: configuration.clock.now).date
        // The week of what is summed up ends a day earlier than that of nights.
        let days = try await days(
            from: last.adding(days: -(FindingSearch.before + 7)), to: last, of: subject)
        var values: [DayMetric: [CivilDate: Double]] = [:]
        for day in days {
            for metric in FindingSearch.metrics {
                values[metric, default: [:]][day.date] = day.figures[metric.rawValue]?.value
            }
        }
        var reasons: [DayMetric: String] = [:]
        for metric in FindingSearch.metrics {
            guard let figure = days.last?.figures[metric.rawValue], figure.value == nil else { continue }
            reasons[metric] = figure.note
        }
        var known = DayValues(through: last, whole: min(last, today.adding(days: -1)), values: values, reasons: reasons)
        known.leaveOut(try await insightChoice(of: subject).muted.map(\.rawValue))
        return known
    }

    private static func insightName() -> String {
        "insight_" + HexText.random(bytes: 4)
    }
}

extension InsightDocument {
    /// What is kept; nil where another version wrote what this one cannot read.
    package init?(_ stored: StoredInsight) {
        guard let document = try? FieldReader.answer(InsightDocument.self, stored.body) else { return nil }
        self = document
        (id, isDismissed) = (stored.id, stored.isDismissed)
    }

    init(_ insight: Insight, id: String, of subject: HealthSubject, at now: Instant) {
        self.init()
        (self.id, userID, date) = (id, "\(subject.person?.id.rawValue ?? subject.column)", insight.date)
        (category, heading, narrative) = (insight.category, insight.title, insight.narrative)
        (highlight, keyInsights, recommendations) = (
            insight.highlight, insight.keyInsights, insight.recommendations
        )
        confidence = (insight.confidence * 100).rounded() / 100
        (generated, language, engine) = (UTCTime(now), insight.language, LocalWriter.engine)
        facts = insight.findings.map(InsightFactDocument.init)
    }

    /// Whether writing it anew changed nothing.
    func saysTheSame(as insight: Insight) -> Bool {
        narrative == insight.narrative && keyInsights == insight.keyInsights
            && recommendations == insight.recommendations && engine == LocalWriter.engine
    }
}

extension InsightFactDocument {
    init(_ finding: Finding) {
        self.init()
        (kind, metric, unit) = (finding.kind.rawValue, finding.metric, finding.metric.unit)
        (value, reference) = (finding.value, finding.reference)
        (lower, upper) = (finding.interval?.lowerBound, finding.interval?.upperBound)
        (direction, comparedDays) = (finding.direction.rawValue, finding.comparedDays)
        (dates, source) = (finding.dates, finding.guideline?.source)
    }
}
