/// What the features ask of a series on a regular grid, in which NaN is a missing value.
enum RegularSeries {
    /// The linearly interpolated quantile of what is there (type 7 of Hyndman and Fan); NaN of nothing.
    static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.filter { !$0.isNaN }.sorted()
        guard let last = sorted.last else { return .nan }
        let place = share * Double(sorted.count - 1)
        let low = Int(place)
        guard low + 1 < sorted.count else { return last }
        return sorted[low] + (place - Double(low)) * (sorted[low + 1] - sorted[low])
    }

    /// The share of all values that lie below each one, equal ones counting half.
    static func rank(_ values: [Double]) -> [Double] {
        let sorted = values.filter { !$0.isNaN }.sorted()
        return values.map { value in
            guard !value.isNaN else { return .nan }
            let low = firstIndex(sorted) { $0 >= value }
            let high = firstIndex(sorted) { $0 > value }
            return 0.5 * Double(low + high) / Double(sorted.count)
        }
    }

    /// The value `steps` later, or earlier when negative; beyond the edges the edge's value.
    static func shift(_ values: [Double], _ steps: Int) -> [Double] {
        values.indices.map { values[min(max($0 + steps, 0), values.count - 1)] }
    }

    /// The mean of the samples in each of `count` steps from `start` on.
    static func bins(_ samples: [HeartRateSample], start: Double, step: Double, count: Int) -> [Double] {
        var totals = [Double](repeating: 0, count: count)
        var numbers = [Double](repeating: 0, count: count)
        for sample in samples {
            let place = ((sample.seconds - start) / step).rounded(.down)
            guard place >= 0, place < Double(count) else { continue }
            totals[Int(place)] += sample.beatsPerMinute
            numbers[Int(place)] += 1
        }
        return zip(totals, numbers).map { $1 > 0 ? $0 / $1 : .nan }
    }

    /// Holes of at most `longest` steps filled by a straight line.
    static func bridged(_ values: [Double], longest: Int) -> [Double] {
        var result = values
        var last: Int?
        for place in values.indices where !values[place].isNaN {
            if let last, place - last > 1, place - last <= longest + 1 {
                let slope = (values[place] - values[last]) / Double(place - last)
                for hole in (last + 1)..<place { result[hole] = values[last] + slope * Double(hole - last) }
            }
            last = place
        }
        return result
    }

    /// Steps since the last and until the next flag; the edges count as one step outside.
    static func distances(_ flags: [Bool]) -> (back: [Double], ahead: [Double]) {
        func runs(_ flags: some Sequence<Bool>) -> [Double] {
            var run = 0.0
            return flags.map { flag in
                run = flag ? 0 : run + 1
                return run
            }
        }
        return (runs(flags), runs(flags.reversed()).reversed())
    }

    private static func firstIndex(_ sorted: [Double], where isReached: (Double) -> Bool) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if isReached(sorted[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
