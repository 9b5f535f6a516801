import CEpochs

/// The angle of the z axis to the horizontal plane as van Hees 2015 defines it and GGIR computes it: about ten
/// samples a second are picked, each axis is replaced by its median over the 51 picks (5 seconds) around, the angle
/// is atan(z / √(x² + y²)) of the medians, and an epoch takes the mean over its picks.
///
/// Ten picks a second, evenly by index, are the very samples that GGIR takes at rates that are multiples of 10 Hz. Where
/// picks are missing (a gap, the ends, rates below 10 Hz) the median is over those that are there, while GGIR
/// repeats its first and last values.
enum AngleWindow {
    /// Samples that are picked from each second.
    static let picksPerSecond = 10
    /// Seconds on both sides of a second that the windows of its picks reach into.
    static let reach: Int64 = 3
    /// Picks on either side of a pick that its median covers.
    private static let halfWidth = 25

    /// The picks of a second and of the three before and after it.
    typealias Rows = InlineArray<7, UnsafeBufferPointer<SIMD4<Float>>>

    /// The sum over the picks of the middle row of their angles in degrees.
    static func sum(_ rows: Rows) -> Double {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: picksPerSecond) { medians in
            guard let medians = medians.baseAddress else { return 0 }
            return degrees(medians, count: self.medians(rows, into: medians))
        }
    }

    /// The sum of the angles of vectors in degrees, -90 ... 90 each and 0 for no vector at all: the same bits on every machine.
    static func degrees(_ vectors: UnsafePointer<SIMD4<Float>>, count: Int) -> Double {
        vectors.withMemoryRebound(to: Float.self, capacity: 4 * count) { nightjar_motion_angles($0, count) }
    }

    private static func medians(_ rows: Rows, into medians: UnsafeMutablePointer<SIMD4<Float>>) -> Int {
        for index in rows.indices where rows[index].count < picksPerSecond {
            return sparseMedians(rows, into: medians)
        }
        fullMedians(rows, into: medians)
        return picksPerSecond
    }

    /// The medians of the ten windows of a second when all picks of all seven seconds are there; gives the same values
    /// as sorting each window, in a twentieth of the time.
    static func fullMedians(_ rows: Rows, into medians: UnsafeMutablePointer<SIMD4<Float>>) {
        withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: rows.count) { starts in
            for index in rows.indices {
                starts.initializeElement(
                    at: index, to: UnsafeRawPointer(rows[index].baseAddress)?.assumingMemoryBound(to: Float.self))
            }
            medians.withMemoryRebound(to: Float.self, capacity: 4 * picksPerSecond) {
                nightjar_motion_medians(starts.baseAddress, $0)
            }
        }
    }

    /// The medians for stretches with missing picks.
    static func sparseMedians(_ rows: Rows, into medians: UnsafeMutablePointer<SIMD4<Float>>) -> Int {
        let middle = Int(reach) * picksPerSecond
        // Places beyond what any window of the middle row reaches are left out.
        let reached = (middle - halfWidth)..<(middle + picksPerSecond + halfWidth)
        return withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 60) { found in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 60) { places in
                var count = 0
                for row in rows.indices {
                    for (index, pick) in rows[row].enumerated() {
                        let place = row * picksPerSecond + index * picksPerSecond / rows[row].count
                        guard reached.contains(place) else { continue }
                        found[count] = pick
                        places[count] = place
                        count += 1
                    }
                }
                var made = 0
                for index in 0..<count where (middle..<(middle + picksPerSecond)).contains(places[index]) {
                    let center = places[index]
                    var first = index
                    while first > 0, places[first - 1] >= center - halfWidth { first -= 1 }
                    var end = index + 1
                    while end < count, places[end] <= center + halfWidth { end += 1 }
                    let window = found[first..<end]
                    medians[made] = SIMD4(median(window, 0), median(window, 1), median(window, 2), 0)
                    made += 1
                }
                return made
            }
        }
    }

    private static func median(_ picks: Slice<UnsafeMutableBufferPointer<SIMD4<Float>>>, _ axis: Int) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * halfWidth + 1) { sorted in
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
            return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        }
    }
}
