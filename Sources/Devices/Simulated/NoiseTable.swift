/// Normal noise made once and read at random places: what makes a second of acceleration cheap.
enum NoiseTable {
    /// A power of two, so that any place maps into the table by its low bits.
    private static let count = 8192

    private static let whiteValues: [Float] = {
        var random = SplitMix64(seed: 0x5EED)
        return (0..<count).map { _ in Float(random.gaussian()) }
    }()

    /// The same noise through a first-order low pass per axis, with deviation one: human movement has little above a
    /// few hertz.
    private static let slowValues: [Float] = {
        let keep: Float = 0.8
        var state = SIMD3<Float>()
        var values = [Float](repeating: 0, count: count)
        // Once round beforehand, so that there is no seam at the start.
        for index in 0..<(2 * count) {
            let axis = index % 3
            state[axis] = state[axis] * keep + whiteValues[index & (count - 1)] * (1 - keep * keep).squareRoot()
            values[index & (count - 1)] = state[axis]
        }
        return values
    }()

    static func white(_ place: Int) -> SIMD3<Float> { triple(whiteValues, place) }

    static func slow(_ place: Int) -> SIMD3<Float> { triple(slowValues, place) }

    private static func triple(_ values: [Float], _ place: Int) -> SIMD3<Float> {
        SIMD3(values[place & (count - 1)], values[(place &+ 1) & (count - 1)], values[(place &+ 2) & (count - 1)])
    }
}
