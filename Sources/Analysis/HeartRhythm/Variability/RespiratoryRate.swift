import Epochs
import Glibc

/// Breathing as the heart follows it (respiratory sinus arrhythmia): the strongest rhythm of the intervals between 9
/// and 30 a minute, once slower ones are taken out.
public struct RespiratoryRate: Hashable, Sendable {
    /// Breaths per minute.
    public var perMinute: Double
    /// Share of the power of 0.04 ... 0.50 Hz that lies within 0.03 Hz of it, 0 ... 1.
    public var quality: Double

    /// A quality below which a rate is not reported.
    public static let leastQuality = 0.3
    private static let rate = 4.0
    /// Samples of the moving mean that is taken out: 6.75 s.
    private static let trend = 27

    /// The rate in about a minute of intervals, in ms; nil with less than 30 s or without any rhythm.
    public init?(_ rr: [Double]) {
        var samples = EvenRhythm.samples(rr, rate: Self.rate)
        guard samples.count >= 120, samples.count <= WelchSpectrum.points else { return nil }
        samples = Self.withoutTrend(samples)
        var real = [Double](repeating: 0, count: WelchSpectrum.points)
        var imaginary = real
        for index in samples.indices {
            let hann = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(samples.count - 1))
            real[index] = samples[index] * hann
        }
        WelchSpectrum.transform.transform(&real, &imaginary)
        let power = (0...WelchSpectrum.points / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
        func bins(_ low: Double, _ high: Double) -> ClosedRange<Int> {
            Int((low / WelchSpectrum.resolution).rounded(.up))...Int(high / WelchSpectrum.resolution)
        }
        guard let peak = bins(0.15, 0.50).max(by: { power[$0] < power[$1] }) else { return nil }
        let frequency = Double(peak) * WelchSpectrum.resolution
        let all = bins(0.04, 0.50).reduce(0) { $0 + power[$1] }
        guard all > 0 else { return nil }
        let near = bins(max(0.04, frequency - 0.03), min(0.50, frequency + 0.03)).reduce(0) { $0 + power[$1] }
        self.init(perMinute: 60 * frequency, quality: near / all)
    }

    /// Memberwise.
    public init(perMinute: Double, quality: Double) {
        self.perMinute = perMinute
        self.quality = quality
    }

    /// The rate of a longer series: the median over its minutes of a quality of at least 0.3, with the median quality
    /// of all minutes; nil with no such minute.
    public static func median(of rr: [Double]) -> RespiratoryRate? {
        let minutes = minutes(rr).compactMap { RespiratoryRate($0) }
        let good = minutes.filter { $0.quality >= leastQuality }.map(\.perMinute).sorted()
        let qualities = minutes.map(\.quality).sorted()
        guard !good.isEmpty, qualities[qualities.count / 2] >= leastQuality else { return nil }
        return RespiratoryRate(perMinute: good[good.count / 2], quality: qualities[qualities.count / 2])
    }

    private static func minutes(_ rr: [Double]) -> [[Double]] {
        var (minutes, open): ([[Double]], [Double]) = ([], [])
        var length = 0.0
        for interval in rr {
            open.append(interval)
            length += interval
            guard length >= 60_000 else { continue }
            minutes.append(open)
            (open, length) = ([], 0)
        }
        if length >= 45_000 { minutes.append(open) }
        return minutes
    }

    private static func withoutTrend(_ samples: [Double]) -> [Double] {
        samples.indices.map { index in
            let part = samples[max(0, index - trend / 2)...min(samples.count - 1, index + trend / 2)]
            return samples[index] - part.reduce(0, +) / Double(part.count)
        }
    }
}
