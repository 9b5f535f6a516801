import Analysis
import Signals

/// `nightjar stage`.
enum StageCommand: Command {
    static let name = "stage"
    static let summary = "Estimate the stages of sleep of a night from heart rate and motion"
    static let options = [
        Option("--heart-rate", "HR.CSV", "heart rate as t_s,bpm, in any order and at any interval"),
        Option("--motion", "EPOCHS.CSV", "activity as t_s,count per 30 s, of any kind and scale"),
        Option("--rr", "RR.CSV", "beat-to-beat intervals as t_s,rr_ms, where there is no heart rate"),
        Option("--lights-out", "T_S", "when the night began, on the clock of the tables"),
        Option("--csv", nil, "print a table on standard output (the default)"),
        Option("--json", nil, "print the stages with method, measures and confidence as JSON"),
    ]
    static let examples = [
        "nightjar stage --heart-rate hr.csv --motion epochs.csv --csv",
        "nightjar stage --motion epochs.csv --rr rr.csv --lights-out 1800 --json",
    ]
    static let discussion = """
        A row for each 30 s from the first to the last of EPOCHS.CSV: t_s,p_wake,p_light,p_deep,p_rem,stage,asleep.

        The stage is awake, light (N1 and N2), deep (N3) or rem where there is heart rate; awake or asleep where there is
        motion alone; unknown elsewhere. Probabilities that cannot be told are empty; asleep is 1, 0 or empty.

        The model was fitted on 23 nights in a sleep laboratory; docs/staging-model-card.md says how often it is right
        (about seven epochs of ten with four stages). Stages from --rr are made by the same model and have not been
        checked against polysomnography. None of it is a diagnosis.
        """

    static func run(_ arguments: Arguments) async throws {
        guard let motion = arguments.value("--motion") else {
            throw arguments.usage("Give the activity of the night with --motion.")
        }
        guard !arguments.has("--json") || !arguments.has("--csv") else {
            throw arguments.usage("Choose --csv or --json.")
        }
        let input = try StageInput(
            motion: motion, heartRate: arguments.value("--heart-rate"), intervals: arguments.value("--rr"))
        let lightsOut = try arguments.number("--lights-out")
        guard
            let night = SleepStaging.stage(
                counts: input.counts, start: input.start, heartRate: input.heartRate, lightsOut: lightsOut,
                isFromIntervals: input.isFromIntervals)
        else { throw Failure(.failed, "\(motion) spans more than two days; give one night at a time.") }
        note(night.tier, input, arguments)
        let text = arguments.has("--json") ? StageJSON.text(night, lightsOut: lightsOut) : table(night)
        try Output.write(Array(text.utf8))
    }

    /// Says on standard error what a reader of the table must know.
    private static func note(_ tier: StagedNight.Tier, _ input: StageInput, _ arguments: Arguments) {
        switch tier {
        case .motion where !input.heartRate.isEmpty:
            Output.note("Most of the night has no heart rate: it is told as awake and asleep only.")
        case .motion where arguments.value("--heart-rate") != nil || arguments.value("--rr") != nil:
            Output.note("There is no usable heart rate in the night: it is told as awake and asleep only.")
        case .intervals:
            Output.note(
                "Stages come from the heart-rate model on heart rate worked out of the intervals; unvalidated.")
        case .none: Output.note("Nothing of the night can be told.")
        case .motion, .heartRate: break
        }
    }

    private static func table(_ night: StagedNight) -> String {
        var text = "t_s,p_wake,p_light,p_deep,p_rem,stage,asleep\n"
        for (place, epoch) in night.epochs.enumerated() {
            let time = night.start + Double(place) * StagedNight.epochSeconds
            let numbers = [time, epoch.awake, epoch.light, epoch.deep, epoch.rem].map(number)
            let asleep = epoch.stage.isAsleep.map { $0 ? "1" : "0" } ?? ""
            text += numbers.joined(separator: ",") + ",\(epoch.stage.name),\(asleep)\n"
        }
        return text
    }

    private static func number(_ value: Double?) -> String {
        guard let value else { return "" }
        return value.description.hasSuffix(".0") ? String(value.description.dropLast(2)) : value.description
    }
}
