import CEpochs

/// ActiGraph's activity counts from three axes in g, ten times a second (Neishabouri and others, Scientific Reports 12,
/// 11958, 2022): to 30 Hz, a band of 0.29 to 1.63 Hz, 8-bit levels with a dead band, means over three.
///
/// The arithmetic is done in double precision in the published order, so that the counts are the published reference's
/// to the last integer at 30, 40, 50, 60, 70, 80, 90 and 100 Hz.
struct ActivityCounts {
    /// The rates at which the method is published, in samples per second.
    static let rates = stride(from: 30, through: 100, by: 10)

    private var counts = nightjar_counts()

    /// Counts of a stretch sampled at `rate`, one of ``rates``.
    init(rate: Int) {
        let divisor = Self.divisor(rate, 30)
        (counts.up, counts.down) = (Int32(30 / divisor), Int32(rate / divisor))
        let factor = Double(counts.up)
        counts.gain = (Double.pi / (Double.pi + 2 * factor)) * factor
        counts.feedback = -((Double.pi - 2 * factor) / (Double.pi + 2 * factor))
    }

    /// Takes samples and returns the counts that they complete.
    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>) -> [SIMD4<Double>] {
        [SIMD4<Double>](unsafeUninitializedCapacity: (samples.count + 2) / 3) { made, count in
            count = nightjar_counts_add(&counts, samples.baseAddress, samples.count, made.baseAddress)
        }
    }

    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
