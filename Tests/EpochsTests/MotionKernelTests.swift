import CEpochs
import Testing

@testable import Epochs

/// The sums over samples against the rule by which they are told, one sample after another.
@Suite struct MotionKernelTests {
    /// Sample i in lane i modulo 8, the lanes in pairs at the end.
    private func sum(_ values: some Collection<Double>) -> Double {
        var lanes = [Double](repeating: 0, count: 8)
        for (index, value) in values.enumerated() { lanes[index % 8] += value }
        let four = (0..<4).map { lanes[$0] + lanes[$0 + 4] }
        return (four[0] + four[2]) + (four[1] + four[3])
    }

    private func samples(_ count: Int, seed: UInt64) -> [Float] {
        var random = SplitMix(state: seed)
        return (0..<3 * count).map { _ in Float.random(in: -2...2, using: &random) }
    }

    @Test(
        "are those of the rule, to the bit, and take nothing from what lies behind the last sample", arguments: 1...41)
    func sums(count: Int) {
        let values = samples(count, seed: UInt64(count))
        let expected = (0..<count).map {
            MotionKernel.excess(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2])
        }
        // What an earlier second left.
        var excess = [Double](repeating: .infinity, count: 48)
        let sums = MotionKernel.sums(of: values, count: count, into: &excess, limit: 255)
        #expect(Array(excess[..<count]) == expected && sums.isUsable)
        #expect(sums.signed == sum(expected) && sums.magnitude == sum(expected.map(abs)))
        for index in count..<48 { excess[index] = index % 2 == 0 ? .nan : 1e9 }
        let mean = sums.signed / Double(count)
        #expect(MotionKernel.deviation(excess, count: count, from: mean) == sum(expected.map { abs($0 - mean) }))
    }

    @Test("tell of one sample that is too large or no number, wherever it is", arguments: 0..<19)
    func unusable(place: Int) {
        var excess = [Double](repeating: 0, count: 24)
        for value in [Float.nan, .infinity, 257] {
            var values = samples(19, seed: 1)
            values[3 * place + place % 3] = value
            #expect(!MotionKernel.sums(of: values, count: 19, into: &excess, limit: 255).isUsable)
        }
        #expect(MotionKernel.sums(of: samples(19, seed: 1), count: 19, into: &excess, limit: 255).isUsable)
    }

    /// The bits of all that is made of seven seconds.
    private func bits(of seconds: [[Float]], count: Int) -> [UInt64] {
        var found: [UInt64] = []
        for second in seconds {
            var excess = [Double](repeating: 0, count: (count + 7) & ~7)
            let sums = MotionKernel.sums(of: second, count: count, into: &excess, limit: 255)
            let deviation = MotionKernel.deviation(excess, count: count, from: sums.signed / Double(count))
            found += (excess[..<count] + [sums.signed, sums.magnitude, deviation]).map(\.bitPattern)
        }
        let picks = seconds.map { second in (0..<10).map { SIMD4(second[$0], second[$0 + 10], second[$0 + 20], 0) } }
        let all = Array(picks.joined())
        var medians = [SIMD4<Float>](repeating: .zero, count: 10)
        all.withUnsafeBufferPointer { all in
            var rows = AngleWindow.Rows(repeating: UnsafeBufferPointer(start: nil, count: 0))
            for row in rows.indices { rows[row] = UnsafeBufferPointer(rebasing: all[(10 * row)..<(10 * row + 10)]) }
            AngleWindow.fullMedians(rows, into: &medians)
        }
        for axis in 0..<3 { found += medians.map { UInt64($0[axis].bitPattern) } }
        found.append(AngleWindow.degrees(&medians, count: 10).bitPattern)
        return found
    }

    @Test("are the same bits by all instructions", arguments: 10...60)
    func instructions(count: Int) {
        let seconds = (0..<7).map { samples(count, seed: UInt64(100 * count + $0)) }
        let widest = bits(of: seconds, count: count)
        nightjar_motion_leave_out(true)
        defer { nightjar_motion_leave_out(false) }
        #expect(bits(of: seconds, count: count) == widest)
    }
}
