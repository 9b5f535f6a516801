/// The band-pass filter of ActiGraph's counts at 30 Hz, and the levels that it is read in (Neishabouri and others
/// 2022).
struct CountBand {
    private typealias Four = SIMD4<Double>

    // Computed, so that they are constants in the code and not looked up for each sample.
    @inline(__always)
    private static var forward: InlineArray<8, Double> {
        [
            -0.009341062898525, -0.02547028965936, -0.004235264826105, 0.04415241545642, 0.03649371834776,
            -0.01189396193474, -0.02291739062315, -0.00678816386231,
        ]
    }
    @inline(__always)
    private static var back: InlineArray<8, Double> {
        [
            1, -3.63367395910957, 5.03689812757486, -3.09612247819666, 0.50620507633883, 0.32421701566682,
            -0.15685485875559, 0.0194913020589,
        ]
    }
    /// The filter's state after a long constant input of 1.
    private static var steady: InlineArray<7, Double> {
        [
            0.00934106283625817, 0.034811352721875514, 0.03904661723434884, -0.005105798029285434,
            -0.041599516408565226, -0.02970555449401319, -0.00678816386109634,
        ]
    }
    /// Converts g to the levels of the 8-bit scale.
    @inline(__always)
    private static var gain: Double { (3.0 / 4096) / (2.6 / 256) * 237.5 }

    private var state = InlineArray<8, Four>(repeating: .zero)
    private var isRunning = false

    init() {}

    /// The next value of the filter, in levels; the first value is taken to have held for ever.
    @inline(__always)
    mutating func filter(_ value: SIMD4<Double>) -> SIMD4<Double> {
        if !isRunning {
            for index in 0..<7 { state[index] = Self.steady[index] * value }
            isRunning = true
        }
        let result = state[0] + Self.forward[0] * value
        for index in 0..<7 {
            state[index] = (state[index + 1] + value * Self.forward[index + 1]) - result * Self.back[index + 1]
        }
        return Self.gain * result
    }

    /// Whole levels: below 4 is none, above 128 is 128.
    @inline(__always)
    static func levels(_ value: SIMD4<Double>) -> SIMD4<Double> {
        var size = value.replacing(with: -value, where: value .< 0)
        size.replace(with: 0, where: size .< 4)
        size.replace(with: 128, where: size .> 128)
        return WholeLanes.down(size)
    }
}
