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
        #expect((row.timeAboveThreshold ?? 0) > 57 && (row.timeAboveThreshold ?? 0) <= 60)
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
        // The published straight continuation overshoots a long cut; it is bounded and the same on both sides.
        let (top, bottom) = (cut.max() ?? 0, cut.min() ?? 0)
        #expect(top > 2.5 && top < 5 && abs(top + bottom) < 1e-9)
        #expect(zip(whole, cut).allSatisfy { abs($0) > 1.8 || $0 == $1 })
        // By SciPy's make_smoothing_spline with the smoothing of R's smooth.spline at spar = 0.6.
        let first = PeakExtrapolation.beyond([1.2, 1.5, 1.75, 1.9, 2], weights: [1, 1, 1, 1, 0.1], distance: 6)
        let second = PeakExtrapolation.beyond([0, 0.1, 0.5, 1.5, 1.9], weights: [1, 1, 1, 0.5, 0.06], distance: 3.5)
        #expect(abs(first - 3.475079105504489) < 1e-9 && abs(second - 3.2754865146673318) < 1e-9)
        #expect(abs(PeakExtrapolation.probability(0.09003) - 0.95087529862528) < 1e-12)
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
        // Rocking once in two seconds swings the length once a second: strong, but no walk.
        let rocking = Measured.rows(.steps, swing(0.5, 1.2, hertz: 100, seconds: 60), hertz: 100, seconds: 60)
        #expect(rocking.first?.steps == 0)
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
