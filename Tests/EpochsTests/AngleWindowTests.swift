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

    /// The sum of the angles of vectors, in degrees.
    private func degrees(_ vectors: SIMD4<Float>...) -> Double {
        vectors.withUnsafeBufferPointer { vectors in
            vectors.baseAddress.map { AngleWindow.degrees($0, count: vectors.count) } ?? 0
        }
    }

    @Test("the angle agrees with the arc tangent in all directions")
    func inclination() {
        var random = SplitMix(state: 3)
        for _ in 0..<8000 {
            let scale = Float.random(in: 0.001...16, using: &random)
            let vector = SIMD4<Float>.random(in: -1...1, using: &random) * scale
            let expected = atan2(Double(vector.z), hypot(Double(vector.x), Double(vector.y))) * 180 / .pi
            #expect(abs(degrees(vector) - expected) < 2e-13)
        }
    }

    @Test("the angle is right at its ends and for nothing at all")
    func ends() {
        #expect(abs(degrees([0, 0, 1, 0]) - 90) < 1e-13 && abs(degrees([0, 0, -1, 0]) + 90) < 1e-13)
        #expect(abs(degrees([1, 0, 0, 0])) < 1e-13 && degrees([0, 0, 0, 0]) == 0 && degrees([0, 0, -0.0, 0]) == 0)
    }

    @Test("angles are added four at a time, and what is beyond the last one adds nothing", arguments: 0...10)
    func sums(count: Int) {
        var random = SplitMix(state: 7)
        let vectors = (0..<count).map { _ in SIMD4<Float>.random(in: -1...1, using: &random) }
        var expected = 0.0
        for first in stride(from: 0, to: count, by: 4) {
            let four = (first..<first + 4).map { $0 < count ? degrees(vectors[$0]) : 0 }
            expected += (four[0] + four[1]) + (four[2] + four[3])
        }
        let sum = vectors.withUnsafeBufferPointer { vectors in
            vectors.baseAddress.map { AngleWindow.degrees($0, count: count) } ?? 0
        }
        #expect(sum == expected)
    }
}
