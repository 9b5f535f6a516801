import Epochs
import Signals
import Testing

/// The same samples give the same bits, however they come.
@Suite struct EpochBitsTests {
    private func line(_ hertz: Double, offset: Int64 = 123_456_789) throws -> Timeline {
        try #require(Timeline(origin: Instant(nanoseconds: Samples.start + offset), hertz: hertz))
    }

    private func uniform(_ samples: Samples, _ line: Timeline) -> SampleBatch {
        SampleBatch(
            device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: samples.values,
            times: .uniform(line), received: Instant(nanoseconds: 0))
    }

    private func cuts(_ batch: SampleBatch, longest: Int, _ random: inout SplitMix) -> [SampleBatch] {
        var pieces: [SampleBatch] = []
        var index = 0
        while index < batch.count {
            let end = min(batch.count, index + Int.random(in: 1...longest, using: &random))
            pieces.append(batch.slice(index..<end))
            index = end
        }
        return pieces
    }

    @Test("in pieces of any size, even or stamped", arguments: [0.1, 1, 9.7, 25, 32, 98.86, 100, 800, 3200])
    func pieces(hertz: Double) throws {
        let line = try line(hertz)
        let count = Int(min(6000, max(200, hertz * 70)))
        let samples = Samples(on: line, count: count)
        let whole = uniform(samples, line)
        let expected = EpochAggregator.epochs([whole])
        #expect(expected.compactMap(\.motion?.samples).reduce(0, +) == 4 * count)
        var random = SplitMix(state: UInt64(hertz * 100))
        for longest in [1, 7, Int(hertz) + 1, 3 * Int(hertz) + 5, count] {
            #expect(EpochAggregator.epochs(cuts(whole, longest: longest, &random)) == expected)
            #expect(EpochAggregator.epochs(cuts(samples.batch, longest: longest, &random)) == expected)
        }
    }

    @Test("in pieces out of order within the lateness", arguments: 1...8)
    func reordered(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let line = try line(50)
        let samples = Samples(on: line, count: 4000, seed: seed)
        let whole = uniform(samples, line)
        let expected = EpochAggregator.epochs([whole])
        // Each piece is delayed by up to a second, the longest is 0.9 s: together below the lateness of 2 s.
        let pieces = cuts(whole, longest: 45, &random)
            .map { ($0, $0.times.instant(at: 0).nanoseconds + Int64.random(in: 0...1_000_000_000, using: &random)) }
            .sorted { $0.1 < $1.1 }.map(\.0)
        #expect(EpochAggregator.epochs(pieces) == expected)
    }

    @Test("with irregular stamps and holes", arguments: 1...5)
    func irregular(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var time = Samples.start
        var times: [Int64] = []
        for _ in 0..<4000 {
            time += Int64.random(in: 1...60_000_000, using: &random)
            if Int.random(in: 0..<200, using: &random) == 0 {
                time += Int64.random(in: 0...100_000_000_000, using: &random)
            }
            times.append(time)
        }
        let batch = Samples(at: times, seed: seed).batch
        let expected = EpochAggregator.epochs([batch])
        for longest in [1, 5, 100, 1000] {
            #expect(EpochAggregator.epochs(cuts(batch, longest: longest, &random)) == expected)
        }
    }

    @Test("with the clock told as time goes by")
    func advancing() throws {
        let line = try line(100)
        let samples = Samples(on: line, count: 12_000)
        let expected = EpochAggregator.epochs([uniform(samples, line)])
        var aggregator = EpochAggregator()
        var epochs: [Epoch] = []
        for index in stride(from: 0, to: samples.count, by: 25) {
            aggregator.add(samples.batch(index..<(index + 25)))
            aggregator.advance(to: line.instant(at: index + 24).advanced(bySeconds: 0.5))
            epochs += aggregator.drain()
        }
        aggregator.advance(to: line.instant(at: samples.count).advanced(bySeconds: 120))
        #expect(epochs + aggregator.drain() == expected)
    }

    @Test("with bad values among them")
    func badValues() throws {
        let line = try line(100)
        var samples = Samples(on: line, count: 3000)
        for index in [0, 150, 151, 777, 2999] { samples.values[3 * index + index % 3] = .nan }
        samples.values[3 * 500] = 1e9
        let whole = uniform(samples, line)
        let expected = EpochAggregator.epochs([whole])
        var random = SplitMix(state: 5)
        #expect(EpochAggregator.epochs(cuts(whole, longest: 40, &random)) == expected)
        var aggregator = EpochAggregator()
        aggregator.add(whole)
        aggregator.finish()
        #expect(aggregator.drain().filter { $0.seconds == 60 }.compactMap(\.motion?.samples).reduce(0, +) == 2994)
        let losses = aggregator.drainLosses()
        #expect(losses.map(\.cause) == [.damaged])
        #expect(losses.first?.count == 6)
    }

    @Test("an epoch of one length is the same whatever other lengths are made")
    func lengths() throws {
        let line = try line(64)
        let whole = uniform(Samples(on: line, count: 10_000), line)
        let all = EpochAggregator.epochs([whole], EpochConfiguration(lengths: [1, 5, 7, 30, 60, 90]))
        for length in [1, 5, 7, 30, 60, 90] {
            let alone = EpochAggregator.epochs([whole], EpochConfiguration(lengths: [length]))
            #expect(alone == all.filter { $0.seconds == length })
        }
    }
}
