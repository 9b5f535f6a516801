import Signals

extension LoadIndex {
    struct Score {
        var p: Double?
        var behaviour: Double?
        var deviations = LoadDeviations()
        var confidence = LoadConfidence(motion: 0, signal: 0, baseline: 0, coverage: 0)
        var reasons: [String] = []
    }

    mutating func score(_ features: LoadFeatures) -> Score {
        heartRate.trim(at: features.time.nanoseconds)
        deviceRate.trim(at: features.time.nanoseconds)
        lnRMSSD.trim(at: features.time.nanoseconds)
        lnSDNN.trim(at: features.time.nanoseconds)
        var score = Score()
        let motion = Self.motionGate(features.motion)
        score.confidence.motion = motion.gate
        if let reason = motion.reason { score.reasons.append(reason) }
        score.confidence.coverage = min(1, max(0, features.coverage))
        weigh(features, into: &score)
        if features.heartRate.value == nil {
            score.confidence.signal = 0
            score.reasons.append(features.heartRate.reason ?? "no heart rate")
        } else if score.deviations.lnRMSSD == nil, score.deviations.lnSDNN == nil {
            score.confidence.signal = 0.5
            score.reasons.append("heart rate only: \(features.rmssd.reason ?? "no beat intervals")")
        } else {
            score.confidence.signal = 1
        }
        if let read = behaviour.score(features.reading, at: features.time.nanoseconds) {
            score.behaviour = read.load
            score.confidence.behaviour = read.confidence
        }
        return score
    }

    private mutating func weigh(_ features: LoadFeatures, into score: inout Score) {
        let fallback = stored ?? .typicalAdult
        var sum = 0.0
        var weights = 0.0
        var fewest = Int.max
        func add(_ value: Double, weight: Double, own: LoadBaseline.Feature?, other: LoadBaseline.Feature) -> Double {
            let deviation = (own ?? other).deviation(of: value)
            sum += weight * min(3, max(-3, deviation))
            weights += abs(weight)
            fewest = min(fewest, own?.samples ?? 0)
            return deviation
        }
        if let rate = features.heartRate.value, rate.isFinite {
            score.deviations.heartRate = add(
                rate, weight: 0.30, own: features.hasDeviceRate ? deviceRate.feature() : heartRate.feature(),
                other: fallback.heartRate)
        }
        if let value = Self.logarithm(features.rmssd) {
            score.deviations.lnRMSSD = add(value, weight: -0.35, own: lnRMSSD.feature(), other: fallback.lnRMSSD)
        }
        if let value = Self.logarithm(features.sdnn) {
            score.deviations.lnSDNN = add(value, weight: -0.35, own: lnSDNN.feature(), other: fallback.lnSDNN)
        }
        guard weights > 0 else { return }
        score.p = sum / weights
        score.confidence.baseline = fewest > 0 ? min(1, Double(fewest) / 30) : 0.25
        if fewest == 0 {
            score.reasons.append(
                stored == nil
                    ? "no baseline of this person yet: typical values are used" : "the baseline is of earlier sessions")
        }
    }

    private static func motionGate(_ motion: LoadFeatures.Motion) -> (gate: Double, reason: String?) {
        switch motion {
        case .noSensor: (0.5, "no motion sensor")
        case .missing: (0.5, "no movement data in the last 30 s")
        case .refused: (0.5, "movement is refused")
        case .level(_, isJerked: true): (0, "a sudden movement less than 10 s ago")
        case .level(let level, _):
            (LoadConfidence.gate(motion: level), level >= 0.10 ? "moving too much to trust the heart signal" : nil)
        }
    }
}
