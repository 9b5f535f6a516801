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

    /// Puts the value of rank `rank` in its place, smaller ones before it and others after it (Hoare's selection, with
    /// Lomuto's partition written without branches: what noise decides, no processor can predict).
    @inline(__always)
    static func select(_ values: UnsafeMutableBufferPointer<Double>, _ rank: Int, from start: Int = 0) {
        var (low, high) = (start, values.count - 1)
        while low < high {
            let pivot = middle(values[low], values[(low + high) / 2], values[high])
            let below = partition(values, low, high) { $0 < pivot }
            guard rank >= below else {
                high = below - 1
                continue
            }
            // Values of a coarse clock are often the same: all of them are done with at once.
            let through = partition(values, below, high) { $0 <= pivot }
            // Nothing belongs where there is something that is no number.
            if rank < through || through == low { return }
            low = through
        }
    }

    /// The median of three.
    @inline(__always)
    private static func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
        Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
    }

    /// Moves what `belongs` to the front of `low ... high` and gives the place after it.
    @inline(__always)
    private static func partition(
        _ values: UnsafeMutableBufferPointer<Double>, _ low: Int, _ high: Int, _ belongs: (Double) -> Bool
    ) -> Int {
        var end = low
        var index = low
        while index <= high {
            let value = values[index]
            values[index] = values[end]
            values[end] = value
            end &+= belongs(value) ? 1 : 0
            index &+= 1
        }
        return end
    }

    /// The quantile of values in any order, as ``quantile(_:_:)`` has it; what lies below `start` is known to be smaller.
    @inline(__always)
    static func selectedQuantile(
        _ values: UnsafeMutableBufferPointer<Double>, _ fraction: Double, from start: Int = 0
    ) -> Double {
        guard values.count > 0 else { return 0 }
        let position = fraction * Double(values.count - 1)
        let below = Int(position)
        select(values, below, from: start)
        guard below + 1 < values.count else { return values[below] }
        var above = values[below + 1]
        for index in (below + 1)..<values.count where values[index] < above { above = values[index] }
        return values[below] + (position - Double(below)) * (above - values[below])
    }

    /// Median of values in any order; 0 for an empty buffer.
    @inline(__always)
    static func selectedMedian(_ values: UnsafeMutableBufferPointer<Double>) -> Double {
        let count = values.count
        guard count > 0 else { return 0 }
        select(values, count / 2)
        let upper = values[count / 2]
        guard count.isMultiple(of: 2) else { return upper }
        var lower = values[0]
        for index in 1..<max(1, count / 2) where values[index] > lower { lower = values[index] }
        return (lower + upper) / 2
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
