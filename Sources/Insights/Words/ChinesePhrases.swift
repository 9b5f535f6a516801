import Documents
import Signals

/// Traditional Chinese.
struct ChinesePhrases: Phrasebook {
    init() {}

    var language: String { "zh-Hant" }

    func title(_ category: Insight.Category) -> String {
        switch category {
        case .sleep: "睡眠"
        case .heart: "心率"
        case .activity: "活動"
        case .general: "你的日子"
        }
    }

    func sentence(_ finding: Finding) -> String {
        let metric = finding.metric
        let value = text(finding.value, metric)
        let reference = text(finding.reference, metric)
        switch finding.kind {
        case .usual:
            let tail = finding.choice(of: [
                "與平時的\(reference)相近", "和多數日子一樣（中位數\(reference)）", "在平時範圍之內，約\(reference)",
            ])
            return "\(lead(finding, value))，\(tail)。"
        case .unusual:
            let range = finding.interval.map { "\(text($0.lowerBound, metric))到\(text($0.upperBound, metric))" }
            let tail = range.map { "：平時範圍是\($0)（\(finding.comparedDays) 天）" } ?? ""
            return "\(lead(finding, value))，\(comparative(finding))\(tail)。"
        case .change:
            return finding.choice(of: [
                "最近七天\(noun(metric))為\(value)，前四週為\(reference)，\(finding.isMore ? "有所上升" : "有所下降")。",
                "最近七天與前四週不同：\(noun(metric))由\(reference)變為\(value)。",
            ])
        case .guideline:
            guard let guideline = finding.guideline else { return "" }
            return
                "最近七天\(noun(metric))\(guideline.isSum ? "合計" : "為")\(value)；成人建議達\(reference)以上（\(guideline.source)）。"
        case .alone:
            return "\(lead(finding, value))；之前只有 \(finding.comparedDays) 天的資料，還不能與平時比較。"
        }
    }

    func highlight(_ finding: Finding) -> String { text(finding.value, finding.metric) }

    // Reasons are written in English, so the figure alone is named.
    func unknown(_ metric: DayMetric, reason: String) -> String { "\(noun(metric))目前沒有足夠的資料。" }

    var nothing: String { "目前還沒有可說的：洞察說的是最近幾天，而這幾天沒有記錄的夜晚，也沒有程式送來的資料。" }

    func advice(_ advice: Advice) -> String {
        let text =
            switch advice {
            case .longerNights: "接下來幾晚提早半小時上床，讓睡眠達到 7 小時以上。"
            case .sameTimes: "每天在相同時間上床和起床，假日也一樣。"
            case .noScreens: "睡前至少半小時關掉螢幕。"
            case .lightEvenings: "睡前避免吃大餐和飲酒。"
            case .lessCaffeine: "下午和晚上避免咖啡因。"
            case .moreActivity: "目標是每週 150 分鐘中等強度活動：相當於每天快走 22 分鐘。"
            case .someMovement: "減少久坐：動一點總比不動好。"
            case .quietBedroom: "讓臥室保持安靜、放鬆、涼爽。"
            }
        return "\(text)（\(advice.source)）"
    }

    private func lead(_ finding: Finding, _ value: String) -> String {
        let day = finding.dates.last.map { "星期" + Self.weekdays[$0.weekday] } ?? "那天"
        let night = "\(day)早上結束的那一晚，你"
        return switch finding.metric {
        case .sleepHours: "\(night)睡了\(value)"
        case .sleepEfficiency: "\(night)的睡眠效率是\(value)"
        case .restingHeartRate: "\(day)你的靜息心率是\(value)"
        case .averageHeartRate: "\(day)你的平均心率是\(value)"
        case .variability: "\(night)的心率變異是\(value)"
        case .steps: "\(day)你走了\(value)"
        case .activeMinutes: "\(day)你活動了\(value)"
        case .activeEnergy: "\(day)你的活動消耗是\(value)"
        }
    }

    private func noun(_ metric: DayMetric) -> String {
        switch metric {
        case .sleepHours: "睡眠時間"
        case .sleepEfficiency: "睡眠效率"
        case .restingHeartRate: "靜息心率"
        case .averageHeartRate: "平均心率"
        case .variability: "心率變異"
        case .steps: "步數"
        case .activeMinutes: "活動時間"
        case .activeEnergy: "活動消耗"
        }
    }

    private func comparative(_ finding: Finding) -> String {
        switch finding.metric {
        case .sleepHours, .activeMinutes: finding.isMore ? "比平時長" : "比平時短"
        case .steps: finding.isMore ? "比平時多" : "比平時少"
        default: finding.isMore ? "比平時高" : "比平時低"
        }
    }

    private func text(_ value: Double, _ metric: DayMetric) -> String {
        let (hours, number) = metric.parts(value)
        if let hours { return hours == 0 ? " \(number) 分鐘" : " \(hours) 小時 \(number) 分鐘" }
        return switch metric {
        case .sleepEfficiency: " \(number) %"
        case .restingHeartRate, .averageHeartRate: "每分鐘 \(number) 下"
        case .variability: " \(number) 毫秒"
        case .activeMinutes: " \(number) 分鐘"
        case .activeEnergy: " \(number) 千卡"
        default: " \(number) 步"
        }
    }

    private static let weekdays = ["一", "二", "三", "四", "五", "六", "日"]
}
