import Foundation
import Testing

@testable import Epochs

@Suite struct AngleWindowTests {
    @Test("the quick way to ten medians gives what sorting gives", arguments: 1...40)
    func medians(seed: UInt64) {
        var random = SplitMix(state: seed)
        // Few distinct values for even seeds, so that many are equal.
        let steps = seed.isMultiple(of: 2) ? 4 : 1 << 20
        let picks = (0..<70).map { _ in
            SIMD4<Float>(
                (0..<4).map { _ in Float(Int.random(in: -steps...steps, using: &random)) / 1024 })
        }
        picks.withUnsafeBufferPointer { picks in
            var rows = AngleWindow.Rows(repeating: UnsafeBufferPointer(start: nil, count: 0))
            for row in 0..<7 { rows[row] = UnsafeBufferPointer(rebasing: picks[(10 * row)..<(10 * row + 10)]) }
            var quick = [SIMD4<Float>](repeating: .zero, count: 10)
            var plain = quick
            AngleWindow.fullMedians(rows, into: &quick)
            let count = AngleWindow.sparseMedians(rows, into: &plain)
            #expect(count == 10)
            for index in 0..<10 {
                let window = picks[(5 + index)...(55 + index)]
                for axis in 0..<3 {
                    let median = window.map { $0[axis] }.sorted()[25]
                    #expect(quick[index][axis] == median)
                    #expect(plain[index][axis] == median)
                }
            }
        }
    }

    @Test("the angle agrees with the arc tangent in all directions")
    func inclination() {
        var random = SplitMix(state: 3)
        for _ in 0..<2000 {
            let scale = Double.random(in: 0.001...16, using: &random)
            let (x, y, z) = (
                SIMD4<Double>.random(in: -1...1, using: &random) * scale,
                SIMD4<Double>.random(in: -1...1, using: &random) * scale,
                SIMD4<Double>.random(in: -1...1, using: &random) * scale
            )
            let degrees = Inclination.degrees(x, y, z)
            for lane in 0..<4 {
                let expected = atan2(z[lane], hypot(x[lane], y[lane])) * 180 / .pi
                #expect(abs(degrees[lane] - expected) < 2e-13)
            }
        }
    }

    @Test("the angle is right at its ends and for nothing at all")
    func ends() {
        let degrees = Inclination.degrees(SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 0), SIMD4(1, -1, 0, 0))
        #expect(abs(degrees.x - 90) < 1e-13 && abs(degrees.y + 90) < 1e-13)
        #expect(abs(degrees.z) < 1e-13 && degrees.w == 0)
    }
}
