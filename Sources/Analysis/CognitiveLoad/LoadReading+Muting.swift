public import Signals

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
