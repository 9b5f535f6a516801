import Glibc

/// A second-order filter over a stream (bilinear transform, Butterworth), in transposed direct form II.
struct BiquadFilter: Sendable {
    private let b0, b1, b2, a1, a2: Double
    private var (z1, z2) = (0.0, 0.0)

    /// Passes what is above `frequency`, in Hz, of samples at `rate`.
    static func highPass(_ frequency: Double, rate: Double) -> BiquadFilter {
        BiquadFilter(frequency, rate: rate) { cosine in ((1 + cosine) / 2, -(1 + cosine)) }
    }

    /// Passes what is below `frequency`, in Hz, of samples at `rate`.
    static func lowPass(_ frequency: Double, rate: Double) -> BiquadFilter {
        BiquadFilter(frequency, rate: rate) { cosine in ((1 - cosine) / 2, 1 - cosine) }
    }

    private init(_ frequency: Double, rate: Double, _ zeros: (Double) -> (outer: Double, inner: Double)) {
        let angle = 2 * Double.pi * min(frequency, 0.45 * rate) / rate
        let (cosine, alpha) = (cos(angle), sin(angle) / 2.0.squareRoot())
        let (outer, inner) = zeros(cosine)
        let scale = 1 / (1 + alpha)
        (b0, b1, b2) = (outer * scale, inner * scale, outer * scale)
        (a1, a2) = (-2 * cosine * scale, (1 - alpha) * scale)
    }

    mutating func next(_ value: Double) -> Double {
        let result = b0 * value + z1
        z1 = b1 * value - a1 * result + z2
        z2 = b2 * value - a2 * result
        return result
    }
}
