/// A sample whose time the recorder's clock told.
struct CWAKnot: Hashable {
    /// The sample's number in the whole recording; it may lie in a neighbouring sector.
    var index: Int
    /// The recorder's clock, in nanoseconds since 1970 by its own clock.
    var time: Int64

    /// Nanoseconds per sample to a later knot; nil unless that lies ahead in samples and in time.
    func period(to later: CWAKnot) -> Double? {
        let (samples, overflow) = later.index.subtractingReportingOverflow(index)
        let nanoseconds = Double(later.time) - Double(time)
        return !overflow && samples > 0 && nanoseconds > 0 ? nanoseconds / Double(samples) : nil
    }
}
