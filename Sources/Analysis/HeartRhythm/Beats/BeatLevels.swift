/// How high beats and noise stand out, learned from the last eight of each.
struct BeatLevels: Sendable {
    private var beats: [Double] = []
    private var noise: [Double] = []
    private static let kept = 8

    var beat: Double { Self.median(beats) }
    var other: Double { Self.median(noise) }
    var isEmpty: Bool { beats.isEmpty }

    /// What a peak must exceed: `share` of the way from noise to beats.
    func threshold(_ share: Double) -> Double { other + share * max(0, beat - other) }

    mutating func addBeat(_ height: Double) { Self.add(min(height, isEmpty ? height : 3 * beat), to: &beats) }
    mutating func addNoise(_ height: Double) { Self.add(height, to: &noise) }
    mutating func removeAll() { (beats, noise) = ([], []) }

    private static func add(_ height: Double, to heights: inout [Double]) {
        if heights.count >= kept { heights.removeFirst() }
        heights.append(height)
    }

    private static func median(_ values: [Double]) -> Double {
        var sorted = values
        sorted.sort()
        return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
