import Analysis
import Documents
import Runtime
import Signals

/// The JSON of `nightjar rhythm`.
enum RhythmJSON {
    /// One object; `unscored` says why there are no states for the regularity.
    static func text(_ rhythm: Rhythm, unscored: String? = nil) -> String {
        var json = JSONText()
        json.object { json in
            let extremes = rhythm.leastMostActive
            json.field("is", rhythm.interdailyStability)
            json.field("iv", rhythm.intradailyVariability)
            json.field("ra", extremes?.relativeAmplitude)
            json.field("l5", extremes?.l5)
            json.field("l5_onset", extremes.map { clock($0.l5Onset) })
            json.field("m10", extremes?.m10)
            json.field("m10_onset", extremes.map { clock($0.m10Onset) })
            json.field("sri", rhythm.sleepRegularity)
            cosinor("cosinor", rhythm.cosinor, to: &json)
            cosinor("log_cosinor", rhythm.logCosinor, to: &json)
            extended(rhythm.extendedCosinor, to: &json)
            json.field("kra", rhythm.restToActivity)
            json.field("kar", rhythm.activityToRest)
            json.field("phi", rhythm.phi)
            json.field("days", rhythm.days)
            json.field("activity_fragmentation", rhythm.activityFragmentation)
            json.object("reasons") { json in
                for (name, reason) in reasons(rhythm, unscored: unscored) { json.field(name, reason) }
            }
        }
        return json.string
    }

    /// Seconds since midnight as `HH:MM`, and with seconds where there are some.
    static func clock(_ second: Int) -> String {
        let parts = [second / 3600 % 24, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static func cosinor(_ name: String, _ cosinor: Cosinor?, to json: inout JSONText) {
        json.object(name) { json in
            json.field("mesor", cosinor?.mesor)
            json.field("amplitude", cosinor?.amplitude)
            json.field("acrophase_h", cosinor?.acrophase)
            json.field("r2", cosinor?.rSquared)
        }
    }

    private static func extended(_ curve: ExtendedCosinor?, to json: inout JSONText) {
        json.object("extended_cosinor") { json in
            json.field("mesor", curve?.mesor)
            json.field("amplitude", curve?.amplitude)
            json.field("acrophase_h", curve?.acrotime)
            json.field("r2", curve?.rSquared)
            json.field("min", curve?.minimum)
            json.field("amp", curve?.amplitude)
            json.field("alpha", curve?.alpha)
            json.field("beta", curve?.beta)
            json.field("acrotime_h", curve?.acrotime)
            json.field("up_mesor_h", curve?.upMesor)
            json.field("down_mesor_h", curve?.downMesor)
            json.field("f_pseudo", curve?.pseudoF)
        }
    }

    private static func reasons(_ rhythm: Rhythm, unscored: String?) -> [(name: String, reason: String)] {
        let noDay = "there is no whole day from midnight to midnight"
        let flat = rhythm.days == 0 ? noDay : "the counts do not vary, or too few are known"
        var reasons: [(name: String, reason: String)] = []
        if rhythm.interdailyStability == nil {
            reasons.append(("is", rhythm.days == 1 ? "it compares days, and there is one" : flat))
        }
        if rhythm.intradailyVariability == nil { reasons.append(("iv", flat)) }
        if rhythm.leastMostActive == nil {
            reasons.append(("l5", rhythm.days == 0 ? noDay : "too much of the day is never known"))
        } else if rhythm.leastMostActive?.relativeAmplitude == nil {
            reasons.append(("ra", "nothing moved"))
        }
        if rhythm.sleepRegularity == nil {
            reasons.append(("sri", unscored ?? "it compares each day with the next and needs two whole ones"))
        }
        if rhythm.cosinor == nil { reasons.append(("cosinor", flat)) }
        if rhythm.logCosinor == nil { reasons.append(("log_cosinor", flat)) }
        if rhythm.extendedCosinor == nil { reasons.append(("extended_cosinor", flat)) }
        if rhythm.restToActivity == nil { reasons.append(("kra", "there are bouts of rest of too few lengths")) }
        if rhythm.activityToRest == nil { reasons.append(("kar", "there are bouts of activity of too few lengths")) }
        if rhythm.phi == nil { reasons.append(("phi", flat)) }
        if rhythm.activityFragmentation == nil {
            reasons.append(("activity_fragmentation", rhythm.days == 0 ? noDay : "nothing moved"))
        }
        return reasons
    }
}
