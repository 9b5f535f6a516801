/// What the oxygen saturation of a night comes to.
///
/// A desaturation of n points begins with the first second that lies at least n points below the mean of the known seconds of
/// the two minutes before, and counts when it lasts ten seconds; it ends when the saturation is within one point of that mean
/// again, or after three minutes. That mean is of what lies outside of desaturations. Indices are per recorded hour. These are
/// figures of a recording and no diagnosis: a ring or a clip is no polysomnograph.
public struct OxygenNight: Hashable, Sendable {
    /// Hours with a known saturation.
    public let recordedHours: Double
    /// The mean saturation, in percent.
    public let mean: Double
    /// The least saturation that was held for ``Rule/nadirSeconds``, in percent: the nadir.
    public let nadir: Double
    /// Minutes below 90 %.
    public let minutesBelow90: Double
    /// Desaturations of 3 points and more.
    public let desaturations3: Int
    /// Desaturations of 4 points and more.
    public let desaturations4: Int

    /// Desaturations of 3 points and more per recorded hour (ODI3).
    public var odi3: Double { Double(desaturations3) / recordedHours }
    /// Desaturations of 4 points and more per recorded hour (ODI4).
    public var odi4: Double { Double(desaturations4) / recordedHours }

    /// The figures that make the rule.
    public enum Rule {
        /// Seconds before, whose mean is the baseline.
        public static let baselineSeconds = 120
        /// Known seconds that a baseline needs.
        public static let leastBaseline = 30
        /// The shortest desaturation, in seconds.
        public static let shortest = 10
        /// The longest, in seconds; what is low for longer is a new level.
        public static let longest = 180
        /// Within how many points of the baseline it has recovered.
        public static let recovery = 1.0
        /// Seconds that a value must be held to be the nadir.
        public static let nadirSeconds = 3
        /// What a finger can show, in percent; what lies outside is unknown.
        public static let believable = 50.0...100
    }

    /// The figures of a night.
    /// - Parameter seconds: the saturation of each second in percent, without holes in time; NaN where it is not known.
    /// - Returns: nil with less than half an hour of known seconds.
    public init?(_ seconds: [Double]) {
        let values = seconds.map { Rule.believable.contains($0) ? $0 : .nan }
        let known = values.filter { !$0.isNaN }
        guard known.count >= 1800 else { return nil }
        recordedHours = Double(known.count) / 3600
        mean = known.reduce(0, +) / Double(known.count)
        minutesBelow90 = Double(known.count { $0 < 90 }) / 60
        let width = Rule.nadirSeconds
        var least = known.min() ?? .nan
        let held = values.indices.dropLast(width - 1).compactMap { values[$0..<($0 + width)].nanMax }.min()
        if let held { least = held }
        nadir = least
        desaturations3 = Self.desaturations(values, of: 3)
        desaturations4 = Self.desaturations(values, of: 4)
    }

    /// A second for each sample, from samples at any distance of at most a minute: a value holds until the next.
    /// - Parameter samples: seconds since any time with saturations, in order.
    /// - Returns: nil without any, or when they lie more than two days apart.
    public static func seconds(_ samples: [(time: Double, saturation: Double)]) -> [Double]? {
        guard let first = samples.first?.time, let last = samples.last?.time, last >= first, last - first <= 172_800
        else {
            return nil
        }
        var seconds = [Double](repeating: .nan, count: Int(last - first) + 1)
        for (place, sample) in samples.enumerated() where sample.time >= first && sample.time <= last {
            let next = place + 1 < samples.count ? samples[place + 1].time : sample.time + 1
            let from = Int(sample.time - first)
            let until = min(seconds.count, max(from + 1, next - sample.time <= 60 ? Int(next - first) : from + 1))
            for second in from..<max(from, until) { seconds[second] = sample.saturation }
        }
        return seconds
    }

    private static func desaturations(_ values: [Double], of points: Double) -> Int {
        var (sum, count, found) = (0.0, 0, 0)
        // What the baseline of a second is made of: NaN in desaturations.
        var quiet = values
        var second = 0
        func slide(to next: Int) {
            if !quiet[next].isNaN { (sum, count) = (sum + quiet[next], count + 1) }
            let old = next - Rule.baselineSeconds
            if old >= 0, !quiet[old].isNaN { (sum, count) = (sum - quiet[old], count - 1) }
        }
        while second < values.count {
            let baseline = count >= Rule.leastBaseline ? sum / Double(count) : .nan
            // A comparison with NaN is false.
            guard values[second] <= baseline - points else {
                slide(to: second)
                second += 1
                continue
            }
            let limit = min(values.count, second + Rule.longest)
            let end = (second..<limit).first { values[$0].isNaN || values[$0] > baseline - Rule.recovery } ?? limit
            // Its length is that of the time at least so many points below, dips included.
            let low = (second..<end).last { values[$0] <= baseline - points } ?? second
            let counts = low - second + 1 >= Rule.shortest
            if counts { found += 1 }
            for place in second..<end {
                if counts { quiet[place] = .nan }
                slide(to: place)
            }
            second = max(end, second + 1)
        }
        return found
    }
}

extension ArraySlice<Double> {
    /// The largest; nil where one is not known.
    fileprivate var nanMax: Double? { contains(where: \.isNaN) ? nil : self.max() }
}
