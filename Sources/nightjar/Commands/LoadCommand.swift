import Analysis
import Signals

/// `nightjar load`.
enum LoadCommand: Command {
    static let name = "load"
    static let summary = "Compute the load index of a recording"
    static let operands = ["FEATURES?"]
    static let options = [
        Option("--csv", nil, "print a table on standard output (the usual form)"),
        Option("--beats", "RR.CSV", "beats as t_s,rr_ms instead of FEATURES"),
        Option(
            "--heart-rate", "HR.CSV", "the device's own rates as t_s,bpm, with --beats, for where beats are too few"),
        Option("--motion", "ACC.CSV", "acceleration as t_s,x,y,z in g, with --beats"),
        Option("--motion-rate", "HZ", "samples per second, where the table is x,y,z only"),
        Option("--motion-start", "S", "time of the first sample of a table without times"),
        Option("--tolerance", "MS", "how far beat times and intervals may differ (10; 20 on a grid of 1/64 s)"),
        Option("--method", "NAME", "heart-load (usual with --beats) or physiological-load (usual with FEATURES)"),
        Option.json,
    ]
    static let examples = [
        "nightjar load features.csv --csv", "nightjar load --beats rr.csv --motion acceleration.csv --csv",
    ]
    static let discussion = """
        FEATURES has the columns t_s,hr_bpm,rmssd_ms,sdnn_ms,motion_g, a row every 10 s, and where somebody reads
        reading_speed_wpm,error_rate,pause_per_min.

        p is the heart's deviation from its own baseline; load joins heart and reading, each by its confidence, and
        state speaks of it. confidence says how far to trust them: the product of the four parts, with the reading's.
        The columns after method tell what the live view would have shown: it repeats the last load as stale while the
        confidence is below 0.2, and its state follows the number at first and hysteresis later; live_state_held is 1
        where that holds a word which the number by itself would not have ("still optimal"). A load is missing where
        nothing is known or the index is muted.

        heart-load takes the median rate of the good beats of 90 s, at least 10, held for up to 10 minutes where beats
        fail, against the running median of all earlier ones; RMSSD and SDNN count beside it as far as good beats cover
        more than 60 % of the last minute, at most 5 % are artefacts and the body is still. The device's own rate counts
        only where no beats come at all, with a third of the confidence. Of FEATURES, hr_bpm is taken for that rate.
        physiological-load takes rate, RMSSD and SDNN by fixed weights against the last hour, the latter two where good
        beats cover 60 %; hr_method says whether its rate is of beats or the device's own.

        load_heart_rate is what heart rate alone would say. believed says which of the two to trust at that moment, and
        believed_because why: index (variability counts), heart_rate (it does not, and load rests on heart rate alone),
        or neither (movement, the first two minutes, no heart rate). docs/validation.md has the figures.
        """

    static func run(_ arguments: Arguments) async throws {
        let asked = try arguments.value("--method").map { name in
            guard let formula = LoadFormula(rawValue: name) else {
                throw arguments.usage(
                    "--method must be \(LoadFormula.allCases.map(\.rawValue).joined(separator: " or ")).")
            }
            return formula
        }
        let readings: [LoadReading]
        switch (arguments.operands.first, arguments.value("--beats")) {
        case (let features?, nil): readings = try FeatureTable.readings(features, by: asked ?? .physiological)
        case (nil, let beats?): readings = try BeatTable.readings(beats, arguments, by: asked ?? .heart)
        default: throw arguments.usage("Give either FEATURES or --beats.")
        }
        try Output.table(table(readings), arguments)
    }

    private static func table(_ readings: [LoadReading]) -> String {
        var text =
            "t_s,p,load,state,confidence,method,live_load,live_stale,live_state,motion_g,"
            + "confidence_motion,confidence_signal,confidence_baseline,confidence_coverage,reasons,"
            + "confidence_behaviour,hr_bpm,rmssd_ms,sdnn_ms,z_hr,z_lnrmssd,z_lnsdnn,"
            + "load_heart_rate,hr_method,believed,believed_because,live_state_held\n"
        for reading in readings {
            let isMuted = reading.load == nil && reading.reasons.first?.hasPrefix("muted") == true
            let load = isMuted ? nil : reading.momentary
            let trust = reading.trust
            let fields = [
                seconds(reading.time), number(reading.p), number(load),
                load.map { LoadReading.State(load: $0).rawValue } ?? "", number(reading.confidence.value),
                "\(reading.method.name)/\(reading.method.version)", number(reading.load), reading.isStale ? "1" : "0",
                reading.state?.rawValue ?? "", number(reading.motion),
                number(reading.confidence.motion), number(reading.confidence.signal),
                number(reading.confidence.baseline), number(reading.confidence.coverage),
                "\"\(reading.reasons.joined(separator: "; "))\"", number(reading.confidence.behaviour),
                number(reading.heartRate.value), number(reading.rmssd.value), number(reading.sdnn.value),
                number(reading.deviations.heartRate), number(reading.deviations.lnRMSSD),
                number(reading.deviations.lnSDNN),
                number(reading.heartRateLoad), reading.heartRate.value == nil ? "" : reading.heartRate.method.name,
                trust.figure.rawValue, "\"\(trust.reason)\"",
                reading.isHeld ? "1" : "0",
            ]
            text += fields.joined(separator: ",") + "\n"
        }
        return text
    }

    private static func number(_ value: Double?) -> String { value.map(\.description) ?? "" }

    private static func seconds(_ time: Instant) -> String { time.secondsSince1970.description }
}
