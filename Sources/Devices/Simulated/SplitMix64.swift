import Glibc

/// Random numbers from a seed (Steele, Lea & Flood 2014): the same seed gives the same numbers on every machine.
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// A generator that starts at `seed`.
    package init(seed: UInt64) { state = seed }

    /// A generator for one thing among many, named by whole numbers: what makes a night the same whether or not the
    /// day before it was made.
    package init(seed: UInt64, _ names: Int64...) {
        var state = seed
        for name in names { state = Self.mix(state &+ Self.step &* UInt64(bitPattern: name) &+ Self.step) }
        self.state = state
    }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mix(state)
    }

    /// A number in 0 ..< 1.
    package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number in `range`.
    package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
    }

    /// True with the given probability.
    package mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

    /// A number from the normal distribution with mean 0 and deviation 1 (Box & Muller 1958).
    package mutating func gaussian() -> Double {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    static func mix(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
