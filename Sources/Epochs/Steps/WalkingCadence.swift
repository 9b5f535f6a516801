/// Walking in raw acceleration and its cadence, second by second (Straczkiewicz, Huang and Onnela, npj Digital
/// Medicine 6, 29, 2023, with the published parameters): the length of the vector at 10 Hz swings by at least 0.3 g,
/// and the strongest rhythm lies between 1.4 and 2.3 steps a second, for three seconds or more. Only where there is
/// such a rhythm are there steps.
struct WalkingCadence {
    /// The least peak-to-peak amplitude within a second, in g.
    private static let amplitude = 0.3
    /// Steps per second, as places in ``Scalogram/frequencies``: 1.4 and 2.3 Hz.
    private static let walking = 18...36
    /// A faster rhythm may be stronger by less than this; a slower one not at all.
    private static let faster = 2.5
    /// The shortest walk, in seconds.
    private static let shortest = 3

    /// Steps per second of each whole second of `signal`, |a| - 1 in g ten times a second; 0 where nobody walks.
    static func cadences(_ signal: [Double]) -> [Double] {
        let seconds = signal.count / 10
        let moving = (0..<seconds).filter { second in
            let values = signal[(10 * second)..<(10 * second + 10)]
            return (values.max() ?? 0) - (values.min() ?? 0) >= amplitude
        }
        var cadences = [Double](repeating: 0, count: seconds)
        guard moving.count >= shortest else { return cadences }
        let rows = Scalogram.rows(moving.flatMap { signal[(10 * $0)..<(10 * $0 + 10)] })
        for (second, row) in zip(moving, rows) { cadences[second] = cadence(row) }
        var start = 0
        for second in 0...seconds where second == seconds || cadences[second] == 0 {
            if second - start < shortest { for index in start..<second { cadences[index] = 0 } }
            start = second + 1
        }
        return cadences
    }

    private static func cadence(_ row: [Double]) -> Double {
        let peaks = (1..<(row.count - 1)).filter { row[$0] > row[$0 - 1] && row[$0] >= row[$0 + 1] }
        guard let strongest = peaks.max(by: { row[$0] < row[$1] }),
            let step = peaks.filter(walking.contains).max(by: { row[$0] < row[$1] })
        else { return 0 }
        let isWalking =
            walking.contains(strongest) || strongest > walking.upperBound && row[strongest] < faster * row[step]
        return isWalking ? Scalogram.frequencies[step] : 0
    }
}
