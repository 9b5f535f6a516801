import Epochs
import Glibc

/// The spectrum of a rhythm after Welch (IEEE Trans Audio Electroacoust 1967): intervals interpolated linearly to 4 Hz,
/// Hann windows of 64 s that overlap by half, each without its mean, 4096 points, one-sided density in ms²/Hz.
public struct WelchSpectrum: Sendable {
    /// Density at multiples of ``resolution``, in ms²/Hz.
    public let density: [Double]
    /// Power by bands, in ms².
    public let power: BandPower
    /// Number of windows that were averaged.
    public let segments: Int

    /// Hz between two values of ``density``.
    public static let resolution = rate / Double(points)
    static let rate = 4.0
    static let points = 4096
    private static let window = 256
    static let transform = FourierTransform(count: points)

    /// The spectrum of `rr`, in ms; nil with fewer than 8 s of it.
    /// - Parameter rr: intervals in ms, finite and positive, that follow each other.
    public init?(_ rr: [Double]) {
        var samples = EvenRhythm.samples(rr, rate: Self.rate)
        guard samples.count >= 32 else { return nil }
        let mean = samples.reduce(0, +) / Double(samples.count)
        for index in samples.indices { samples[index] -= mean }
        let length = min(Self.window, samples.count)
        let hann = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)) }
        let starts = Array(stride(from: 0, through: samples.count - length, by: length - length / 2))
        density = Self.density(of: samples, starts: starts, hann: hann)
        segments = starts.count
        power = BandPower(density: density) { Double($0) * Self.resolution }
    }

    /// Two real windows go through one complex transform.
    private static func density(of samples: [Double], starts: [Int], hann: [Double]) -> [Double] {
        var sums = [Double](repeating: 0, count: points / 2 + 1)
        var real = [Double](repeating: 0, count: points)
        var imaginary = real
        for pair in stride(from: 0, to: starts.count, by: 2) {
            fill(&real, samples, starts[pair], hann)
            if pair + 1 < starts.count {
                fill(&imaginary, samples, starts[pair + 1], hann)
            } else {
                for index in imaginary.indices { imaginary[index] = 0 }
            }
            transform.transform(&real, &imaginary)
            for index in sums.indices {
                let mirror = (points - index) % points
                // |A|² + |B|² of the two spectra, by their symmetries.
                let forward = real[index] * real[index] + imaginary[index] * imaginary[index]
                let backward = real[mirror] * real[mirror] + imaginary[mirror] * imaginary[mirror]
                sums[index] += (forward + backward) / 2
            }
        }
        let scale = 1 / (rate * hann.reduce(0) { $0 + $1 * $1 } * Double(starts.count))
        for index in sums.indices {
            sums[index] *= index == 0 || index == points / 2 ? scale : 2 * scale
        }
        return sums
    }

    private static func fill(_ values: inout [Double], _ samples: [Double], _ start: Int, _ hann: [Double]) {
        var mean = 0.0
        for index in hann.indices { mean += samples[start + index] }
        mean /= Double(hann.count)
        for index in hann.indices { values[index] = (samples[start + index] - mean) * hann[index] }
        for index in hann.count..<values.count { values[index] = 0 }
    }
}
