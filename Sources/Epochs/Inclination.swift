/// The angle between a vector and the horizontal plane, by arithmetic alone: the same bits on every machine, four at
/// a time.
enum Inclination {
    typealias Four = SIMD4<Double>

    /// tan 22.5°.
    private static let tangent = Four(repeating: 0.41421356237309503)

    /// atan(z / √(x² + y²)) in degrees, -90 ... 90; 0 for no vector at all. Right to about 10⁻¹³ degrees.
    @inline(__always)
    static func degrees(_ x: Four, _ y: Four, _ z: Four) -> Four {
        let horizontal = (x * x + y * y).squareRoot()
        let isDown = z .< 0
        let vertical = z.replacing(with: -z, where: isDown)
        // The smaller of the two angles of the triangle lies in 0 ... 45°; turned by 22.5° it is small.
        let isSteep = vertical .> horizontal
        let small = vertical.replacing(with: horizontal, where: isSteep)
        let large = horizontal.replacing(with: vertical, where: isSteep)
        let isNothing = large .<= 0
        let ratio = small / large.replacing(with: 1, where: isNothing)
        let turned = (ratio - tangent) / (1 + ratio * tangent)
        let angle = 22.5 + turned * series(turned * turned) * (180 / .pi)
        let raised = angle.replacing(with: 90 - angle, where: isSteep)
        return raised.replacing(with: -raised, where: isDown).replacing(with: 0, where: isNothing)
    }

    /// atan(u) / u from u², which is at most 0.172: the Taylor series up to where it is below 10⁻¹⁶.
    @inline(__always)
    private static func series(_ square: Four) -> Four {
        var sum = Four(repeating: 1 / 41)
        sum = 1 / 39 - square * sum
        sum = 1 / 37 - square * sum
        sum = 1 / 35 - square * sum
        sum = 1 / 33 - square * sum
        sum = 1 / 31 - square * sum
        sum = 1 / 29 - square * sum
        sum = 1 / 27 - square * sum
        sum = 1 / 25 - square * sum
        sum = 1 / 23 - square * sum
        sum = 1 / 21 - square * sum
        sum = 1 / 19 - square * sum
        sum = 1 / 17 - square * sum
        sum = 1 / 15 - square * sum
        sum = 1 / 13 - square * sum
        sum = 1 / 11 - square * sum
        sum = 1 / 9 - square * sum
        sum = 1 / 7 - square * sum
        sum = 1 / 5 - square * sum
        sum = 1 / 3 - square * sum
        return 1 - square * sum
    }
}
