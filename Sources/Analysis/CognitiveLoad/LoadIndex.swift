import Glibc
public import Signals

/// The load index of heart and reading: the heart against what is usual for the person, causal and transparent. It is no
/// measurement of thought; its confidence says how far movement, missing data and a young baseline weaken it.
///
/// One call of ``update(_:)`` per 10 s. How the heart's part is computed is the ``LoadFormula``'s: see
/// `LoadIndex+Heart.swift`, and for ``LoadFormula/physiological``: heart rate (0.30), falling RMSSD (0.35) and falling
/// SDNN (0.35), each as a deviation from its own last hour, clipped to ±3. Of live data, variability counts only where it
/// can be trusted (``LoadFeatures/init(_:steady:motion:)``), and heart rates that the device computed have a baseline of
/// their own.
public struct LoadIndex: Sendable {
    /// The algorithm that is used where none is asked for.
    public static let method = LoadFormula.heart.method

    /// Below this confidence no new load is published.
    private static let leastConfidence = 0.2
    /// A load older than this, in seconds, is not repeated, and its word not gone on from.
    public static let longestRepeat = 300.0

    var heartRate = TrailingBaseline(floor: 3)
    /// Of rates that the device computed: they are smoothed and late, and lie elsewhere than those of intervals.
    var deviceRate = TrailingBaseline(floor: 3)
    var lnRMSSD = TrailingBaseline(floor: 0.20)
    var lnSDNN = TrailingBaseline(floor: 0.20)
    /// Of ``SteadyRate``, of beats and of rates that the device computed.
    var steadyRate = RateMedian()
    var steadyDeviceRate = RateMedian()
    let stored: LoadBaseline?
    /// How the heart's part is computed.
    public let formula: LoadFormula
    private var muting = LoadMuting()
    private var hysteresis = LoadHysteresis()
    private var lastSample: Instant?
    private var lastAssessment: Instant?
    var behaviour = BehaviourIndex()
    private var last: (load: Double, time: Instant)?
    /// When the word was said that ``hysteresis`` goes on from; nil once there is a load of this index's own.
    private var resumed: Instant?

    /// An index for one person.
    /// - Parameters:
    ///   - stored: the baseline of earlier sessions, used until this one has 2 minutes of its own.
    ///   - formula: how the heart's part is computed.
    public init(stored: LoadBaseline? = nil, formula: LoadFormula = .heart) {
        self.stored = stored
        self.formula = formula
    }

    /// The baseline of this session, to be stored for the next; nil before 2 minutes of data: of all three features, or of
    /// ``SteadyRate`` for the formula that can do without the others.
    public var baseline: LoadBaseline? {
        var (rate, rmssd, sdnn) = (heartRate, lnRMSSD, lnSDNN)
        if formula == .heart {
            guard let steady = steadyRate.feature ?? steadyDeviceRate.feature else { return nil }
            let fallback = stored ?? .typicalAdult
            return LoadBaseline(
                heartRate: steady, lnRMSSD: rmssd.feature() ?? fallback.lnRMSSD,
                lnSDNN: sdnn.feature() ?? fallback.lnSDNN)
        }
        guard let rate = rate.feature(), let rmssd = rmssd.feature(), let sdnn = sdnn.feature() else { return nil }
        return LoadBaseline(heartRate: rate, lnRMSSD: rmssd, lnSDNN: sdnn)
    }

    /// Says how the person usually reads, before the first reading of a session.
    public mutating func begin(reading usual: UsualReading) { behaviour = BehaviourIndex(usual: usual) }

    /// Starts the states over: the newest load is classed by its value, later ones with hysteresis.
    public mutating func beginWords() {
        hysteresis = last.map { LoadHysteresis(startingWith: $0.load) } ?? LoadHysteresis()
        resumed = nil
    }

    /// Goes on with the words from the one that was said last, as after a restart. A word of its own stays, and one said
    /// longer than ``longestRepeat`` before the first load is forgotten.
    public mutating func resumeWords(from state: LoadReading.State, saidAt time: Instant) {
        guard hysteresis.state == nil else { return }
        hysteresis = LoadHysteresis(continuing: state)
        resumed = time
    }

    /// Goes on from no word that was said before, unless there has been a load since.
    public mutating func forgetResumedWord() {
        guard resumed != nil else { return }
        resumed = nil
        hysteresis.reset()
    }

    /// Silences the index until 2 minutes after ``endBreathing(at:)``: slow breathing itself raises the variability.
    public mutating func beginBreathing() { muting.beginBreathing() }

    /// Ends a breathing exercise.
    public mutating func endBreathing(at time: Instant) { muting.endBreathing(at: time) }

    /// Repeats no earlier load: what it was made of may no longer be published.
    mutating func forgetLoad() {
        (last, resumed) = (nil, nil)
        hysteresis.reset()
    }

    /// Takes the features of one moment, in the order of time, every 10 s, and gives the reading to publish.
    public mutating func update(_ features: LoadFeatures) -> LoadReading {
        muting.update(motion: features.motionLevel, at: features.time)
        let score = score(features)
        var reading = LoadReading(
            time: features.time, p: score.p, behaviour: score.behaviour, confidence: score.confidence,
            deviations: score.deviations,
            heartRate: features.heartRate, rmssd: features.rmssd, sdnn: features.sdnn, motion: features.motionLevel,
            isAssessment: isAssessmentDue(at: features.time), reasons: score.reasons, method: formula.method)
        if let reason = muting.reason(at: features.time) {
            reading.reasons.insert(reason, at: 0)
            (last, resumed) = (nil, nil)
            hysteresis.reset()
            return reading
        }
        if let resumed, !(0...Self.longestRepeat).contains(features.time.seconds(since: resumed)) {
            forgetResumedWord()
        }
        publish(&reading)
        if let load = reading.momentary { behaviour.learn(features.reading, load: load) }
        remember(features)
        return reading
    }

    /// Decides between a new load, the last one and none.
    private mutating func publish(_ reading: inout LoadReading) {
        if let load = reading.momentary, reading.confidence.value >= Self.leastConfidence {
            last = (load, reading.time)
            resumed = nil
            if reading.isAssessment {
                hysteresis.assess(load: load, confidence: reading.confidence.value)
            } else {
                hysteresis.begin(load: load)
            }
        } else {
            reading.isStale = true
            if reading.isAssessment { hysteresis.skip() }
            if let last, !(0...Self.longestRepeat).contains(reading.time.seconds(since: last.time)) {
                self.last = nil
                hysteresis.reset()
            }
        }
        guard let last else {
            reading.isStale = false
            if reading.reasons.isEmpty { reading.reasons = ["confidence is too low"] }
            return
        }
        reading.load = last.load
        reading.loadTime = last.time
        reading.state = hysteresis.state ?? LoadReading.State(load: last.load)
        reading.isSustained = hysteresis.isSustained
    }

    private mutating func isAssessmentDue(at time: Instant) -> Bool {
        // Rows of a recorded stream may lie a little off the grid.
        if let lastAssessment, (0..<29.5).contains(time.seconds(since: lastAssessment)) { return false }
        lastAssessment = time
        return true
    }

    /// Adds the features to the baseline: strictly after they were scored, at most every 10 s.
    private mutating func remember(_ features: LoadFeatures) {
        if let lastSample, (0..<9.5).contains(features.time.seconds(since: lastSample)) { return }
        lastSample = features.time
        let time = features.time.nanoseconds
        // Also one that is held: it is what the next is compared with.
        if let steady = features.steady {
            if steady.isOfDevice { steadyDeviceRate.append(steady.rate) } else { steadyRate.append(steady.rate) }
        }
        if formula == .physiological, let rate = features.heartRate.value, rate.isFinite {
            if features.hasDeviceRate { deviceRate.append(rate, at: time) } else { heartRate.append(rate, at: time) }
        }
        if let value = Self.logarithm(features.rmssd) { lnRMSSD.append(value, at: time) }
        if let value = Self.logarithm(features.sdnn) { lnSDNN.append(value, at: time) }
    }

    static func logarithm(_ estimate: Estimate) -> Double? {
        estimate.value.flatMap { $0 > 0 && $0.isFinite ? log($0) : nil }
    }
}

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
        var score = formula == .heart ? heartScore(features) : physiologicalScore(features)
        if let read = behaviour.score(features.reading, at: features.time.nanoseconds) {
            score.behaviour = read.load
            score.confidence.behaviour = read.confidence
        }
        return score
    }

    private mutating func physiologicalScore(_ features: LoadFeatures) -> Score {
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
