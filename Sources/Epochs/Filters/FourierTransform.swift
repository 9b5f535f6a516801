import Glibc

/// A discrete Fourier transform of a fixed length, in place and without allocation (Cooley and Tukey 1965, radix 2).
public struct FourierTransform: Sendable {
    /// Number of points, a power of two.
    public let count: Int
    private let cosines: [Double]
    private let sines: [Double]
    private let reversed: [Int]

    /// A transform of `count` points, a power of two of at least 2.
    public init(count: Int) {
        precondition(count > 1 && count & (count - 1) == 0, "a radix-2 transform has a power of two of points")
        self.count = count
        cosines = (0..<count / 2).map { cos(2 * .pi * Double($0) / Double(count)) }
        sines = (0..<count / 2).map { -sin(2 * .pi * Double($0) / Double(count)) }
        let bits = count.trailingZeroBitCount
        reversed = (0..<count).map { index in
            (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
        }
    }

    /// Transforms `real` + i `imaginary`, both of ``count`` values, without dividing by it. With the two exchanged, there and
    /// in what comes back, it is the transform backwards.
    public func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        precondition(real.count == count && imaginary.count == count, "the transform has another length")
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                for index in 0..<count where index < reversed[index] {
                    real.swapAt(index, reversed[index])
                    imaginary.swapAt(index, reversed[index])
                }
                var half = 1
                while half < count {
                    combine(real, imaginary, half: half)
                    half *= 2
                }
            }
        }
    }

    private func combine(
        _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>, half: Int
    ) {
        let step = count / (2 * half)
        for start in stride(from: 0, to: count, by: 2 * half) {
            for offset in 0..<half {
                let (low, high) = (start + offset, start + offset + half)
                let (c, s) = (cosines[offset * step], sines[offset * step])
                let re = real[high] * c - imaginary[high] * s
                let im = real[high] * s + imaginary[high] * c
                real[high] = real[low] - re
                imaginary[high] = imaginary[low] - im
                real[low] += re
                imaginary[low] += im
            }
        }
    }
}
