import Glibc

/// A Butterworth filter as a cascade of sections of second order, designed by the bilinear transform with its corners
/// kept in place (as in Oppenheim and Schafer, Discrete-Time Signal Processing, section 7.1).
struct Butterworth {
    /// One section: (b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²).
    struct Section {
        var b0, b1, b2, a1, a2: Double
    }

    /// The second-order sections, in order.
    let sections: [Section]

    /// Lets pass what is faster than `corner` of `rate`, both in Hz; at most four fifths of half the rate count.
    init(highPass corner: Double, order: Int, rate: Double) {
        let warped = tan(.pi * min(corner / rate, 0.4))
        sections = Self.poles(order).map { pole in
            // In the plane of s a high pass has the poles ω / p and all zeros at 0.
            let turned = Complex(warped, 0) / pole
            return Self.section(turned, isPair: pole.imaginary != 0, band: nil)
        }
    }

    /// Lets pass what lies between `low` and `high` of `rate`, all in Hz; `high` is at most four fifths of half the
    /// rate.
    init(bandPass low: Double, _ high: Double, order: Int, rate: Double) {
        let (first, second) = (tan(.pi * min(low / rate, 0.39)), tan(.pi * min(high / rate, 0.4)))
        let (width, square) = (second - first, first * second)
        let center = 2 * atan(square.squareRoot())
        var sections: [Section] = []
        for pole in Self.poles(order) {
            let half = pole * Complex(width / 2, 0)
            let root = (half * half - Complex(square, 0)).squareRoot()
            if pole.imaginary != 0 {
                sections.append(Self.section(half + root, isPair: true, band: center))
                sections.append(Self.section(half - root, isPair: true, band: center))
            } else {
                sections.append(Self.section(half + root, half - root, band: center))
            }
        }
        self.sections = sections
    }

    /// Poles of the low pass of 1 rad/s in the upper half of the plane, and the real one where the order is odd.
    private static func poles(_ order: Int) -> [Complex] {
        (0..<((order + 1) / 2)).map { index in
            let angle = .pi * Double(2 * index + order + 1) / Double(2 * order)
            return 2 * index + 1 == order ? Complex(-1, 0) : Complex(cos(angle), sin(angle))
        }
    }

    /// The section of a pole and its mirror, or of a real pole alone.
    private static func section(_ pole: Complex, isPair: Bool, band: Double?) -> Section {
        let z = (Complex(1, 0) + pole) / (Complex(1, 0) - pole)
        guard isPair else {
            return scaled(Section(b0: 1, b1: -1, b2: 0, a1: -z.real, a2: 0), band)
        }
        let tops = band == nil ? (-2.0, 1.0) : (0, -1)
        return scaled(
            Section(b0: 1, b1: tops.0, b2: tops.1, a1: -2 * z.real, a2: z.real * z.real + z.imaginary * z.imaginary),
            band)
    }

    /// The section of two poles that together are real.
    private static func section(_ pole: Complex, _ other: Complex, band: Double) -> Section {
        let (z, w) = (
            (Complex(1, 0) + pole) / (Complex(1, 0) - pole), (Complex(1, 0) + other) / (Complex(1, 0) - other)
        )
        return scaled(
            Section(b0: 1, b1: 0, b2: -1, a1: -(z + w).real, a2: (z * w).real), band)
    }

    /// The section with a gain of 1 at the middle of the band, or at half the rate.
    private static func scaled(_ section: Section, _ band: Double?) -> Section {
        let angle = band ?? .pi
        let (one, two) = (Complex(cos(angle), -sin(angle)), Complex(cos(2 * angle), -sin(2 * angle)))
        let top = Complex(section.b0, 0) + one * Complex(section.b1, 0) + two * Complex(section.b2, 0)
        let bottom = Complex(1, 0) + one * Complex(section.a1, 0) + two * Complex(section.a2, 0)
        let gain = (bottom / top).magnitude
        return Section(
            b0: section.b0 * gain, b1: section.b1 * gain, b2: section.b2 * gain, a1: section.a1, a2: section.a2)
    }
}
