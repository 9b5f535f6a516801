package import Documents
import Signals

/// Writes insights from the person's data alone, on this machine.
package struct LocalWriter: Sendable {
    /// What an answer says of who wrote it.
    package static let engine = "local"
    /// Grows when the same data come to other findings or words.
    package static let version = "1"

    private let phrases: any Phrasebook

    /// A writer in the words of a phrase book.
    package init(_ phrases: any Phrasebook) { self.phrases = phrases }

    /// What the days mean.
    /// - Parameters:
    ///   - days: the person's days.
    ///   - depth: how much is said: of brief two sentences at most, else three to five findings.
    ///   - recommends: whether it says what the person can do.
    package func insight(on days: DayValues, _ depth: InsightDepth, recommends: Bool = true) -> Insight {
        let found = FindingSearch.findings(in: days)
        let said = Array(found.prefix(depth == .brief ? 2 : depth == .comprehensive ? 5 : 12))
        let category = said.first?.metric.category ?? .general
        var sentences = said.map(phrases.sentence)
        if sentences.isEmpty { sentences = [phrases.nothing] }
        var key = depth == .brief ? Array(sentences.prefix(1)) : sentences
        if depth != .brief, !said.isEmpty {
            // What is not known is said too, where there is room.
            for metric in FindingSearch.metrics where key.count < 5 && !said.contains(where: { $0.metric == metric }) {
                guard let reason = days.reasons[metric] else { continue }
                key.append(phrases.unknown(metric, reason: reason))
            }
        }
        return Insight(
            date: days.last, language: phrases.language, category: category, title: phrases.title(category),
            narrative: sentences.prefix(depth == .detailed ? 6 : depth == .brief ? 2 : 3).joined(
                separator: phrases.language == "en" ? " " : ""),
            highlight: said.first.map { phrases.highlight($0).trimmed }, keyInsights: key,
            recommendations: recommends && !said.isEmpty ? advice(said, depth).map(phrases.advice) : [],
            confidence: said.isEmpty ? 0 : 0.95 * said.reduce(0) { $0 + $1.support } / Double(said.count),
            findings: said)
    }

    /// What helps with the findings, and what helps everybody, another of it each day.
    private func advice(_ findings: [Finding], _ depth: InsightDepth) -> [Advice] {
        var chosen: [Advice] = []
        for advice in findings.compactMap(Advice.init) where !chosen.contains(advice) { chosen.append(advice) }
        if depth == .brief { return Array(chosen.prefix(1)) }
        let general: [Advice] = [.sameTimes, .noScreens, .lightEvenings, .lessCaffeine, .quietBedroom, .someMovement]
        let first = findings.first.map { ($0.dates.last?.daysSince1970 ?? 0) % general.count } ?? 0
        for step in 0..<general.count where chosen.count < 3 {
            let next = general[(first + step + general.count) % general.count]
            if !chosen.contains(next) { chosen.append(next) }
        }
        return Array(chosen.prefix(5))
    }
}

extension DayMetric {
    /// What a figure is about.
    var category: Insight.Category {
        switch self {
        case .sleepHours, .sleepEfficiency: .sleep
        case .restingHeartRate, .averageHeartRate, .variability: .heart
        case .steps, .activeEnergy, .activeMinutes: .activity
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
