extension LoadReading {
    /// Whether there is no load because heart rate and variability follow something else now: exercise, or breathing.
    public var isMuted: Bool { load == nil && reasons.contains { $0.hasPrefix("muted:") } }
}
