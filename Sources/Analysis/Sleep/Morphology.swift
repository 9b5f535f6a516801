/// Binary morphology in one dimension; values beyond the ends are ignored.
enum Morphology {
    /// Closed, then opened, with a window of `half` epochs on each side: short gaps are filled, then short bouts removed.
    static func tidied(_ values: [Bool], half: Int) -> [Bool] {
        let closed = windowed(windowed(values, half: half, needsAll: false), half: half, needsAll: true)
        return windowed(windowed(closed, half: half, needsAll: true), half: half, needsAll: false)
    }

    /// Whether all or any of the values around each one are true.
    private static func windowed(_ values: [Bool], half: Int, needsAll: Bool) -> [Bool] {
        var sums = [0]
        sums.reserveCapacity(values.count + 1)
        for value in values { sums.append(sums[sums.count - 1] + (value ? 1 : 0)) }
        return values.indices.map { index in
            let window = max(0, index - half)..<min(values.count, index + half + 1)
            let inside = sums[window.upperBound] - sums[window.lowerBound]
            return needsAll ? inside == window.count : inside > 0
        }
    }
}
