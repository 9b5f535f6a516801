package import Documents
package import Insights
import Runtime
import Signals
package import Store

extension Gateway {
    /// The insight of the day of a person: that of the newest night, or of today where there is none of the last week. It is kept,
    /// and written anew once what it rests on has changed.
    /// - Parameters:
    ///   - subject: whose.
    ///   - phrases: the words.
    /// - Throws: `Failure` when the store cannot be read.
    package func insightOfDay(of subject: HealthSubject, in phrases: any Phrasebook) async throws -> InsightDocument {
        let last = try await insightDay(of: subject)
        let written = LocalWriter(phrases).insight(
            on: try await dayValues(of: subject, through: last), .comprehensive)
        let known = try await store.reading { store in
            try store.insight(of: last, in: phrases.language, of: subject.column)
        }
        if let known, let document = InsightDocument(known), document.saysTheSame(as: written) { return document }
        // A store that cannot write now is read all the same.
        let document =
            (try? await keep(written, on: last, of: subject))
            ?? InsightDocument(written, id: Self.insightName(), of: subject, at: configuration.clock.now)
        let kept = try await store.reading { store in
            try store.insight(of: last, in: phrases.language, of: subject.column)
        }
        // It keeps the name that it had, and whether it was put away.
        return kept.flatMap { InsightDocument($0) }.flatMap { $0.saysTheSame(as: written) ? $0 : nil } ?? document
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
        try await store.keep(
            StoredInsight(
                id: document.id, day: day, language: document.language, made: now, body: document.json.bytes),
            of: subject.column)
        return document
    }

    /// The day that is looked back from.
    private func insightDay(of subject: HealthSubject) async throws -> CivilDate {
        let today = configuration.zone.civilTime(at: configuration.clock.now).date
        let newest = try await store.reading { _ in try self.lastNight(of: subject)?.night.date }
        return newest.flatMap { $0 <= today && $0 > today.adding(days: -7) ? $0 : nil } ?? today
    }

    private func dayValues(of subject: HealthSubject, through last: CivilDate) async throws -> DayValues {
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
        return DayValues(through: last, whole: min(last, today.adding(days: -1)), values: values, reasons: reasons)
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

    fileprivate init(_ insight: Insight, id: String, of subject: HealthSubject, at now: Instant) {
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
    fileprivate func saysTheSame(as insight: Insight) -> Bool {
        narrative == insight.narrative && keyInsights == insight.keyInsights
            && recommendations == insight.recommendations && engine == LocalWriter.engine
    }
}

extension InsightFactDocument {
    fileprivate init(_ finding: Finding) {
        self.init()
        (kind, metric, unit) = (finding.kind.rawValue, finding.metric, finding.metric.unit)
        (value, reference) = (finding.value, finding.reference)
        (lower, upper) = (finding.interval?.lowerBound, finding.interval?.upperBound)
        (direction, comparedDays) = (finding.direction.rawValue, finding.comparedDays)
        (dates, source) = (finding.dates, finding.guideline?.source)
    }
}
