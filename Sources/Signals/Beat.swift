/// One heart beat and the interval that it ends.
public struct Beat: Hashable, Sendable {
    /// What a beat is taken for (Lipponen & Tarvainen 2019, corrected for displaced beats).
    public enum Label: String, Hashable, Sendable, CaseIterable {
        case normal, missed, extra, ectopic, misaligned
        /// The interval follows a hole in the series and belongs to no difference.
        case afterGap = "after_gap"
        /// Outside 300 ... 2000 ms.
        case implausible
    }

    /// The instant of the R peak that ends ``rr``.
    public var time: Instant
    /// The interval since the beat before, in milliseconds.
    public var rr: Double
    /// The classification of the beat.
    public var label: Label
    /// True until enough later beats have been seen to settle ``label``.
    public var isProvisional: Bool

    /// Memberwise; what is not given has its default.
    public init(time: Instant, rr: Double, label: Label = .normal, isProvisional: Bool = false) {
        self.time = time
        self.rr = rr
        self.label = label
        self.isProvisional = isProvisional
    }
}
