import Analysis
package import Documents
package import Insights
import Runtime
package import Signals
import Store

extension Gateway {
    /// The daily insight of a person, but for what the day came to, which its summary tells.
    /// - Parameters:
    ///   - date: the day.
    ///   - subject: whose.
    ///   - phrases: the words.
    /// - Throws: `Failure` when the store cannot be read.
    package func dailyInsight(
        of date: CivilDate, of subject: HealthSubject, in phrases: any Phrasebook
    ) async throws -> DailyInsightDocument {
        let now = configuration.clock.now
        let today = configuration.zone.civilTime(at: now).date
        var days = try await dayValues(of: subject, through: date)
        if try await newestNights(of: subject, at: now).goesOn?.date == date { days.leaveOutNight() }
        let written = LocalWriter(phrases).insight(on: days, .comprehensive)
        let kept = try await keptInsight(of: date, in: phrases.language, of: subject)
        var document = DailyInsightDocument(written, phrases)
        document.userID = "\(subject.person?.id.rawValue ?? subject.column)"
        document.status = date > today ? .pending : date == today ? .processing : .completed
        document.generated = kept.flatMap { $0.saysTheSame(as: written) ? $0.generated : nil } ?? UTCTime(now)
        document.sleep.stages = try await store.reading { _ in try self.stageHours(date, subject.visibility) }
        if document.sleep.stages == nil { document.reasons["sleep_stages"] = "no minutes of a night are known" }
        return document
    }

    /// Hours in each state of the night that leads of a date, from falling asleep to the last waking; nil without any.
    private func stageHours(_ date: CivilDate, _ visibility: Visibility) throws -> [String: Double]? {
        guard let stored = try preferred(from: date, to: date, visibility).first else { return nil }
        let window = stored.night.window
        let own = wearerRegistry.stretches(of: stored.device, in: window, visibility)
        let epochs = try store.epochs(
            of: stored.device, seconds: 30, from: window.lowerBound, to: window.upperBound
        ).filter { own.contain($0.start) }
        let minutes = stored.night.minutes(Hypnogram(stored.night, NightStaging.stage(stored.night, epochs)))
        guard !minutes.isEmpty else { return nil }
        return Dictionary(minutes.map { ($0.key.rawValue, ($0.value / 60 * 1000).rounded() / 1000) }) { $0 + $1 }
    }
}

extension DailyInsightDocument {
    fileprivate init(_ written: Insight, _ phrases: any Phrasebook) {
        self.init()
        date = written.date
        id = "insight_\("\(date)".filter { $0 != "-" })_daily"
        func sentences(_ category: InsightCategory) -> [String] {
            written.findings.filter { $0.category == category }.map(phrases.sentence)
        }
        (sleep.insights, activity.insights, heart.insights) = (
            sentences(.sleep), sentences(.activity), sentences(.heart)
        )
        narrative.summary = String(String.UnicodeScalarView(written.narrative.unicodeScalars.prefix(1000)))
        narrative.recommendations = written.recommendations
        narrative.achievements = written.findings.filter(\.isAchievement).map(phrases.sentence)
        confidence = (written.confidence * 100).rounded() / 100
        (language, engine) = (written.language, LocalWriter.engine)
        facts = written.findings.map(InsightFactDocument.init)
    }
}
