import Signals

/// How far two devices on one body lie apart in time.
struct SoakAlignment: Hashable, Sendable {
    /// What they were compared by.
    enum Means: String, Sendable { case beats, movement }

    var means: Means
    /// Milliseconds by which the second is behind the first.
    var milliseconds: Double
    /// How far single beats lie from that, in the middle; for movement, half of the time between two values.
    var spread: Double
    /// Share of beats that have a partner, or the correlation of the movement, 0 to 1.
    var agreement: Double

    /// Least beats, and least seconds of movement.
    static let leastBeats = 60
    static let leastSeconds = 120

    /// By beats where both have them, else by movement; nil where neither shows anything.
    static func of(_ a: SoakDevice, _ b: SoakDevice) -> SoakAlignment? {
        ofBeats(a.beats.map { milliseconds($0.time, a.beats) }, b.beats.map { milliseconds($0.time, a.beats) })
            ?? ofMotion(a.motion, b.motion)
    }

    private static func milliseconds(_ time: Instant, _ beats: [Beat]) -> Double {
        time.seconds(since: beats.first?.time ?? time) * 1000
    }

    /// The offset under which most beats of `a` have one of `b` within 40 ms, in steps of 10 ms up to 3 s either way.
    static func ofBeats(_ a: [Double], _ b: [Double]) -> SoakAlignment? {
        guard a.count >= leastBeats, b.count >= leastBeats else { return nil }
        let (a, b) = (a.sorted(), b.sorted())
        var best = (offset: 0.0, count: 0)
        for step in -300...300 {
            let offset = Double(step) * 10
            let count = residuals(a, b, offset).count
            // Of equally good ones that which asks for least.
            if count > best.count || count == best.count && abs(offset) < abs(best.offset) { best = (offset, count) }
        }
        let near = residuals(a, b, best.offset).sorted()
        guard near.count * 2 >= min(a.count, b.count) else { return nil }
        let middle = near[near.count / 2]
        let spread = near.map { abs($0 - middle) }.sorted()[near.count / 2]
        return SoakAlignment(
            means: .beats, milliseconds: best.offset + middle, spread: spread,
            agreement: Double(near.count) / Double(min(a.count, b.count)))
    }

    /// The distances of beats to their partners within 40 ms.
    private static func residuals(_ a: [Double], _ b: [Double], _ offset: Double) -> [Double] {
        var found: [Double] = []
        var place = 0
        for time in a {
            let wanted = time + offset
            while place < b.count, b[place] < wanted - 40 { place += 1 }
            guard place < b.count, b[place] <= wanted + 40 else { continue }
            found.append(b[place] - wanted)
            place += 1
        }
        return found
    }

    /// The lag, up to 20 s either way, under which the movement of both correlates best, between seconds by a parabola.
    static func ofMotion(
        _ a: [(time: Instant, enmo: Double)], _ b: [(time: Instant, enmo: Double)]
    ) -> SoakAlignment? {
        guard let first = a.first?.time, a.count >= leastSeconds, b.count >= leastSeconds else { return nil }
        func second(_ time: Instant) -> Int { Int((time.seconds(since: first)).rounded()) }
        let left = Dictionary(a.map { (second($0.time), $0.enmo) }, uniquingKeysWith: { $1 })
        let right = Dictionary(b.map { (second($0.time), $0.enmo) }, uniquingKeysWith: { $1 })
        var scores: [Double] = []
        let reach = 20
        for lag in -reach...reach {
            let pairs = left.compactMap { time, value in right[time + lag].map { (value, $0) } }
            scores.append(pairs.count >= leastSeconds ? correlation(pairs) : 0)
        }
        guard let place = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[place] >= 0.5 else { return nil }
        var lag = Double(place - reach)
        if place > 0, place < scores.count - 1 {
            let (before, here, after) = (scores[place - 1], scores[place], scores[place + 1])
            let bend = before - 2 * here + after
            if bend < 0 { lag += 0.5 * (before - after) / bend }
        }
        return SoakAlignment(means: .movement, milliseconds: lag * 1000, spread: 500, agreement: scores[place])
    }

    private static func correlation(_ pairs: [(Double, Double)]) -> Double {
        let n = Double(pairs.count)
        let (x, y) = (pairs.reduce(0) { $0 + $1.0 } / n, pairs.reduce(0) { $0 + $1.1 } / n)
        let xy = pairs.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
        let xx = pairs.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
        let yy = pairs.reduce(0) { $0 + ($1.1 - y) * ($1.1 - y) }
        return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
    }
}
