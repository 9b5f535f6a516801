import Signals

/// The formula ``LoadFormula/heart``.
///
/// Heart rate shows short stress in daily movement; sitting and thinking moves it hardly, and variability shows that where
/// beats are measured well. So the signal decides on the weights, never the result: variability counts by how much of the
/// last minute good beats cover and how still the body is, and heart rate counts for the rest.
extension LoadIndex {
    mutating func heartScore(_ features: LoadFeatures) -> Score {
        var score = Score()
        score.confidence.motion = Self.rateGate(features.motion)
        if let reason = Self.doubt(features.motion) { score.reasons.append(reason) }
        guard let steady = features.steady else {
            score.reasons.append(features.heartRate.reason ?? "no 10 good beats within 10 minutes")
            return score
        }
        let earlier = steady.isOfDevice ? steadyDeviceRate : steadyRate
        let own = earlier.feature
        // Until there are two minutes: an earlier session's, else what little there is of this one, else anybody's.
        let borrowed = stored?.heartRate ?? earlier.young ?? LoadBaseline.typicalAdult.heartRate
        let deviation = (own ?? borrowed).deviation(of: steady.rate)
        score.deviations.heartRate = deviation
        score.confidence.coverage = Self.coverage(of: steady)
        score.confidence.baseline = own.map { min(1, Double($0.samples) / 30) } ?? 0.3
        let clean = steady.isOfDevice ? 0 : Self.cleanness(of: features)
        let variability = clean > 0 ? deviations(of: features, in: &score) : nil
        let weight = clean * (variability?.weight ?? 0)
        score.p = (1 - weight) * min(3, max(-3, deviation)) + weight * (variability?.deviation ?? 0)
        score.confidence.signal = steady.isOfDevice ? 0.25 : 0.75 + (weight > 0 ? 0.25 * clean : 0)
        if steady.isOfDevice {
            score.reasons.append("heart rate only, as the device computes it: smoothed and late")
        } else if weight == 0 {
            let why = clean > 0 ? "variability has no baseline yet" : "too few clean beats or too much movement"
            score.reasons.append("heart rate only: \(features.rmssd.reason ?? why)")
        }
        if steady.age > 0 {
            score.reasons.append("beats fail: the heart rate is of \(Int(steady.age)) s ago")
        }
        if own == nil {
            score.reasons.append(
                stored == nil
                    ? "no baseline of this person yet: two minutes are needed" : "the baseline is of earlier sessions")
        }
        return score
    }

    /// The mean fall of what there is of variability below its own baseline, and the weight that it has at most.
    private mutating func deviations(
        of features: LoadFeatures, in score: inout Score
    ) -> (deviation: Double, weight: Double)? {
        if let value = Self.logarithm(features.rmssd) {
            score.deviations.lnRMSSD = lnRMSSD.feature()?.deviation(of: value)
        }
        if let value = Self.logarithm(features.sdnn) {
            score.deviations.lnSDNN = lnSDNN.feature()?.deviation(of: value)
        }
        let fallen = [score.deviations.lnRMSSD, score.deviations.lnSDNN].compactMap { $0.map { -min(3, max(-3, $0)) } }
        guard !fallen.isEmpty else { return nil }
        let weight = LoadFormula.variabilityWeight * Double(fallen.count)
        let rate = 1 - 2 * LoadFormula.variabilityWeight
        return (fallen.reduce(0, +) / Double(fallen.count), weight / (rate + weight))
    }

    /// How far beats and stillness allow variability to count, 0 ... 1. Without a motion sensor the beats alone say so.
    private static func cleanness(of features: LoadFeatures) -> Double {
        let (low, high) = LoadFormula.cleanCoverage
        let covered = min(1, max(0, (features.coverage - low) / (high - low)))
        switch features.motion {
        case .level(_, isJerked: true): return 0
        case .level(let level, _): return covered * LoadConfidence.gate(motion: level)
        case .noSensor, .missing, .refused: return covered
        }
    }

    /// How much to trust the rate for its beats: in full where they cover 60 % of its window. A rate that is held starts
    /// at half of that and fades out.
    private static func coverage(of steady: SteadyRate) -> Double {
        let covered = min(1, max(0, steady.coverage / LoadFeatures.leastCoverage))
        guard steady.age > 0 else { return covered }
        return covered * 0.5 * max(0, 1 - steady.age / SteadyRate.longestHold)
    }

    /// A rate of 90 s stands more movement than variability does: in full up to 0.02 g, none from 0.20 g on.
    private static func rateGate(_ motion: LoadFeatures.Motion) -> Double {
        guard case .level(let level, _) = motion else { return 0.5 }
        return min(1, max(0, (0.20 - level) / 0.18))
    }

    private static func doubt(_ motion: LoadFeatures.Motion) -> String? {
        switch motion {
        case .noSensor: "no motion sensor"
        case .missing: "no movement data in the last 30 s"
        case .refused: "movement is refused"
        case .level(let level, _): level >= 0.20 ? "moving too much to trust the heart signal" : nil
        }
    }
}

extension RateMedian {
    /// The baseline that it gives; nil before 2 minutes.
    var feature: LoadBaseline.Feature? { count >= TrailingBaseline.fewest ? young : nil }

    /// The same of however few rates; nil without any.
    var young: LoadBaseline.Feature? {
        median.map { LoadBaseline.Feature(center: $0, scale: LoadFormula.rateScale, samples: count) }
    }
}
