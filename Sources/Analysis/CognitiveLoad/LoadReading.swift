public import Signals

/// One answer of the physiological load index, published every 10 s.
///
/// It speaks of the body, not of thought: heart rate and its variability against what is usual for the person.
public struct LoadReading: Hashable, Sendable {
    /// The band of the smoothed load.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case underload, optimal, overload

        /// The state of a single load without memory: below 0.4, up to 0.7, above.
        public init(load: Double) { self = load < 0.4 ? .underload : load > 0.7 ? .overload : .optimal }

        /// Whether a word differs from what the number by itself is called; false without either.
        public static func isHeld(_ state: State?, at load: Double?) -> Bool {
            guard let state, let load else { return false }
            return state != State(load: load)
        }
    }

    /// The end of the windows.
    public var time: Instant
    /// The load, 0 ... 1; the last known one when ``isStale``; nil when there is none, with ``reasons``.
    public var load: Double?
    /// When ``load`` was computed; earlier than ``time`` when it is stale, nil when there is none.
    public var loadTime: Instant?
    /// The weighted deviation from the baseline behind the momentary load, in scale units; nil without heart data.
    public var p: Double?
    /// The load that reading shows, 0 ... 1; nil when nobody reads.
    public var behaviour: Double?
    /// The state: the first by its number, later ones by hysteresis over the assessments; nil without a load.
    public var state: State?
    /// Whether an overload rests on two assessments in a row with a confidence of at least 0.5: somebody may be told.
    public var isSustained = false
    /// How much to trust the momentary load.
    public var confidence: LoadConfidence
    /// Each feature's deviation from its baseline.
    public var deviations: LoadDeviations
    /// Median heart rate over the last 30 s.
    public var heartRate: Estimate
    /// RMSSD over the last 60 s.
    public var rmssd: Estimate
    /// SDNN over the last 60 s.
    public var sdnn: Estimate
    /// Movement over the last 30 s, in g (see ``MotionLevel``); nil when unknown.
    public var motion: Double?
    /// Whether ``load`` is an earlier one, because the confidence is too low now.
    public var isStale: Bool
    /// Whether the state was assessed with this reading (every 30 s).
    public var isAssessment: Bool
    /// What limits the reading, for a person to read, the weightiest first.
    public var reasons: [String]
    /// The algorithm with its version.
    public var method: Method

    /// Memberwise; what is not given has its default.
    public init(
        time: Instant, load: Double? = nil, loadTime: Instant? = nil, p: Double? = nil,
        behaviour: Double? = nil, state: State? = nil, confidence: LoadConfidence,
        deviations: LoadDeviations = LoadDeviations(), heartRate: Estimate, rmssd: Estimate,
        sdnn: Estimate, motion: Double? = nil, isStale: Bool = false, isAssessment: Bool = false,
        reasons: [String] = [], method: Method = LoadIndex.method
    ) {
        self.time = time
        self.load = load
        self.loadTime = loadTime
        self.p = p
        self.behaviour = behaviour
        self.state = state
        self.confidence = confidence
        self.deviations = deviations
        self.heartRate = heartRate
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.motion = motion
        self.isStale = isStale
        self.isAssessment = isAssessment
        self.reasons = reasons
        self.method = method
    }

    /// Whether hysteresis holds ``state`` though ``load`` by itself would be called otherwise: "still optimal".
    public var isHeld: Bool { State.isHeld(state, at: load) }

    /// The load of this moment, whatever its confidence: of the heart and of reading, each by its confidence; of the
    /// heart alone where nobody reads; nil without either.
    public var momentary: Double? {
        let heart = p.map(LoadFormula(method).load)
        guard let behaviour, confidence.behaviour > 0 else { return heart }
        let weight = heart == nil ? 0 : confidence.heart
        return (weight * (heart ?? 0) + confidence.behaviour * behaviour) / (weight + confidence.behaviour)
    }
}

/// Deviations of the features from their baselines, in scale units, not clipped; nil where a feature is missing.
public struct LoadDeviations: Hashable, Sendable {
    /// Of the heart rate.
    public var heartRate: Double?
    /// Of the logarithm of RMSSD.
    public var lnRMSSD: Double?
    /// Of the logarithm of SDNN.
    public var lnSDNN: Double?

    /// Memberwise; what is not given has its default.
    public init(heartRate: Double? = nil, lnRMSSD: Double? = nil, lnSDNN: Double? = nil) {
        self.heartRate = heartRate
        self.lnRMSSD = lnRMSSD
        self.lnSDNN = lnSDNN
    }
}

extension LoadReading {
    /// Whether there is no load because heart rate and variability follow something else now: exercise, or breathing.
    public var isMuted: Bool { load == nil && reasons.contains { $0.hasPrefix("muted:") } }

    /// Whether there is no load because the heart may not be recorded: its wearer refuses it, or an owner allows none of
    /// it on the device.
    public var isRefused: Bool { reasons.contains { $0 == Self.refusal || $0 == Self.switchedOff } }

    /// Why nothing is told of a heart that is refused.
    public static let refusal = "refused: the wearer does not allow the heart to be recorded"

    /// Why nothing is told of a heart that an owner does not allow on a device.
    public static let switchedOff = "refused: an owner does not allow the heart to be recorded from this device"

    /// What is told in the place of a load while the heart is refused.
    /// - Parameters:
    ///   - time: when.
    ///   - motion: movement over the last 30 s, in g, which may still be told; nil when it is unknown.
    ///   - reason: ``refusal`` or ``switchedOff``.
    public static func refused(at time: Instant, motion: Double?, because reason: String = refusal) -> LoadReading {
        let none = Estimate(unknown: reason, method: LoadIndex.method)
        return LoadReading(
            time: time, confidence: LoadConfidence(motion: 0, signal: 0, baseline: 0, coverage: 0), heartRate: none,
            rmssd: none, sdnn: none, motion: motion, reasons: [reason])
    }
}
