/// ActiGraph's activity counts from three axes in g, ten times a second (Neishabouri and others, Scientific Reports 12,
/// 11958, 2022): to 30 Hz, a band of 0.29 to 1.63 Hz, 8-bit levels with a dead band, means over three.
///
/// The arithmetic is done in double precision in the published order, so that the counts are the published reference's
/// to the last integer at 30, 40, 50, 60, 70, 80, 90 and 100 Hz.
struct ActivityCounts {
    /// The rates at which the method is published, in samples per second.
    static let rates = stride(from: 30, through: 100, by: 10)

    private let up: Int
    private let down: Int
    private let gain: Double
    private let feedback: Double
    private let isFiltered: Bool
    private var phase = 0
    private var held = SIMD4<Double>.zero
    private var band = CountBand()
    private var sum = SIMD4<Double>.zero
    private var summed = 0

    /// Counts of a stretch sampled at `rate`, one of ``rates``.
    init(rate: Int) {
        let divisor = Self.divisor(rate, 30)
        (up, down) = (30 / divisor, rate / divisor)
        let factor = Double(up)
        gain = (Double.pi / (Double.pi + 2 * factor)) * factor
        feedback = -((Double.pi - 2 * factor) / (Double.pi + 2 * factor))
        isFiltered = up > 1
    }

    /// Takes a sample and appends the counts that it completes.
    @inline(__always)
    mutating func add(_ sample: SIMD4<Double>, to counts: inout [SIMD4<Double>]) {
        guard isFiltered else {
            if phase == 0 { take(sample, &counts) }
            phase = phase + 1 == down ? 0 : phase + 1
            return
        }
        // Zeros are put between the samples, and a filter of one pole runs over them; one in `down` is kept.
        let driven = gain * sample
        for step in 0..<up {
            held = step < 2 ? driven + feedback * held : feedback * held
            if phase == 0 { take(held, &counts) }
            phase = phase + 1 == down ? 0 : phase + 1
        }
    }

    @inline(__always)
    private mutating func take(_ value: SIMD4<Double>, _ counts: inout [SIMD4<Double>]) {
        let rounded = WholeLanes.nearest(value * 1000) / 1000
        sum += CountBand.levels(band.filter(rounded))
        summed += 1
        guard summed == 3 else { return }
        counts.append(WholeLanes.down(sum / 3))
        (sum, summed) = (.zero, 0)
    }

    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
