/// Order statistics over small scratch buffers, without allocation.
enum OrderStatistics {
    /// Sorts `values` in place by insertion: the fastest way for the tens of values that are handled here.
    @inline(__always)
    static func sort(_ values: UnsafeMutableBufferPointer<Double>) {
        var index = 1
        while index < values.count {
            let value = values[index]
            var place = index
            while place > 0, values[place - 1] > value {
                values[place] = values[place - 1]
                place -= 1
            }
            values[place] = value
            index += 1
        }
    }

    /// The quantile `fraction` of sorted values by linear interpolation between order statistics (type 7 of Hyndman &
    /// Fan 1996); 0 for an empty buffer.
    @inline(__always)
    static func quantile(_ sorted: UnsafeMutableBufferPointer<Double>, _ fraction: Double) -> Double {
        guard sorted.count > 0 else { return 0 }
        let position = fraction * Double(sorted.count - 1)
        let below = Int(position)
        let above = Swift.min(below + 1, sorted.count - 1)
        return sorted[below] + (position - Double(below)) * (sorted[above] - sorted[below])
    }

    /// Median of sorted values; 0 for an empty buffer.
    @inline(__always)
    static func median(_ sorted: UnsafeMutableBufferPointer<Double>) -> Double {
        let count = sorted.count
        guard count > 0 else { return 0 }
        return count.isMultiple(of: 2) ? (sorted[count / 2 - 1] + sorted[count / 2]) / 2 : sorted[count / 2]
    }

    /// Median absolute deviation of sorted values from `center`, by merging outwards from the centre.
    static func medianAbsoluteDeviation(_ sorted: UnsafeMutableBufferPointer<Double>, from center: Double) -> Double {
        let count = sorted.count
        guard count > 0 else { return 0 }
        var right = 0
        while right < count, sorted[right] < center { right += 1 }
        var left = right - 1
        var last = 0.0
        var beforeLast = 0.0
        for _ in 0...(count / 2) {
            beforeLast = last
            let below = left >= 0 ? center - sorted[left] : .infinity
            let above = right < count ? sorted[right] - center : .infinity
            if below < above {
                last = below
                left -= 1
            } else {
                last = above
                right += 1
            }
        }
        return count.isMultiple(of: 2) ? (beforeLast + last) / 2 : last
    }
}
