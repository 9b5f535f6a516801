import Glibc

/// The power of a signal of 10 Hz at frequencies from 0.5 to 4.45 Hz, second by second, by generalised Morse wavelets
/// with γ = 3 and β = 90 (Olhede and Walden 2002).
struct Scalogram {
    /// The frequencies, in Hz.
    static let frequencies = (0..<80).map { 0.5 + 0.05 * Double($0) }
    private static let rate = 10
    private static let margin = 50

    /// One row per whole second of `signal`, one value per frequency.
    static func rows(_ signal: [Double]) -> [[Double]] {
        let seconds = signal.count / rate
        var size = 64
        while size < seconds * rate + 2 * margin { size *= 2 }
        var real = [Double](repeating: 0, count: size)
        var imaginary = real
        for index in 0..<(seconds * rate) {
            real[margin + index] = signal[index] * taper(index, of: seconds * rate)
        }
        FourierTransform(count: size).transform(&real, &imaginary)
        // A band is less than 5 Hz wide, so its envelope needs half of the samples only.
        let half = FourierTransform(count: size / 2)
        var rows = [[Double]](repeating: [], count: seconds)
        for frequency in frequencies {
            var bandReal = [Double](repeating: 0, count: size / 2)
            var bandImaginary = bandReal
            let first = max(1, Int(frequency * 0.66 * Double(size) / 10))
            let last = min(size / 2 - 1, first + size / 2 - 1, Int(frequency * 1.4 * Double(size) / 10))
            for bin in first...last {
                let ratio = Double(bin) * 10 / Double(size) / frequency
                let weight = 2 * exp(90 * log(ratio) + 30 * (1 - ratio * ratio * ratio)) / Double(size)
                bandReal[bin - first] = real[bin] * weight
                bandImaginary[bin - first] = imaginary[bin] * weight
            }
            // Backwards.
            half.transform(&bandImaginary, &bandReal)
            for second in 0..<seconds {
                var sum = 0.0
                for index in ((margin + second * rate) / 2)..<((margin + (second + 1) * rate) / 2) {
                    sum += bandReal[index] * bandReal[index] + bandImaginary[index] * bandImaginary[index]
                }
                rows[second].append(sum)
            }
        }
        return rows
    }

    /// Tukey's window, which rises over a hundredth of the signal at both ends.
    private static func taper(_ index: Int, of count: Int) -> Double {
        let edge = 0.01 * Double(count - 1)
        let place = Double(min(index, count - 1 - index))
        return place < edge ? 0.5 * (1 - cos(.pi * place / edge)) : 1
    }
}
