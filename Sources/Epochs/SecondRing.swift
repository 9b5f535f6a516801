/// Closed seconds that an open epoch, or the angle of one, still needs, each at its number modulo the ring's size.
struct SecondRing {
    private var seconds: [SettledSecond]
    /// |a| - 1 of every sample, one row of a multiple of eight per second: the second pass that a mean absolute deviation takes.
    private var excess: [Double]
    private var picks: [SIMD4<Float>]
    private var stride: Int
    private let mask: Int64

    /// A ring that tells at least `count` successive seconds apart.
    init(count: Int) {
        var size = 8
        while size < count { size *= 2 }
        stride = 64
        mask = Int64(size - 1)
        seconds = Array(repeating: SettledSecond(), count: size)
        excess = Array(repeating: 0, count: size * stride)
        picks = Array(repeating: .zero, count: size * AngleWindow.picksPerSecond)
    }

    /// The state of a second; empty when it is not in the ring.
    subscript(second: Int64) -> SettledSecond {
        let entry = seconds[Int(second & mask)]
        return entry.second == second ? entry : SettledSecond()
    }

    /// Sums up `count` samples of three axes as `second`; false, and nothing kept, when one is beyond `limit` g.
    @discardableResult
    mutating func settle(
        _ second: Int64, _ values: UnsafePointer<Float>, count: Int, limit: Double
    ) -> Bool {
        if count > stride { grow(to: count) }
        var entry = SettledSecond(second: second, samples: count)
        let row = Int(second & mask)
        seconds[row] = SettledSecond()
        let isUsable = excess.withUnsafeMutableBufferPointer { excess in
            guard let start = excess.baseAddress else { return false }
            let sums = MotionKernel.sums(of: values, count: count, into: start + row * stride, limit: limit - 1)
            entry.signed = sums.signed
            entry.magnitude = sums.magnitude
            return sums.isUsable
        }
        guard isUsable else { return false }
        entry.picks = min(count, AngleWindow.picksPerSecond)
        for pick in 0..<entry.picks {
            let sample = 3 * (entry.picks == count ? pick : pick * count / AngleWindow.picksPerSecond)
            picks[row * AngleWindow.picksPerSecond + pick] = SIMD4(
                values[sample], values[sample + 1], values[sample + 2], 0)
        }
        seconds[row] = entry
        return true
    }

    /// Keeps what the heart did in `second`, beside the motion that is there already.
    mutating func settle(_ second: Int64, heart: HeartSum) {
        let row = Int(second & mask)
        if seconds[row].second != second { seconds[row] = SettledSecond(second: second) }
        seconds[row].heart = heart
    }

    /// The sum of ||a| - 1 - `mean`| over the samples of `range`.
    func deviation(over range: Range<Int64>, from mean: Double) -> Double {
        excess.withUnsafeBufferPointer { excess in
            guard let start = excess.baseAddress else { return 0 }
            var total = 0.0
            for second in range {
                let row = Int(second & mask)
                guard seconds[row].second == second, seconds[row].samples > 0 else { continue }
                total += MotionKernel.deviation(start + row * stride, count: seconds[row].samples, from: mean)
            }
            return total
        }
    }

    /// The sum of the angles of the picks of `second`, in degrees.
    func angleSum(of second: Int64) -> Double {
        picks.withUnsafeBufferPointer { picks in
            seconds.withUnsafeBufferPointer { seconds in
                var rows = AngleWindow.Rows(repeating: UnsafeBufferPointer(start: nil, count: 0))
                for index in rows.indices {
                    let near = second - AngleWindow.reach + Int64(index)
                    let row = Int(near & mask)
                    guard seconds[row].second == near, let start = picks.baseAddress else { continue }
                    rows[index] = UnsafeBufferPointer(
                        start: start + row * AngleWindow.picksPerSecond, count: seconds[row].picks)
                }
                return AngleWindow.sum(rows)
            }
        }
    }

    private mutating func grow(to count: Int) {
        var wider = stride
        while wider < count { wider *= 2 }
        var rows = [Double](repeating: 0, count: seconds.count * wider)
        for row in seconds.indices {
            for sample in 0..<seconds[row].samples { rows[row * wider + sample] = excess[row * stride + sample] }
        }
        (excess, stride) = (rows, wider)
    }
}
