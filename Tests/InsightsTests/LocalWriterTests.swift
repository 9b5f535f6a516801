import Documents
import Signals
import Testing

@testable import Insights

@Suite struct LocalWriterTests {
    private static let last = CivilDate(daysSince1970: 20_000)

    /// Five weeks of sleep, heart and steps, with a short last night.
    private static var days: DayValues {
        func series(_ value: (Int) -> Double) -> [CivilDate: Double] {
            Dictionary(uniqueKeysWithValues: (0..<35).map { (last.adding(days: -$0), value($0)) })
        }
        return DayValues(
            through: last, whole: last.adding(days: -1),
            values: [
                .sleepHours: series { $0 == 0 ? 4.2 : 7.2 + Double($0 % 4) * 0.2 },
                .restingHeartRate: series { 55 + Double($0 % 3) }, .steps: series { 7000 + Double($0 % 7) * 300 },
            ], reasons: [.variability: "no sleep period with beats"])
    }

    @Test func leadsWithWhatIsOutOfTheOrdinary() {
        let insight = LocalWriter(EnglishPhrases()).insight(on: Self.days, .comprehensive)
        #expect(insight.category == .sleep && insight.title == "Sleep")
        #expect(insight.keyInsights[0].contains("4 h 12 min, shorter than usual"))
        #expect(insight.highlight == "4 h 12 min" && insight.narrative.contains("4 h 12 min"))
        #expect((3...5).contains(insight.keyInsights.count) && (3...5).contains(insight.recommendations.count))
        #expect(insight.recommendations[0].contains("AASM"))
        #expect(insight.keyInsights.contains("Your heart rate variability is not known: no sleep period with beats."))
        #expect(insight.confidence > 0.5 && insight.confidence <= 0.95)
    }

    @Test func briefIsTwoSentencesAndRecommendsOnlyWhereAsked() {
        let insight = LocalWriter(EnglishPhrases()).insight(on: Self.days, .brief, recommends: false)
        #expect(insight.recommendations.isEmpty && insight.keyInsights.count == 1)
        #expect(insight.narrative.split(separator: ". ").count <= 2)
    }

    @Test func sameDaysGiveTheSameWordsAndOthersOtherWords() {
        let writer = LocalWriter(EnglishPhrases())
        #expect(writer.insight(on: Self.days, .detailed) == writer.insight(on: Self.days, .detailed))
        var advice: Set<[String]> = []
        for shift in 0..<6 {
            var days = Self.days
            days.last = days.last.adding(days: -shift)
            advice.insert(writer.insight(on: days, .comprehensive).recommendations)
        }
        #expect(advice.count > 2)
    }

    @Test func nothingIsSaidToBeNothing() {
        for phrases: any Phrasebook in [EnglishPhrases(), ChinesePhrases()] {
            let insight = LocalWriter(phrases).insight(
                on: DayValues(through: Self.last, whole: Self.last, values: [:]), .comprehensive)
            #expect(insight.narrative == phrases.nothing && insight.confidence == 0 && insight.findings.isEmpty)
            #expect(insight.recommendations.isEmpty && insight.category == .general && insight.highlight == nil)
        }
    }

    /// Every kind of finding of every figure is a sentence with its numbers in both languages, and no English stands in the
    /// Chinese one but units and sources.
    @Test func everyFindingHasWords() {
        for metric in DayMetric.allCases {
            for kind in Finding.Kind.allCases {
                for day in 0..<6 {
                    let finding = Finding(
                        kind: kind, metric: metric, value: 6, reference: 8, interval: 7...9, direction: .worse,
                        comparedDays: 20, dates: [Self.last.adding(days: day)],
                        guideline: kind == .guideline ? .sleep : nil)
                    let english = EnglishPhrases().sentence(finding)
                    let chinese = ChinesePhrases().sentence(finding)
                    #expect(
                        english.hasSuffix(".") && english.contains("6")
                            && english.contains(EnglishPhrases().highlight(finding)))
                    #expect(chinese.hasSuffix("。") && chinese.contains("6"))
                    let compared = kind == .alone ? ["20"] : kind == .unusual ? ["7", "9", "20"] : ["8"]
                    for number in compared {
                        #expect(english.contains(number) && chinese.contains(number), "\(english) \(chinese)")
                    }
                    if kind != .guideline { #expect(!chinese.utf8.contains { (97...122).contains($0) }, "\(chinese)") }
                }
            }
        }
        for advice in Advice.allCases {
            #expect(EnglishPhrases().advice(advice).contains(advice.source))
            #expect(ChinesePhrases().advice(advice).contains(advice.source))
        }
    }

    @Test func languagesAreFoundByTheirTags() {
        #expect(Phrasebooks.named("en-GB")?.language == "en")
        for tag in ["zh-Hant", "zh_TW", "zh-HK", "zh"] { #expect(Phrasebooks.named(tag)?.language == "zh-Hant") }
        for tag in ["zh-Hans", "de", "english", ""] { #expect(Phrasebooks.named(tag) == nil) }
    }
}
