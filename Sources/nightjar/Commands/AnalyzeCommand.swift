import Analysis
import Documents
import Gateway
import Recordings
import Runtime
import Signals

/// `nightjar analyze`.
enum AnalyzeCommand: Command {
    static let name = "analyze"
    static let summary = "Find and score the nights of a recording"
    static let operands = ["FILE"]
    static let options = [
        Option("--diary", "FILE", "asleep,awake[,lights_out] per night in wall times: holds against what is found"),
        Option("--event-marks", nil, "let sleep begin no earlier than the mark on the recorder that is nearest to it"),
        Option("--zone", "AREA/CITY", "the zone of the recorder's clock and of the days (the file's own, else UTC)"),
        Option("--lights-out", "S", "when the wearer went to sleep, in seconds since 1970"),
        Option("--user", "ID", "whose nights they are, for `user_id`"),
        Option("--mood", nil, "show a mood-related activity pattern as `depression_risk_score`; not a diagnosis"),
        Option("--weights", "FILE", "weights of the actigraphy transformer (default: those that were installed)"),
        Option("--allow-unknown-weights", nil, "take weights that are not the published ones, and say so"),
        Option("--head", "FILE", "a trained head for it, as JSON; with --mood its score is shown"),
        TableColumns.option, Option.json, DataFolder.option,
    ]
    static let examples = [
        "nightjar analyze night.agd --zone America/Chicago --json",
        "nightjar analyze week.txt.zip --zone Europe/Berlin",
    ]
    static let discussion = """
        Raw acceleration of three days or more is calibrated by gravity first (van Hees 2014), read a second time and summed
        up in epochs, ActiGraph counts and non-wear; counts of a recorder are scored as they are. A night goes from noon to
        noon and belongs to the day on which it ends. Each figure names its method and its confidence; one that cannot be
        known is null, with the reason beside it. A mark on the recorder from an hour before sleep to a quarter of an hour
        into it is taken for lights-out, unless that or a diary is given. Windows with fewer than four recorded hours are left
        out where there are others.
        """

    static func run(_ arguments: Arguments) async throws {
        let file = try RecordingFile.open(path: arguments.operands[0])
        let columns = try TableColumns.map(of: file, arguments)
        let asked = try arguments.value("--zone").map { try Zone.named($0) }
        let zone = try asked ?? RecordingFormats.ownZone(of: file)?.zone(usually: .utc) ?? .utc
        let options = DecodeOptions(zone: zone, columns: columns, isZoneGiven: asked != nil)
        let lightsOut = try arguments.number("--lights-out").map { seconds in
            guard let instant = Instant(secondsSince1970: seconds) else {
                throw arguments.usage("--lights-out is no time.")
            }
            return instant
        }
        let diary = try arguments.value("--diary").map { try DiaryTable.read($0, zone: zone) }
        let survey = try RecordingSurvey.look(at: file, options: options)
        var sink = RecordingNights(zone: zone, survey: survey, countsMinutes: true, keepsEpochs: true)
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        for loss in summary.losses where loss.cause.rawValue == "zone_contradiction" { Output.note(loss.detail) }
        let marks = (lightsOut.map { [$0] } ?? []) + (arguments.has("--event-marks") ? sink.marks : [])
        let isUnasked = marks.isEmpty && diary == nil
        let found = try isUnasked ? sink.markedNights(summary) : sink.nights(summary, lightsOut: marks)
        let nights = try diary.map { try NightAnalysis.within($0, found, zone: zone) } ?? found
        guard arguments.has("--json") else {
            try text(nights, zone: zone)
            return try RecordingText(summary: summary, survey: survey, minutes: sink.activity?.minutes ?? []).write(
                sink.rhythm())
        }
        var context = try context(arguments, rhythm: sink.rhythm(), minutes: sink.minutes, nights: nights)
        (context.survey, context.activity) = (survey, sink.activity?.minutes ?? [])
        var json = JSONText()
        json.array { json in
            for night in nights { NightJSON.write(night, context, to: &json) }
        }
        try Output.line(json.string)
    }

    private static func context(
        _ arguments: Arguments, rhythm: Rhythm?, minutes: ActivityMinutes?, nights: [Night]
    ) throws -> NightContext {
        var context = NightContext(
            analysis: ActigraphyAnalysis(rhythm: rhythm, nights: nights), user: arguments.value("--user"),
            made: WallClock().now, showsMood: arguments.has("--mood"))
        try NightEmbedding.fill(&context, arguments, minutes: minutes)
        return context
    }

    private static func text(_ nights: [Night], zone: Zone) throws {
        for night in nights {
            guard let period = night.sleepPeriod, let asleep = night.measures.totalSleepTime.value else {
                try Output.line("\(night.date)  no sleep: \(night.sleepPeriodReason ?? "it cannot be measured")")
                continue
            }
            let clock = { (instant: Instant) in String("\(zone.civilTime(at: instant))".dropFirst(11).prefix(5)) }
            let figures = [
                "\(clock(period.lowerBound))-\(clock(period.upperBound))", "asleep \(SleepText.minutes(asleep))",
                "efficiency \(night.measures.sleepEfficiency.value.map(SleepText.percent) ?? "unknown")",
                "awake \(night.measures.wakeAfterSleepOnset.value.map(SleepText.minutes) ?? "unknown")",
                "confidence \((night.confidence.value * 100).rounded() / 100)",
            ]
            try Output.line("\(night.date)  \(figures.joined(separator: ", "))")
        }
    }
}
