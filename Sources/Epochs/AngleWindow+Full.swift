extension AngleWindow {
    private typealias Axes = SIMD4<Float>

    /// The medians of the ten windows of a second when all picks of all seven seconds are there; gives the same values
    /// as sorting each window, in a tenth of the time.
    ///
    /// The ten windows share a core of 42 picks. The median of a window is value 26 of 51, of which 9 are not of the
    /// core: so only values 17 to 26 of the core can be it, and they are found once.
    static func fullMedians(_ rows: Rows, into medians: UnsafeMutablePointer<SIMD4<Float>>) {
        // Two scratch pads of 1024 bytes each: larger ones would come from the heap.
        withUnsafeTemporaryAllocation(of: Axes.self, capacity: 64) { runs in
            withUnsafeTemporaryAllocation(of: Axes.self, capacity: 64) { merged in
                guard let runs = runs.baseAddress, let merged = merged.baseAddress else { return }
                findCore(rows, runs, merged)
                let core = merged + 44
                // What leaves the window and what enters it, in their order.
                let others = merged + 55
                for index in 0..<5 { others[index] = rows[0][5 + index] }
                for index in 0..<4 { others[5 + index] = rows[1][index] }
                for step in 0..<picksPerSecond {
                    medians[step] = median(core, others)
                    if step < 9 { others[step] = step < 4 ? rows[5][6 + step] : rows[6][step - 4] }
                }
            }
        }
    }

    /// Values 17 to 26 of the 42 picks that all windows share, from `merged + 45` on. Sorted runs stand behind a
    /// sentinel each.
    @inline(__always)
    private static func findCore(
        _ rows: Rows, _ runs: UnsafeMutablePointer<Axes>, _ merged: UnsafeMutablePointer<Axes>
    ) {
        let (previous, current, next) = (runs, runs + 11, runs + 22)
        let (before, after, ends) = (runs + 33, runs + 40, runs + 47)
        let (pair, others, core) = (merged, merged + 21, merged + 44)
        sort10(rows[2], into: previous)
        sort10(rows[3], into: current)
        sort10(rows[4], into: next)
        sort6(rows[1], from: 4, into: before)
        sort6(rows[5], from: 0, into: after)
        SortingNetwork.merge(previous, 10, current, 10, into: pair)
        SortingNetwork.merge(before, 6, after, 6, into: ends)
        SortingNetwork.merge(next, 10, ends, 12, into: others)
        for rank in 17...26 { core[rank - 16] = SortingNetwork.ranked(rank, pair, 20, others, 22) }
    }

    @inline(__always)
    private static func median(_ core: UnsafePointer<Axes>, _ others: UnsafePointer<Axes>) -> Axes {
        var extra = InlineArray<9, Axes>(repeating: .zero)
        for index in 0..<9 { extra[unchecked: index] = others[index] }
        SortingNetwork.sort(&extra)
        var result = core[10]
        for index in 0..<9 {
            result = SortingNetwork.low(result, SortingNetwork.high(core[9 - index], extra[unchecked: index]))
        }
        return result
    }

    @inline(__always)
    private static func sort10(_ picks: UnsafeBufferPointer<Axes>, into run: UnsafeMutablePointer<Axes>) {
        var values = InlineArray<10, Axes>(repeating: .zero)
        for index in 0..<10 { values[unchecked: index] = picks[index] }
        SortingNetwork.sort(&values)
        run[0] = Axes(repeating: -.infinity)
        for index in 0..<10 { run[index + 1] = values[unchecked: index] }
    }

    @inline(__always)
    private static func sort6(_ picks: UnsafeBufferPointer<Axes>, from first: Int, into run: UnsafeMutablePointer<Axes>)
    {
        var values = InlineArray<6, Axes>(repeating: .zero)
        for index in 0..<6 { values[unchecked: index] = picks[first + index] }
        SortingNetwork.sort(&values)
        run[0] = Axes(repeating: -.infinity)
        for index in 0..<6 { run[index + 1] = values[unchecked: index] }
    }
}
