package import Signals

/// What the wrist shows: the present load and heart rate.
package struct WatchReading: Hashable, Sendable {
    /// When the reading was made.
    package var time: Instant
    /// Load from 0 to 1; nil when it cannot be known.
    package var cognitiveLoad: Double?
    /// `underload`, `optimal` or `overload`; nil without a load.
    package var state: String?
    /// Whether hysteresis holds ``state`` though the load by itself would be called otherwise: "still optimal".
    package var isHeld = false
    /// Whether an overload rests on two assessments in a row, so that its wearer may be told.
    package var isSustained = true
    /// How much to trust the load, 0 to 1.
    package var confidence: Double?
    /// Why there is no load; nil when there is one.
    package var reason: String?
    /// Beats per minute; nil when unknown.
    package var heartRate: Double?
    /// Whether the data are generated.
    package var isSynthetic: Bool

    /// What the load was made by, as `heart-load/4`.
    package var method: String?

    /// Memberwise; what is not given has its default.
    package init(
        time: Instant, cognitiveLoad: Double? = nil, state: String? = nil, confidence: Double? = nil,
        reason: String? = nil, heartRate: Double? = nil, isSynthetic: Bool = false,
        method: String? = nil
    ) {
        self.time = time
        self.cognitiveLoad = cognitiveLoad
        self.state = state
        self.confidence = confidence
        self.reason = reason
        self.heartRate = heartRate
        self.isSynthetic = isSynthetic
        self.method = method
    }

    /// The word for the load as the wrist shows it; nil without a load.
    package var word: String? { state.map { isHeld ? "still \($0)" : $0 } }

    /// The reading in a context from the phone; nil when the context is none.
    package init?(context: RelayPayload) {
        guard let seconds = context["t"]?.number, let time = Instant(secondsSince1970: seconds) else { return nil }
        self.init(
            time: time, cognitiveLoad: context["cognitiveLoad"]?.number, state: context["state"]?.string,
            confidence: context["confidence"]?.number, reason: context["reason"]?.string,
            heartRate: context["hr"]?.number, isSynthetic: context["synthetic"]?.bool ?? false,
            method: context["method"]?.string)
        isHeld = context["held"]?.bool ?? false
    }

    /// The context that carries it. `seq` tells equal readings apart, as an equal context is not delivered again.
    package func context(sequence: Int) -> RelayPayload {
        var context: RelayPayload = [
            "seq": .number(Double(sequence)), "t": .number(time.secondsSince1970),
        ]
        // What is unknown is left out: the link has no null.
        context["cognitiveLoad"] = cognitiveLoad.map { .number($0) }
        context["confidence"] = confidence.map { .number($0) }
        context["state"] = state.map { .string($0) }
        context["hr"] = heartRate.map { .number($0) }
        if let reason { context["reason"] = .string(reason) }
        if isHeld { context["held"] = true }
        if isSynthetic { context["synthetic"] = true }
        context["method"] = method.map { .string($0) }
        return context
    }
}
