import Analysis
import Documents
import Gateway
import Runtime
import Signals

/// `nightjar pat`.
enum PATCommand: Command {
    static let name = "pat"
    static let summary = "Encode a week of activity with the pretrained actigraphy transformer"
    static let operands = ["FILE?"]
    static let options = [
        Option("--weights", "FILE", "the weights (default: the largest model that `nightjar pat install` put away)"),
        Option("--minutes", "FILE", "a table instead: one value per minute, a week of them; `-` for standard input"),
        Option("--zone", "AREA/CITY", "the zone of a recorder's clock (UTC)"),
        Option("--head", "FILE", "a trained head, as JSON; its score is shown as `depression`"),
        Option("--reference", "FILE", "a population's means and deviations, as JSON"),
        Option("--first-minute", "N", "the minute of the day of the first value, for --reference (0)"),
        Option("--allow-unknown-weights", nil, "take weights that are not the published ones, and say so"),
        Option.json, DataFolder.option,
    ]
    static let examples = [
        "nightjar pat --weights PAT-L_29k_weights.h5 --minutes week.txt --allow-unknown-weights --json",
        "nightjar pat week.agd --json", "nightjar pat --minutes week.txt --reference nhanes.json --json",
    ]
    static let discussion = """
        FILE is a recorder's: its own counts of each minute, or ENMO of raw acceleration. The latest 10 080 minutes count;
        a shorter recording is filled with zeros before its start. The published models were standardised minute by minute
        across people; without --reference ({"mean": [1440 numbers], "sd": [1440]}, from midnight on) the recording's own
        mean and deviation are taken, which `normalisation` says.
        A head is {"dense": {"kernel": 96 rows of 128, "bias": [128]}, "output": {"kernel": [128], "bias": [1]}}. None is
        published; what its score means depends on what it was trained for, and it is not a diagnosis.
        """

    static func run(_ arguments: Arguments) async throws {
        let (values, start) = try values(arguments)
        let first = try arguments.integer("--first-minute", in: 0...10_079) ?? start
        let file = try PATWeightsFile.find(arguments)
        let reference = try arguments.value("--reference").map(PATDocuments.reference)
        let head = try arguments.value("--head").map(PATDocuments.head)
        let week = try PATWeek(values, reference: reference, firstMinuteOfDay: first)
        let encoding = PATEncoder(file.weights).encode(week.values)
        let score = head?.score(encoding.embedding)
        guard arguments.has("--json") else {
            try Output.line("\(file.weights.model.rawValue), \(file.label)")
            let unlike = week.isPublishedNormalisation ? "" : ", which is not the published normalisation"
            try Output.line("standardised by \(week.normalisation.rawValue)\(unlike)")
            try Output.line("embedding \(encoding.embedding.prefix(4).map { "\($0)" }.joined(separator: " ")) …")
            if let score { try Output.line("score of the head \(score), not a diagnosis") }
            return
        }
        var json = JSONText()
        json.object { json in
            write(encoding, file, to: &json)
            json.field("depression", score)
            json.field("depression_note", score == nil ? PATText.noHead : PATText.notADiagnosis)
            json.object("normalisation") { json in
                json.field("method", week.normalisation.rawValue)
                json.field("is_published", week.isPublishedNormalisation)
                json.field("note", week.isPublishedNormalisation ? nil : PATText.ownNormalisation)
            }
            json.field("minutes_recorded", week.recorded)
            json.field("minutes_missing", week.missing)
            json.field("minutes_padded", week.padded)
        }
        try Output.line(json.string)
    }

    /// Activity of each minute, and the minute of the day of the first.
    private static func values(_ arguments: Arguments) throws -> ([Double], Int) {
        let file = arguments.operands.first
        if let minutes = arguments.value("--minutes"), file == nil { return (try EpochValues.read(minutes), 0) }
        guard let file, arguments.value("--minutes") == nil else {
            throw arguments.usage("Give either a recorder's FILE or --minutes.")
        }
        guard let recorded = try RecordedSeries.recording(file, arguments, refused: []) else {
            return (try EpochValues.read(file), 0)
        }
        guard let minutes = recorded.sink.minutes else {
            throw Failure(.failed, "\(file) has neither raw acceleration nor counts of at most a minute.")
        }
        return (minutes.values, recorded.zone.civilTime(at: minutes.start).secondOfDay / 60)
    }

    private static func write(_ encoding: PATEncoder.Encoding, _ file: PATWeightsFile, to json: inout JSONText) {
        json.field("model", file.weights.model.rawValue)
        json.array("embedding", encoding.embedding.map(Double.init))
        json.array("attention", encoding.attention.map(Double.init))
        json.object("weights") { json in
            json.field("sha256", file.digest)
            json.field("is_published", file.isPublished)
            json.field("label", file.label)
        }
    }
}
