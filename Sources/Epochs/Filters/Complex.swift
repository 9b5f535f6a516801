/// A complex number, for filter design.
struct Complex {
    var real, imaginary: Double

    init(_ real: Double, _ imaginary: Double) { (self.real, self.imaginary) = (real, imaginary) }

    var magnitude: Double { (real * real + imaginary * imaginary).squareRoot() }

    static func + (a: Complex, b: Complex) -> Complex { Complex(a.real + b.real, a.imaginary + b.imaginary) }
    static func - (a: Complex, b: Complex) -> Complex { Complex(a.real - b.real, a.imaginary - b.imaginary) }

    static func * (a: Complex, b: Complex) -> Complex {
        Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
    }

    static func / (a: Complex, b: Complex) -> Complex {
        let square = b.real * b.real + b.imaginary * b.imaginary
        return Complex(
            (a.real * b.real + a.imaginary * b.imaginary) / square,
            (a.imaginary * b.real - a.real * b.imaginary) / square)
    }

    /// The square root with a real part of at least 0.
    func squareRoot() -> Complex {
        let size = magnitude
        let real = ((size + self.real) / 2).squareRoot()
        let imaginary = max(0, (size - self.real) / 2).squareRoot()
        return Complex(real, self.imaginary < 0 ? -imaginary : imaginary)
    }
}
