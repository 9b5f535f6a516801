/// A filter at work on three axes: transposed direct form II, section after section.
struct Cascade {
    private let sections: [Butterworth.Section]
    private var first: [SIMD4<Double>]
    private var second: [SIMD4<Double>]

    /// The filter with its state at zero.
    init(_ design: Butterworth) {
        sections = design.sections
        first = Array(repeating: .zero, count: sections.count)
        second = first
    }

    /// Sets the state as if `value` had held for ever. The designs here let nothing of a constant pass, so only the
    /// first section holds any.
    mutating func settle(on value: SIMD4<Double>) {
        for index in sections.indices { (first[index], second[index]) = (.zero, .zero) }
        guard let section = sections.first else { return }
        first[0] = value * (section.b1 + section.b2)
        second[0] = value * section.b2
    }

    /// Filters samples in place.
    mutating func run(_ samples: UnsafeMutableBufferPointer<SIMD4<Double>>) {
        run(samples, from: 0, through: samples.count - 1, by: 1)
    }

    /// Puts samples through from the last to the first, in place.
    mutating func runBack(_ samples: UnsafeMutableBufferPointer<SIMD4<Double>>) {
        run(samples, from: samples.count - 1, through: 0, by: -1)
    }

    private mutating func run(
        _ samples: UnsafeMutableBufferPointer<SIMD4<Double>>, from start: Int, through end: Int, by step: Int
    ) {
        guard !samples.isEmpty else { return }
        for index in sections.indices {
            let section = sections[index]
            var (early, late) = (first[index], second[index])
            var place = start
            while true {
                let value = samples[place]
                let result = early + value * section.b0
                early = late + value * section.b1 - result * section.a1
                late = value * section.b2 - result * section.a2
                samples[place] = result
                if place == end { break }
                place += step
            }
            (first[index], second[index]) = (early, late)
        }
    }
}
