import Glibc

/// The spectrum of a rhythm by Lomb (1976) and Scargle (1982), which takes the beats where they are and needs no
/// interpolation. Four frequencies per resolvable one, from 0.003 to 0.40 Hz.
public struct LombSpectrum: Sendable {
    /// Power by bands, in ms², scaled so that the integral over all is about the variance.
    public let power: BandPower

    /// Products of beats and frequencies beyond which the spectrum is not computed: about eight hours.
    static let most = 2e9

    /// The spectrum of `rr`; nil with fewer than 8 intervals or for more than about eight hours.
    /// - Parameter rr: intervals in ms, finite and positive, that follow each other.
    public init?(_ rr: [Double]) {
        var times = rr
        var sum = 0.0
        for index in rr.indices {
            sum += rr[index]
            times[index] = sum / 1000
        }
        guard rr.count >= 8, let first = times.first, let last = times.last, last > first else { return nil }
        let duration = last - first
        let step = 1 / (4 * duration)
        let count = ((0.4 - 0.003) / step).rounded(.up)
        guard count >= 2, count * Double(rr.count) <= Self.most else { return nil }
        var density = Self.periodogram(of: rr, at: times, from: 0.003, step: step, count: Int(count))
        let scale = duration / Double(rr.count)
        for index in density.indices { density[index] *= scale }
        power = BandPower(density: density) { 0.003 + Double($0) * step }
    }

    /// Scargle's periodogram, times two, of `values` without their mean.
    /// - Parameters:
    ///   - values: the samples, at least one.
    ///   - times: when each was taken, in s; as many as `values`.
    ///   - start: the first frequency, in Hz.
    ///   - step: Hz between two frequencies.
    ///   - count: number of frequencies.
    /// - Returns: `count` values in the square of the unit of `values`.
    public static func periodogram(
        of values: [Double], at times: [Double], from start: Double, step: Double, count: Int
    ) -> [Double] {
        precondition(values.count == times.count && !values.isEmpty, "one time per value")
        let mean = values.reduce(0, +) / Double(values.count)
        // Each beat turns by a fixed angle from one frequency to the next.
        var turning = values.indices.map { index in
            let time = 2 * .pi * (times[index] - times[0])
            return Phasor(
                value: values[index] - mean, c: cos(start * time), s: sin(start * time), stepC: cos(step * time),
                stepS: sin(step * time))
        }
        return (0..<count).map { _ in
            var sums = Sums()
            for index in turning.indices { sums.add(&turning[index]) }
            return sums.power
        }
    }

    private struct Phasor {
        var value, c, s, stepC, stepS: Double
    }

    private struct Sums {
        var (cc, ss, cs, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)

        @inline(__always)
        mutating func add(_ phasor: inout Phasor) {
            let (c, s) = (phasor.c, phasor.s)
            cc += c * c
            ss += s * s
            cs += c * s
            xc += phasor.value * c
            xs += phasor.value * s
            phasor.c = c * phasor.stepC - s * phasor.stepS
            phasor.s = s * phasor.stepC + c * phasor.stepS
        }

        /// Sums about the phase at which sine and cosine are orthogonal, by the addition theorems.
        var power: Double {
            let angle = atan2(2 * cs, cc - ss) / 2
            let (c, s) = (cos(angle), sin(angle))
            let (alongC, alongS) = (xc * c + xs * s, xs * c - xc * s)
            let squareC = cc * c * c + 2 * cs * c * s + ss * s * s
            let squareS = ss * c * c - 2 * cs * c * s + cc * s * s
            return (squareC > 0 ? alongC * alongC / squareC : 0) + (squareS > 0 ? alongS * alongS / squareS : 0)
        }
    }
}
