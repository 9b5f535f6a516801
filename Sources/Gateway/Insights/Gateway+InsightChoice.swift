package import Documents
import Signals
import Store

extension Gateway {
    /// How often insights are written of a person, and of what kinds nothing is said.
    /// - Throws: `Failure` when the store cannot be read.
    package func insightChoice(of subject: HealthSubject) async throws -> InsightChoiceDocument {
        let kept = try await store.reading { store in try store.insightChoice(of: subject.column) }
        guard let kept else { return InsightChoiceDocument() }
        return InsightChoiceDocument(
            InsightFrequency(rawValue: kept.frequency) ?? .nightly,
            muted: kept.muted.compactMap(InsightKind.init(rawValue:)))
    }

    /// Keeps what a person chose; what was not understood of the frequency stays as it is usual.
    /// - Throws: `Failure` when the store cannot be changed.
    package func choose(_ choice: InsightChoiceDocument, of subject: HealthSubject) async throws {
        let muted = InsightKind.allCases.filter { choice.muted.contains($0) }
        try await store.keep(
            InsightChoice(frequency: (choice.frequency ?? .nightly).rawValue, muted: muted.map(\.rawValue)),
            of: subject.column)
    }
}

extension InsightFrequency {
    /// The day that is looked back from, where a person's newest is `newest`.
    func day(_ newest: CivilDate) -> CivilDate {
        guard self == .weekly else { return newest }
        // Day 0 was a Thursday.
        let sinceMonday = ((newest.daysSince1970 + 3) % 7 + 7) % 7
        return newest.adding(days: -sinceMonday)
    }
}
