import Signals
import Testing

@testable import Epochs

/// Usual samples go a fast way in C, others one by one; both are to give the same bits.
@Suite("Usual and unusual samples") struct UsualSampleTests {
    /// What the even grid hands on, its vectors by their bits.
    private enum Handed: Hashable {
        case begin(Int64)
        case samples([SIMD4<UInt64>])
        case end
    }

    private func bits(_ value: SIMD4<Double>) -> SIMD4<UInt64> { unsafeBitCast(value, to: SIMD4<UInt64>.self) }

    private func batch(_ values: [Float], _ times: SampleTimes) -> SampleBatch {
        SampleBatch(
            device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: times, received: Instant(nanoseconds: 0))
    }

    private func stamps(_ line: Timeline, _ count: Int) -> [Int64] {
        (0..<count).map { line.instant(at: $0).nanoseconds }
    }

    private func handed(_ batches: [SampleBatch], rate: Double, _ calibration: Calibration?) -> [Handed] {
        var (grid, found) = (SteadyGrid(rate: rate, calibration: calibration), [Handed]())
        func take(_ event: SteadyGrid.Event) {
            switch event {
            case .begin(let origin): found.append(.begin(origin))
            case .samples(let samples): found.append(.samples(samples.map(bits)))
            case .end: found.append(.end)
            }
        }
        for batch in batches { grid.add(batch, to: take) }
        grid.finish(to: take)
        return found
    }

    /// Thousandths of g, as ActiGraph writes them, noise, and now and then what no recorder gives.
    private func values(_ count: Int, _ random: inout SplitMix, isWild: Bool) -> [Float] {
        (0..<(count * 3)).map { index in
            switch Int.random(in: 0..<1000, using: &random) {
            case 0 where isWild: [Float.nan, .infinity, -.infinity, 100, 150, -300][index % 6]
            case ..<300: Float(Int.random(in: -8000...8000, using: &random)) / 1000
            default: Float.random(in: -8...8, using: &random)
            }
        }
    }

    @Test(
        "lie on the even grid as they do one by one",
        arguments: [(100.0, 98.8), (100, 100), (30, 31.7), (25, 12.5), (1000, 1000), (2, 50), (85.7, 85.7), (100, 0.5)])
    func grid(rate: Double, hertz: Double) throws {
        var random = SplitMix(state: UInt64(rate * hertz))
        var start: Int64 = 1_700_000_000_123_456_789
        for calibration in [nil, Calibration(offset: SIMD3(0.01, -0.02, 0.003), scale: SIMD3(1.01, 0.99, 1.002))] {
            var (lines, singles) = ([SampleBatch](), [SampleBatch]())
            for _ in 0..<40 {
                let count = Int.random(in: 1...700, using: &random)
                let values = values(count, &random, isWild: Bool.random(using: &random))
                let line = try #require(Timeline(origin: Instant(nanoseconds: start), hertz: hertz)).dropping(7)
                lines.append(batch(values, .uniform(line)))
                singles.append(batch(values, .stamped(stamps(line, count))))
                let end = line.instant(at: count).nanoseconds
                // On at once, after a hole, and with a clock that is put back.
                start =
                    end - line.period * 7 >> 24 + [0, 0, 0, 3_000_000_000, -500_000_000, -90_000_000_000][count % 6]
            }
            #expect(handed(lines, rate: rate, calibration) == handed(singles, rate: rate, calibration))
        }
    }

    @Test("lie on the even grid at either end of time")
    func farGrid() throws {
        let origins: [Int64] = [.min, .min + 1_000_000_000, .max - 1_000_000_000, 1 << 61, -(1 << 61)]
        for origin in origins {
            let line = try #require(Timeline(origin: Instant(nanoseconds: origin), hertz: 100))
            let values = [Float](repeating: 0.5, count: 600)
            let near = batch(values, .uniform(try #require(Timeline(origin: Instant(nanoseconds: 0), hertz: 100))))
            #expect(
                handed([near, batch(values, .uniform(line))], rate: 100, nil)
                    == handed([near, batch(values, .stamped(stamps(line, 200)))], rate: 100, nil))
        }
    }

    @Test("spread as they do beside one that cannot be, which is left out")
    func spread() {
        var random = SplitMix(state: 5)
        for count in 1...70 {
            let usual = values(count, &random, isWild: false)
            for wild in [Float.nan, .infinity, 300] {
                let mixed = usual + [0.1, wild, 0.1]
                let one = usual.withUnsafeBufferPointer { AxisSpread($0, 0..<count) }
                let other = mixed.withUnsafeBufferPointer { AxisSpread($0, 0..<(count + 1)) }
                #expect(one.count == count && other.count == count)
                #expect(bits(one.mean) == bits(other.mean) && bits(one.deviation) == bits(other.deviation))
                #expect(one.low == other.low && one.high == other.high)
            }
        }
        // 150 g can be, and is not usual.
        let high: [Float] = [150, 0, 1, 0, 0, 1]
        #expect(high.withUnsafeBufferPointer { AxisSpread($0, 0..<2) }.high.x == 150)
    }

    @Test("are calibrated as each by itself", arguments: 0...17)
    func calibration(count: Int) {
        var random = SplitMix(state: 9)
        let calibration = Calibration(offset: SIMD3(0.01, -0.02, 0.003), scale: SIMD3(1.01, 0.99, 1.002))
        let values = values(6, &random, isWild: false).prefix(count).map { $0 }
        var expected = values
        for index in stride(from: 0, to: count - 2, by: 3) {
            let value = calibration.apply(SIMD3<Double>(SIMD3(values[index], values[index + 1], values[index + 2])))
            for axis in 0..<3 { expected[index + axis] = Float(value[axis]) }
        }
        #expect(calibration.applied(to: values).map(\.bitPattern) == expected.map(\.bitPattern))
    }
}
