import Glibc

/// The angle of the z axis to the horizontal plane as van Hees 2015 defines it and GGIR computes it: about ten
/// samples a second are picked, each axis is replaced by its median over the 51 picks (5 seconds) around, the angle
/// is atan(z / √(x² + y²)) of the medians, and an epoch takes the mean over its picks.
///
/// Ten picks a second, evenly by index, are the very samples that GGIR takes at rates that are multiples of 10 Hz. Where
/// picks are missing (a gap, the ends, rates below 10 Hz) the median is over those that are there, while GGIR
/// repeats its first and last values.
enum AngleWindow {
    /// Samples picked of each second.
    static let picksPerSecond = 10
    /// Seconds on both sides of a second that the windows of its picks reach into.
    static let reach: Int64 = 3
    /// Picks on both sides of a pick.
    private static let halfWidth = 25

    /// The sum over the picks of `second` of their angles in degrees; `picks` gives the picks of a second.
    static func sum(around second: Int64, picks: (Int64) -> UnsafeBufferPointer<SIMD4<Float>>) -> Double {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 7 * picksPerSecond) { found in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 7 * picksPerSecond) { places in
                var count = 0
                for step in -reach...reach {
                    let near = picks(second + step)
                    for (index, pick) in near.enumerated() {
                        found[count] = pick
                        places[count] = Int(step + reach) * picksPerSecond + index * picksPerSecond / near.count
                        count += 1
                    }
                }
                let middle = Int(reach) * picksPerSecond
                var sum = 0.0
                for index in 0..<count where (middle..<(middle + picksPerSecond)).contains(places[index]) {
                    let center = places[index]
                    var first = index
                    while first > 0, places[first - 1] >= center - halfWidth { first -= 1 }
                    var end = index + 1
                    while end < count, places[end] <= center + halfWidth { end += 1 }
                    sum += angle(
                        median(found[first..<end], 0), median(found[first..<end], 1), median(found[first..<end], 2))
                }
                return sum
            }
        }
    }

    /// Degrees between a vector and the horizontal plane; 0 for no vector at all.
    static func angle(_ x: Double, _ y: Double, _ z: Double) -> Double {
        atan2(z, (x * x + y * y).squareRoot()) * (180 / .pi)
    }

    private static func median(_ picks: Slice<UnsafeMutableBufferPointer<SIMD4<Float>>>, _ axis: Int) -> Double {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: picks.count) { sorted in
            var count = 0
            for pick in picks {
                var place = count
                while place > 0, sorted[place - 1] > pick[axis] {
                    sorted[place] = sorted[place - 1]
                    place -= 1
                }
                sorted[place] = pick[axis]
                count += 1
            }
            return (Double(sorted[(count - 1) / 2]) + Double(sorted[count / 2])) / 2
        }
    }
}
