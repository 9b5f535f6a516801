import Signals

/// Which figure of the heart to believe at a moment, and why.
///
/// Where nothing more than heart rate can be trusted the index is that of heart rate alone; this says so, and when
/// neither says anything. It is a rule of measurement, not fitted to people (docs/validation.md tells what it gives).
public struct LoadTrust: Hashable, Sendable {
    /// What figures of the heart can be used.
    public enum Figure: String, Hashable, Sendable, CaseIterable {
        /// Heart rate and variability: the full index.
        case index
        /// Heart rate alone: the index is made of it.
        case heartRate = "heart_rate"
        /// Neither: there is no index of the heart.
        case neither
    }

    /// What figures of the heart can be used.
    public var figure: Figure
    /// Why, for a person to read.
    public var reason: String

    /// Memberwise.
    public init(_ figure: Figure, because reason: String) {
        self.figure = figure
        self.reason = reason
    }
}

extension LoadReading {
    /// What heart rate alone would say, 0 ... 1; nil without one.
    public var heartRateLoad: Double? { deviations.heartRate.map { LoadFormula(method).load(min(3, max(-3, $0))) } }

    /// Which of the index and ``heartRateLoad`` to believe now, and why.
    public var trust: LoadTrust {
        if isMuted { return LoadTrust(.neither, because: "the heart follows exercise or breathing now") }
        // A rate may be held while there is none of the last half minute.
        guard heartRate.value != nil || deviations.heartRate != nil else {
            return LoadTrust(.neither, because: heartRate.reason ?? "there is no heart rate")
        }
        if confidence.motion <= 0 {
            return LoadTrust(.neither, because: "there is too much movement to believe what the heart says")
        }
        if confidence.baseline <= 0.3 {
            return LoadTrust(.neither, because: "two minutes of this session are needed to compare with")
        }
        guard deviations.lnRMSSD == nil, deviations.lnSDNN == nil else {
            return LoadTrust(
                .index,
                because: "most beats of the last minute are known, few are artefacts and there is little movement")
        }
        let why = rmssd.reason ?? "few beats are clean, or there is movement"
        let isOfDevice =
            LoadFormula(method) == .heart
            ? confidence.signal <= 0.25 : heartRate.method.name == HeartWindow.deviceRateMethod.name
        return isOfDevice
            ? LoadTrust(.heartRate, because: "\(why), and the device's own rate is late: believe it little")
            : LoadTrust(.heartRate, because: why)
    }
}
