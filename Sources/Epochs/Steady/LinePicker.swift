/// Picks values off the lines between the samples of an even stretch, at a slower or faster rate.
struct LinePicker {
    private let step: Double
    private var taken = 0
    private var made = 0
    private var last = SIMD4<Double>.zero

    /// From one rate to another, whose quotient is `step`.
    init(step: Double) { self.step = step }

    /// Takes a sample and hands on what lies up to it.
    mutating func add(_ sample: SIMD4<Double>, _ body: (SIMD4<Double>) -> Void) {
        while Double(made) * step <= Double(taken) + 1e-9 {
            let part = min(1, Double(made) * step - Double(taken - 1))
            body(taken == 0 ? sample : last + (sample - last) * part)
            made += 1
        }
        last = sample
        taken += 1
    }
}
