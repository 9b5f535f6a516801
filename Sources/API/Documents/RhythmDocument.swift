package import Analysis
package import Documents
import Gateway
import Signals
import Store

extension RhythmFigures {
    /// The figures of a rhythm; without one all are null.
    /// - Parameter unscored: why there are no states for the regularity; nil where there are.
    package init(_ rhythm: Rhythm, unscored: String? = nil) {
        self.init()
        let extremes = rhythm.leastMostActive
        (interdailyStability, intradailyVariability) = (rhythm.interdailyStability, rhythm.intradailyVariability)
        (relativeAmplitude, l5, m10) = (extremes?.relativeAmplitude, extremes?.l5, extremes?.m10)
        (l5Onset, m10Onset) = (extremes.map { Self.clock($0.l5Onset) }, extremes.map { Self.clock($0.m10Onset) })
        sleepRegularity = rhythm.sleepRegularity
        (cosinor, logCosinor) = (Cosine(rhythm.cosinor), Cosine(rhythm.logCosinor))
        extendedCosinor = ExtendedCosine(rhythm.extendedCosinor)
        (restToActivity, activityToRest, phi) = (rhythm.restToActivity, rhythm.activityToRest, rhythm.phi)
        (days, activityFragmentation) = (rhythm.days, rhythm.activityFragmentation)
        reasons = rhythm.reasons(unscored: unscored)
    }

    /// Seconds since midnight as `HH:MM`, and with seconds where there are some.
    package static func clock(_ second: Int) -> String {
        let parts = [second / 3600 % 24, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension RhythmFigures.Cosine {
    init(_ cosinor: Cosinor?) {
        self.init()
        (mesor, amplitude) = (cosinor?.mesor, cosinor?.amplitude)
        (acrophase, rSquared) = (cosinor?.acrophase, cosinor?.rSquared)
    }
}

extension RhythmFigures.ExtendedCosine {
    init(_ curve: ExtendedCosinor?) {
        self.init()
        (cosine.mesor, cosine.amplitude) = (curve?.mesor, curve?.amplitude)
        (cosine.acrophase, cosine.rSquared) = (curve?.acrotime, curve?.rSquared)
        (minimum, height, alpha, beta) = (curve?.minimum, curve?.amplitude, curve?.alpha, curve?.beta)
        (acrotime, upMesor, downMesor) = (curve?.acrotime, curve?.upMesor, curve?.downMesor)
        pseudoF = curve?.pseudoF
    }
}

extension ChronotypeDocument {
    /// When somebody sleeps by their nights.
    /// - Parameters:
    ///   - nights: the nights.
    ///   - noNights: why there are none; nil where there may be some.
    package init(_ nights: [Night], noNights: String? = nil) {
        self.init()
        guard let type = NightAnalysis.chronotype(nights) else {
            reason = noNights ?? Chronotype.missingKind
            socialJetLag = NightAnalysis.socialJetLag(nights)?.hours
            return
        }
        (freeMidSleep, corrected) = (type.freeMidSleep, type.corrected)
        (workSleep, freeSleep) = (type.workSleep, type.freeSleep)
        (workNights, freeNights) = (type.workNights, type.freeNights)
        socialJetLag = NightAnalysis.socialJetLag(nights)?.hours
    }
}

extension RhythmDocument {
    /// Longer spans are drawn more coarsely, so that a year stays a small answer.
    private static let fineDays = 100

    /// A rhythm as it goes over the wire.
    init(_ view: RhythmView) {
        self.init()
        (person, device, isSynthetic) = (view.person?.name, view.device?.id.rawValue, view.device?.isSynthetic == true)
        deviceName = view.device.map { "\($0.identity.maker) \($0.identity.model)" }
        (zone, from, to) = (view.zone.name, view.from, view.to)
        let days = to.daysSince1970 - from.daysSince1970 + 1
        binMinutes = days > Self.fineDays ? 10 : 5
        chronotype = ChronotypeDocument(view.nights, noNights: view.nights.isEmpty ? "there is no night" : nil)
        methods = ["chronotype": MethodDocument(Method("chronotype/msfsc", parameters: ["work_days": 5]))]
        methods["social_jet_lag"] = MethodDocument(Method("social-jet-lag/weekend-free"))
        parts = view.activity.count
        reason = view.reason
        sleeps = view.nights.compactMap { Sleep($0, since: from, in: view.zone) }
        guard let longest = view.activity.longest, let rhythm = longest.rhythm else {
            figures.reasons = Dictionary(
                uniqueKeysWithValues: RestActivity.figures.map { ($0, reason ?? "there is nothing to measure") })
            return
        }
        measure = longest.measure == .enmo ? .enmo : .counts
        (wholeFrom, wholeTo) = (longest.wholeDays?.lowerBound, longest.wholeDays?.upperBound)
        figures = RhythmFigures(rhythm)
        for (name, method) in longest.methods { methods[name] = MethodDocument(method) }
        values = Actogram(view.activity, from: from, days: days, minutes: binMinutes).values
            .map { $0.isNaN ? nil : ($0 * 10).rounded() / 10 }
    }
}

extension RhythmDocument.Sleep {
    /// The sleep period of a night; nil without one.
    init?(_ night: Night, since day: CivilDate, in zone: Zone) {
        guard let period = night.sleepPeriod else { return nil }
        self.init()
        let minute = { (instant: Instant) in
            let time = zone.civilTime(at: instant)
            return Double((time.date.daysSince1970 - day.daysSince1970) * 1440) + Double(time.secondOfDay) / 60
        }
        (date, start, end) = (night.date, minute(period.lowerBound), minute(period.upperBound))
    }
}
