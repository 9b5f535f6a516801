/// Changes the rate of an even stretch: to a faster one by the line between neighbours, to a slower one by the mean of
/// the samples that lie nearer to a new place than to the next.
struct AreaOrLine {
    /// Old sample periods in a new one.
    private let step: Double
    private var taken = 0
    private var made = 0
    private var sum = SIMD4<Double>.zero
    private var summed = 0.0
    private var line: LinePicker

    /// From one rate to another, whose quotient is `step`.
    init(step: Double) {
        self.step = step
        line = LinePicker(step: step)
    }

    /// Takes a sample and hands on what it completes.
    @inline(__always)
    mutating func add(_ sample: SIMD4<Double>, _ body: (SIMD4<Double>) -> Void) {
        guard step > 1 else { return line.add(sample, body) }
        shrink(sample, body)
        taken += 1
    }

    private mutating func shrink(_ sample: SIMD4<Double>, _ body: (SIMD4<Double>) -> Void) {
        // The sample covers the period that begins at its place; a new period may end within it.
        let end = Double(taken + 1)
        let border = Double(made + 1) * step
        guard border <= end + 1e-9 else {
            sum += sample
            summed += 1
            return
        }
        let part = border - Double(taken)
        body((sum + sample * part) / (summed + part))
        made += 1
        sum = sample * (1 - part)
        summed = 1 - part
    }
}
