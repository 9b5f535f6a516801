public import Signals

extension NightAnalysis {
    /// Nights from counts alone, where neither the recorder nor its wear is known.
    ///
    /// Windows end at noon, or at 18 o'clock or midnight where noon would cut more sleep: who works at night sleeps through
    /// it. A night without a single count is taken for sleep, in doubt as all figures of so still a night are.
    /// - Parameters:
    ///   - epochs: epochs of at most a minute that divide it.
    ///   - zone: the zone of the wearer's days.
    /// - Returns: The nights, and the hour of the day at which they end: 12, 18 or 24.
    /// - Throws: `Failure` when no rule is published for epochs of this length; `CancellationError`.
    public static func nights(
        bareCounts epochs: CountEpochs, zone: Zone
    ) throws -> (nights: [Night], cut: Int) {
        guard let series = CountSeries.minutes(of: epochs) else {
            return (try nights(counts: epochs, zone: zone), 12)
        }
        let ways = [12, 18, 24].map { hour in
            (
                hour,
                series.map {
                    CountNights(series: $0, scale: epochs.scale, cut: hour * 3600, keepsStillNights: true)
                }
            )
        }
        // Of equal ones the first: noon.
        let lost = ways.map { $0.1.reduce(0) { $0 + $1.lost(in: zone) } }
        let best = lost.indices.min { (lost[$0], $0) < (lost[$1], $1) } ?? 0
        return (nights(of: try ways[best].1.flatMap { try $0.drafts(in: zone) }, zone: zone), ways[best].0)
    }
}
