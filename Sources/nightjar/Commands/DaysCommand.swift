import Analysis
import Documents
import Gateway
import Recordings
import Runtime
import Signals

/// `nightjar days`.
enum DaysCommand: Command {
    static let name = "days"
    static let summary = "Tell activity, light and chronotype day by day"
    static let operands = ["FILE"]
    static let options = [
        Option("--cut-points", "NAME", "what tells sedentary, light, moderate and vigorous apart; `list` shows all"),
        Option("--valid-hours", "H", "hours that must be worn for a day to count (16)"),
        Option("--zone", "AREA/CITY", "the zone of the recorder's clock and of the days (the file's own, else UTC)"),
        Option("--csv", nil, "print a row for each day"), TableColumns.option, Option.json, DataFolder.option,
    ]
    static let examples = [
        "nightjar days week.cwa --zone Europe/Berlin --json",
        "nightjar days week.gt3x --cut-points hildebrand-child-wrist-actigraph --csv",
        "nightjar days week.cwa --cut-points list",
    ]
    static let discussion = """
        Minutes awake are told by intensity from ENMO of 5 s, or from ActiGraph's counts of the vertical axis; counts of
        others have no published limits, and their days say so. Limits hold for the age, place and recorder that they
        were found with: without --cut-points they are those of adults, at the wrist for acceleration and at the hip for
        counts. Days go from midnight to midnight; sleep periods and what was not worn are no activity, and a day counts
        from 16 worn hours on. Bouts begin and end with the kind, have at least 80 % of it (90 % of sedentary time) and
        no pause of more than a minute. Light is as recorded, worn or not: minutes above 10, 250 and 1000 lux, and the
        darkest 5 and brightest 10 hours of the mean day. The chronotype is the middle of sleep on free days, less what
        work days took from sleep (msf_sc), with Saturday and Sunday free.
        """

    static func run(_ arguments: Arguments) async throws {
        let wanted = arguments.value("--cut-points")
        if wanted == "list" { return try Output.line(DaysText.list) }
        let validHours = try arguments.number("--valid-hours", in: 0...24) ?? ActivityDay.validHours
        let file = try RecordingFile.open(path: arguments.operands[0])
        let columns = try TableColumns.map(of: file, arguments)
        let asked = try arguments.value("--zone").map { try Zone.named($0) }
        let zone = try asked ?? RecordingFormats.ownZone(of: file)?.zone(usually: .utc) ?? .utc
        let options = DecodeOptions(zone: zone, columns: columns, isZoneGiven: asked != nil)
        let survey = try RecordingSurvey.look(at: file, options: options)
        var sink = DaySink(nights: RecordingNights(zone: zone, survey: survey, keepsEpochs: true))
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        let lights = sink.exposures(in: zone)
        let (nights, noNights) = try nights(&sink.nights, summary, lights.isEmpty)
        var report = DaysReport(lights: lights, nights: nights, noNights: noNights)
        try activity(&report, sink.nights, nights, zone, wanted, validHours, arguments)
        if arguments.has("--csv") { return try Output.write(Array(DaysText.table(report).utf8)) }
        try Output.line(arguments.has("--json") ? DaysText.json(report) : DaysText.lines(report))
    }

    /// The nights; of a recording with light alone none, and why.
    private static func nights(
        _ sink: inout RecordingNights, _ summary: RecordingSummary, _ hasNoLight: Bool
    ) throws -> (nights: [Night], reason: String?) {
        do { return (try sink.nights(summary), nil) } catch let failure as Failure where !hasNoLight {
            return ([], failure.message)
        }
    }

    private static func activity(
        _ report: inout DaysReport, _ sink: RecordingNights, _ nights: [Night], _ zone: Zone, _ wanted: String?,
        _ validHours: Double, _ arguments: Arguments
    ) throws {
        var series: WallClockSeries?
        var measure = CutPoints.Measure.enmo
        if let counts = sink.counts {
            measure = .counts
            if counts.scale == .actigraph, let minutes = ActivityMinutes(counts: counts) {
                series = NightAnalysis.activity(minutes: minutes, nights: nights, zone: zone)
            } else {
                report.noActivity = "no limits are published for counts of the kind \(counts.scale.name)"
            }
        } else {
            series = NightAnalysis.activity(angleZ: sink.angles, nights: nights, zone: zone)
            if series == nil { report.noActivity = "there is neither acceleration nor a recorder's counts" }
        }
        let maker = sink.header?.device.maker ?? ""
        let usual =
            measure == .counts
            ? "troiano-adult-hip"
            : maker.contains("ActiGraph") ? "hildebrand-adult-wrist-actigraph" : "hildebrand-adult-wrist-geneactiv"
        guard let cutPoints = CutPoints.named(wanted ?? usual) else {
            throw arguments.usage("There are no cut points \(wanted ?? usual); `--cut-points list` shows all.")
        }
        guard let series else { return }
        guard cutPoints.measure == measure else {
            throw arguments.usage(
                "\(cutPoints.name) is of \(cutPoints.measure.rawValue), and this recording has \(measure.rawValue).")
        }
        (report.cutPoints, report.isAssumed) = (cutPoints, wanted == nil)
        report.days = ActivityDay.days(series, cutPoints: cutPoints, validHours: validHours)
    }
}

/// What `nightjar days` tells.
struct DaysReport {
    var days: [ActivityDay] = []
    var cutPoints: CutPoints?
    /// Whether nobody chose ``cutPoints``.
    var isAssumed = false
    /// Why there are no ``days``.
    var noActivity: String?
    var lights: [(field: String, exposure: LightExposure)]
    var nights: [Night]
    /// Why there are no nights.
    var noNights: String?

    var chronotype: Chronotype? { NightAnalysis.chronotype(nights) }
    var socialJetLag: SocialJetLag? { NightAnalysis.socialJetLag(nights) }
    /// Why there is no ``chronotype``.
    var noChronotype: String { noNights ?? Chronotype.missingKind }
    /// The days of activity and light, in order.
    var dates: [CivilDate] {
        Set(days.map(\.date) + lights.flatMap { $0.exposure.days.map(\.date) }).sorted()
    }
}
