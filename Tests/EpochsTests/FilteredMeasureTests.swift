import Foundation
import TestKit
import Testing

@testable import Epochs

@Suite("Measures behind filters") struct FilteredMeasureTests {
    /// Swings of `amplitude` g at `frequency` Hz along x, upright along z.
    private func swing(_ frequency: Double, _ amplitude: Double, hertz: Double, seconds: Int) -> [Float] {
        (0..<Int(hertz * Double(seconds))).flatMap { index -> [Float] in
            [Float(amplitude * sin(2 * .pi * frequency * Double(index) / hertz)), 0, 1]
        }
    }

    @Test("HFEN and the activity index are scikit-digital-health's", .enabled(if: TestData.isAvailable))
    func highPass() throws {
        let values = try Measured.oracle(hertz: 100)
        let length = Measured.rows(.hfen, values, hertz: 100, seconds: 5)
        // skdh 0.17.18, metric_hfen(acc, wlen=500, fs=100.) and compute_activity_index(100., acc)
        for (index, expected) in [(0, 0.12079944), (1, 0.35598907), (7, 0.03391635)] {
            #expect(abs((length[index].hfen ?? 0) - expected) < 1e-8)
        }
        #expect(length.count == 178 && length.allSatisfy { $0.hfen != nil })
    }

    @Test("a swing gives two crossings a cycle, its time above the dead band and its integral")
    func crossings() throws {
        let row = try #require(
            Measured.rows(.crossings, swing(1, 0.5, hertz: 50, seconds: 120), hertz: 50, seconds: 60).last)
        #expect(abs((row.zeroCrossings ?? 0) - 120) <= 1)
        #expect((row.timeAboveThreshold ?? 0) > 58 && (row.timeAboveThreshold ?? 0) <= 60)
        // The mean of |sin| is 2/π; 1 Hz lies in the band.
        #expect(abs((row.integral ?? 0) / (0.5 * 2 / .pi * 60) - 1) < 0.02)
    }

    @Test("MIMS of a swing is the area under it, at any rate", arguments: [50.0, 80, 100])
    func mims(hertz: Double) throws {
        let rows = Measured.rows(.mims, swing(1.5, 0.5, hertz: hertz, seconds: 120), hertz: hertz, seconds: 60)
        let value = try #require(rows.last?.mims)
        #expect(abs(value / (0.5 * 2 / .pi * 60) - 1) < 0.02)
        let still = Measured.rows(.mims, swing(1, 0, hertz: hertz, seconds: 120), hertz: hertz, seconds: 60)
        #expect(still.last?.mims == 0)
    }

    @Test("restores a peak that was cut off")
    func peaks() {
        let whole = (0..<300).map { 3 * sin(2 * Double.pi * Double($0) / 60) }
        var cut = whole.map { min(2, max(-2, $0)) }
        PeakExtrapolation.restore(&cut, range: 2)
        let left = zip(whole, cut).map { abs($0 - $1) }.max() ?? 9
        #expect(left < 0.75 && (cut.max() ?? 0) > 2.3 && (cut.min() ?? 0) < -2.3)
        var untouched = whole
        PeakExtrapolation.restore(&untouched, range: 8)
        #expect(untouched == whole)
    }

    @Test("steps are those of a walk, and none of what is no walk")
    func steps() throws {
        // A step swings the length of the vector: 1.8 a second for a minute.
        let walk = (0..<6000).flatMap { index -> [Float] in
            [0, 0, Float(1 + 0.4 * sin(2 * .pi * 1.8 * Double(index) / 100))]
        }
        let rows = Measured.rows(.steps, walk, hertz: 100, seconds: 60)
        #expect(abs((rows.first?.steps ?? 0) - 108) < 3)
        #expect(Measured.rows(.steps, swing(1, 0, hertz: 100, seconds: 60), hertz: 100, seconds: 60).first?.steps == 0)
        var random = SplitMix(state: 2)
        let noise = (0..<18_000).map { _ in Float.random(in: -1...1, using: &random) }
        #expect((Measured.rows(.steps, noise, hertz: 100, seconds: 60).first?.steps ?? 99) < 20)
    }

    @Test("filters let pass half the power at their corners")
    func corners() {
        for (design, frequency) in [
            (Butterworth(highPass: 2, order: 4, rate: 100), 2.0), (Butterworth(highPass: 2, order: 3, rate: 100), 2),
            (Butterworth(bandPass: 1, 5, order: 4, rate: 100), 1),
            (Butterworth(bandPass: 1, 5, order: 2, rate: 100), 5),
        ] {
            var cascade = Cascade(design)
            var wave = (0..<20_000).map {
                SIMD4<Double>(repeating: sin(2 * .pi * frequency * Double($0) / 100))
            }
            wave.withUnsafeMutableBufferPointer { cascade.run($0) }
            let power = wave.suffix(10_000).reduce(0) { $0 + $1.x * $1.x } / 10_000
            #expect(abs(power - 0.25) < 1e-3)
        }
    }
}
