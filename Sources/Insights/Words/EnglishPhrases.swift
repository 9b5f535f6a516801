import Documents
import Signals

/// English.
struct EnglishPhrases: Phrasebook {
    init() {}

    var language: String { "en" }

    func title(_ category: Insight.Category) -> String {
        switch category {
        case .sleep: "Sleep"
        case .heart: "Heart"
        case .activity: "Activity"
        case .general: "Your days"
        }
    }

    func sentence(_ finding: Finding) -> String {
        let metric = finding.metric
        let value = text(finding.value, metric)
        let reference = text(finding.reference, metric)
        switch finding.kind {
        case .usual:
            let tail = finding.choice(of: [
                "about your usual \(reference)", "as most days (median \(reference))",
                "within your usual range around \(reference)",
            ])
            return "\(lead(finding, value)), \(tail)."
        case .unusual:
            let range = finding.interval.map {
                "\(text($0.lowerBound, metric)) to \(text($0.upperBound, metric))"
            }
            let tail = range.map { ": your usual range is \($0) (\(finding.comparedDays) days)" } ?? ""
            return "\(lead(finding, value)), \(comparative(finding)) than usual\(tail)."
        case .change:
            return finding.choice(of: [
                "Over the last seven days \(noun(metric)) was \(value), \(comparative(finding)) than the \(reference) of the four weeks before.",
                "The last seven days differ from the four weeks before: \(noun(metric)) went from \(reference) to \(value).",
            ])
        case .guideline:
            guard let guideline = finding.guideline else { return "" }
            let what = guideline.isSum ? "\(noun(metric)) came to \(value)" : "\(noun(metric)) was \(value)"
            return
                "Over the last seven days \(what); \(reference) or more is advised for adults (\(guideline.source))."
        case .alone:
            return "\(lead(finding, value)); with \(count(finding.comparedDays)) before there is nothing usual yet."
        }
    }

    func highlight(_ finding: Finding) -> String { text(finding.value, finding.metric) }

    func unknown(_ metric: DayMetric, reason: String) -> String {
        "\(capitalized(noun(metric))) is not known: \(reason)."
    }

    var nothing: String {
        "There is nothing to tell yet: insights are about your last days, and of these there is no recorded night and nothing that a program sent."
    }

    func advice(_ advice: Advice) -> String {
        let text =
            switch advice {
            case .longerNights: "Go to bed half an hour earlier on the next evenings, for 7 hours of sleep or more."
            case .sameTimes: "Go to bed and get up at the same time every day, on free days too."
            case .noScreens: "Turn screens off at least half an hour before you go to bed."
            case .lightEvenings: "Avoid large meals and alcohol before you go to bed."
            case .lessCaffeine: "Avoid caffeine in the afternoon and evening."
            case .moreActivity: "Aim at 150 minutes of moderate activity a week: 22 minutes of brisk walking a day."
            case .someMovement: "Break up long sitting: any movement is better than none."
            case .quietBedroom: "Keep the bedroom quiet, relaxing and cool."
            }
        return "\(text) (\(advice.source))"
    }

    private func lead(_ finding: Finding, _ value: String) -> String {
        let day = finding.dates.last.map { Self.weekdays[$0.weekday] } ?? "that day"
        return switch finding.metric {
        case .sleepHours: "In the night to \(day) you slept \(value)"
        case .sleepEfficiency: "In the night to \(day) your sleep efficiency was \(value)"
        case .restingHeartRate: "On \(day) your resting heart rate was \(value)"
        case .averageHeartRate: "On \(day) your mean heart rate was \(value)"
        case .variability: "In the night to \(day) your heart rate variability was \(value)"
        case .steps: "On \(day) you took \(value)"
        case .activeMinutes: "On \(day) you were active for \(value)"
        case .activeEnergy: "On \(day) your active energy was \(value)"
        }
    }

    private func noun(_ metric: DayMetric) -> String {
        switch metric {
        case .sleepHours: "your time asleep"
        case .sleepEfficiency: "your sleep efficiency"
        case .restingHeartRate: "your resting heart rate"
        case .averageHeartRate: "your mean heart rate"
        case .variability: "your heart rate variability"
        case .steps: "your step count"
        case .activeMinutes: "your active time"
        case .activeEnergy: "your active energy"
        }
    }

    private func comparative(_ finding: Finding) -> String {
        switch finding.metric {
        case .sleepHours, .activeMinutes: finding.isMore ? "longer" : "shorter"
        case .steps: finding.isMore ? "more" : "fewer"
        default: finding.isMore ? "higher" : "lower"
        }
    }

    private func text(_ value: Double, _ metric: DayMetric) -> String {
        let (hours, number) = metric.parts(value)
        if let hours { return hours == 0 ? "\(number) min" : "\(hours) h \(number) min" }
        return switch metric {
        case .sleepEfficiency: "\(number) %"
        case .restingHeartRate, .averageHeartRate: "\(number) beats a minute"
        case .variability: "\(number) ms"
        case .activeMinutes: "\(number) min"
        case .activeEnergy: "\(number) kcal"
        default: "\(number) steps"
        }
    }

    private func count(_ days: Int) -> String { days == 1 ? "1 day" : days == 0 ? "no days" : "\(days) days" }

    private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
