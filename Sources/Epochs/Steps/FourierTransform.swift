import Glibc

/// The discrete Fourier transform of a power of two of complex numbers, in place (Cooley and Tukey 1965).
struct FourierTransform {
    let count: Int
    private let turns: [Complex]
    private let order: [Int]

    /// A transform of `count` values, a power of two of at least 2.
    init(count: Int) {
        self.count = count
        turns = (0..<(count / 2)).map { index in
            let angle = -2 * .pi * Double(index) / Double(count)
            return Complex(cos(angle), sin(angle))
        }
        let bits = count.trailingZeroBitCount
        order = (0..<count).map { index in
            var reversed = 0
            for bit in 0..<bits where index & 1 << bit != 0 { reversed |= 1 << (bits - 1 - bit) }
            return reversed
        }
    }

    /// Transforms `values`, of which there are `count`; backwards without the division by `count`.
    func run(_ values: inout [Complex], isBackward: Bool = false) {
        for index in 0..<count where order[index] > index { values.swapAt(index, order[index]) }
        values.withUnsafeMutableBufferPointer { values in
            turns.withUnsafeBufferPointer { turns in
                var half = 1
                while half < count {
                    let stride = count / (2 * half)
                    var base = 0
                    while base < count {
                        for offset in 0..<half {
                            let turn = turns[offset * stride]
                            let (low, high) = (base + offset, base + offset + half)
                            let sine = isBackward ? -turn.imaginary : turn.imaginary
                            let other = values[high]
                            let real = other.real * turn.real - other.imaginary * sine
                            let imaginary = other.real * sine + other.imaginary * turn.real
                            values[high] = Complex(values[low].real - real, values[low].imaginary - imaginary)
                            values[low] = Complex(values[low].real + real, values[low].imaginary + imaginary)
                        }
                        base += 2 * half
                    }
                    half *= 2
                }
            }
        }
    }
}
