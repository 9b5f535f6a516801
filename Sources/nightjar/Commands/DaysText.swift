import API
import Analysis
import Documents
import Runtime
import Signals

/// The words, tables and JSON of `nightjar days`.
enum DaysText {
    /// Every set of cut points.
    static var list: String {
        CutPoints.all.map { set in
            let vigorous = set.vigorous.map { ", vigorous from \($0)" } ?? ""
            return
                "\(set.name)\n  \(set.age), \(set.place), \(set.device) (\(set.source)); \(set.measure.rawValue): light "
                + "from \(set.light), moderate from \(set.moderate)\(vigorous)"
        }.joined(separator: "\n")
    }

    static func lines(_ report: DaysReport) -> String {
        var lines: [String] = []
        if let set = report.cutPoints {
            lines.append(
                "cut points \(set.name): \(set.age), \(set.place), \(set.device)\(report.isAssumed ? ", assumed" : "")")
        }
        if let reason = report.noActivity { lines.append("no activity: \(reason)") }
        for date in report.dates {
            var parts: [String] = []
            if let day = report.days.first(where: { $0.date == date }) {
                parts += CutPoints.Intensity.allCases.filter { $0 != .vigorous || report.cutPoints?.vigorous != nil }
                    .map {
                        "\($0) \(whole(day.minutes[$0] ?? 0))"
                    }
                parts.append("worn \((day.wornHours * 10).rounded() / 10) h\(day.isValid ? "" : ", not valid")")
            }
            for (field, exposure) in report.lights {
                guard let day = exposure.days.first(where: { $0.date == date }) else { continue }
                let above = zip(LightExposure.levels, day.minutesAbove).map { "\(whole($1)) above \(whole($0))" }
                parts.append("\(field) \(above.joined(separator: ", "))")
            }
            lines.append("\(date)  \(parts.joined(separator: ", ")) min")
        }
        for (field, exposure) in report.lights {
            guard let hours = exposure.leastMost else { continue }
            lines.append(
                "\(field): darkest 5 hours from \(RhythmFigures.clock(hours.l5Onset)), brightest 10 from "
                    + "\(RhythmFigures.clock(hours.m10Onset))")
        }
        guard let type = report.chronotype else {
            return (lines + ["chronotype unknown: \(report.noChronotype)"]).joined(separator: "\n")
        }
        let lag = report.socialJetLag.map { ", social jet lag \(($0.hours * 100).rounded() / 100) h" } ?? ""
        lines.append("chronotype (MSFsc) \((type.corrected * 100).rounded() / 100) h after midnight\(lag)")
        return lines.joined(separator: "\n")
    }

    private static func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }

    private static let activeColumns = [
        "worn_h", "valid", "sleep_min", "sedentary_min", "light_min", "moderate_min", "vigorous_min", "mvpa_min",
    ]

    /// A row for each day; what is not known is empty.
    static func table(_ report: DaysReport) -> String {
        var columns = ["date"]
        if report.cutPoints != nil {
            columns += activeColumns
            for (name, rule) in [("mvpa", ActivityBouts.moderateToVigorous), ("sedentary", .sedentary)] {
                columns += rule.minutes.flatMap { ["\(name)_bouts_\($0)", "\(name)_bouts_\($0)_min"] }
            }
            columns.append("mean_\(report.cutPoints?.measure.rawValue ?? "")")
        }
        for (field, _) in report.lights {
            columns += ["\(field)_known_min"] + LightExposure.levels.map { "\(field)_above_\(whole($0))_min" }
            columns.append("\(field)_geometric_mean")
        }
        var text = columns.joined(separator: ",") + "\n"
        for date in report.dates {
            var fields = ["\(date)"]
            if report.cutPoints != nil { fields += activity(report.days.first { $0.date == date }, report) }
            for (_, exposure) in report.lights {
                let day = exposure.days.first { $0.date == date }
                fields.append(day.map { "\($0.knownMinutes)" } ?? "")
                fields += LightExposure.levels.indices.map { level in day.map { "\($0.minutesAbove[level])" } ?? "" }
                fields.append(day.map { "\($0.geometricMean)" } ?? "")
            }
            text += fields.joined(separator: ",") + "\n"
        }
        return text
    }

    private static func activity(_ day: ActivityDay?, _ report: DaysReport) -> [String] {
        let bouts = ActivityBouts.moderateToVigorous.minutes.count + ActivityBouts.sedentary.minutes.count
        guard let day else { return [String](repeating: "", count: activeColumns.count + 2 * bouts + 1) }
        let vigorous = report.cutPoints?.vigorous == nil ? "" : "\(day.minutes[.vigorous] ?? 0)"
        var fields = ["\(day.wornHours)", day.isValid ? "1" : "0", "\(day.sleepMinutes)"]
        fields += [CutPoints.Intensity.sedentary, .light, .moderate].map { "\(day.minutes[$0] ?? 0)" }
        fields += [vigorous, "\(day.moderateToVigorous)"]
        fields += (day.activeBouts + day.sedentaryBouts).flatMap { ["\($0.count)", "\($0.minutes)"] }
        return fields + [day.mean.map { "\($0)" } ?? ""]
    }
}

extension DaysText {
    static func json(_ report: DaysReport) -> String {
        var json = JSONText()
        var chronotype = ChronotypeDocument(report.nights, noNights: report.noNights)
        json.object { json in
            json.object("cut_points") { json in
                let set = report.cutPoints
                json.field("name", set?.name)
                json.field("age", set?.age)
                json.field("place", set?.place)
                json.field("device", set?.device)
                json.field("source", set?.source)
                json.field("measure", set?.measure.rawValue)
                json.field("light", set?.light)
                json.field("moderate", set?.moderate)
                json.field("vigorous", set?.vigorous)
                json.field("assumed", report.isAssumed)
                json.field("reason", report.noActivity)
            }
            json.array("days") { json in for day in report.days { write(day, report, to: &json) } }
            json.object("light") { json in
                for (field, exposure) in report.lights { write(exposure, field, to: &json) }
            }
            json.field("chronotype", &chronotype)
        }
        return json.string
    }

    private static func write(_ day: ActivityDay, _ report: DaysReport, to json: inout JSONText) {
        json.object { json in
            json.field("date", "\(day.date)")
            json.field("worn_h", day.wornHours)
            json.field("valid", day.isValid)
            json.field("sleep_min", day.sleepMinutes)
            json.field("sedentary_min", day.minutes[.sedentary])
            json.field("light_min", day.minutes[.light])
            json.field("moderate_min", day.minutes[.moderate])
            json.field("vigorous_min", report.cutPoints?.vigorous == nil ? nil : day.minutes[.vigorous])
            json.field("mvpa_min", day.moderateToVigorous)
            for (name, sums) in [("mvpa_bouts", day.activeBouts), ("sedentary_bouts", day.sedentaryBouts)] {
                json.array(name) { json in
                    for sum in sums {
                        json.object { json in
                            json.field("least_min", sum.least)
                            json.field("count", sum.count)
                            json.field("minutes", sum.minutes)
                        }
                    }
                }
            }
            json.field("mean", day.mean)
        }
    }

    private static func write(_ exposure: LightExposure, _ field: String, to json: inout JSONText) {
        json.object(field) { json in
            json.field("l5", exposure.leastMost?.l5)
            json.field("l5_onset", exposure.leastMost.map { RhythmFigures.clock($0.l5Onset) })
            json.field("m10", exposure.leastMost?.m10)
            json.field("m10_onset", exposure.leastMost.map { RhythmFigures.clock($0.m10Onset) })
            json.array("days") { json in
                for day in exposure.days {
                    json.object { json in
                        json.field("date", "\(day.date)")
                        json.field("known_min", day.knownMinutes)
                        for (level, minutes) in zip(LightExposure.levels, day.minutesAbove) {
                            json.field("above_\(whole(level))_min", minutes)
                        }
                        json.field("geometric_mean", day.geometricMean)
                    }
                }
            }
        }
    }
}
