import Epochs
import Signals
import Testing

@Suite struct EpochHeartTests {
    private func beat(_ second: Double, _ rr: Double, _ label: Beat.Label = .normal) -> Beat {
        Beat(time: Instant(nanoseconds: Samples.start).advanced(bySeconds: second), rr: rr, label: label)
    }

    private func rates(_ values: [Float], at second: Double) throws -> SampleBatch {
        let origin = Instant(nanoseconds: Samples.start).advanced(bySeconds: second)
        let line = try #require(Timeline(origin: origin, hertz: 1))
        return SampleBatch(
            device: Samples.device, channel: .heartRate, unit: .perMinute, values: values, times: .uniform(line),
            received: origin)
    }

    @Test("the rate is 60 000 over the mean of accepted intervals; every beat is counted")
    func beats() throws {
        var aggregator = EpochAggregator(EpochConfiguration(lengths: [5]))
        aggregator.add(beats: [beat(0.5, 800), beat(1.5, 1000), beat(3, 1500, .missed), beat(4.999, 900)])
        aggregator.add(beats: [beat(5, 700)])
        aggregator.finish()
        let epochs = aggregator.drain()
        let expected = [Epoch.Heart(beats: 4, rate: 60_000.0 / 900), Epoch.Heart(beats: 1, rate: 60_000.0 / 700)]
        #expect(epochs.compactMap(\.heart) == expected)
        #expect(epochs.allSatisfy { $0.motion == nil })
    }

    @Test("without accepted beats the device's own rates count, and without either there is no heart")
    func deviceRates() throws {
        var aggregator = EpochAggregator(EpochConfiguration(lengths: [5]))
        aggregator.add(beats: [beat(0.5, 3000, .afterGap)])
        aggregator.add(try rates([60, 63], at: 1))
        aggregator.add(beats: [beat(6, 3000, .ectopic)])
        aggregator.add(try rates([0, .nan], at: 7))
        aggregator.finish()
        #expect(aggregator.drain().map(\.heart) == [.init(beats: 1, rate: 61.5)])
        let losses = aggregator.drainLosses()
        #expect(losses.map(\.cause) == [.damaged] && losses.map(\.count) == [2])
    }

    @Test("heart and motion share their epochs whatever the order in which they come")
    func together() throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: Samples.start), hertz: 50))
        let motion = Samples(on: line, count: 3000)
        let beats = (0..<60).map { (index: Int) -> Beat in beat(Double(index) + 0.25, 1000 + Double(index % 7)) }
        func epochs(chunk: Int, beatFirst: Bool) -> [Epoch] {
            var aggregator = EpochAggregator()
            for start in stride(from: 0, to: 3000, by: chunk) {
                let end = min(3000, start + chunk)
                let part = beats.filter {
                    let index = Int($0.time.seconds(since: Instant(nanoseconds: Samples.start)) * 50)
                    return (start..<end).contains(index)
                }
                if beatFirst { aggregator.add(beats: part) }
                aggregator.add(motion.batch(start..<end))
                if !beatFirst { aggregator.add(beats: part) }
            }
            aggregator.finish()
            return aggregator.drain()
        }
        let expected = epochs(chunk: 10, beatFirst: true)
        #expect(expected.filter { $0.seconds == 60 }.compactMap(\.heart?.beats).reduce(0, +) == 60)
        #expect(expected.allSatisfy { $0.motion != nil && $0.heart != nil })
        for chunk in [1, 33, 75, 100] {
            #expect(epochs(chunk: chunk, beatFirst: true) == expected)
            #expect(epochs(chunk: chunk, beatFirst: false) == expected)
        }
    }

    @Test("a beat seen twice counts once, a late one not at all")
    func losses() throws {
        var aggregator = EpochAggregator(EpochConfiguration(lengths: [5]))
        aggregator.add(beats: [beat(0, 800), beat(0, 800), beat(10, 900), beat(1, 1000)])
        aggregator.finish()
        #expect(aggregator.drain().compactMap(\.heart?.beats) == [1, 1])
        #expect(aggregator.drainLosses().map(\.cause) == [.duplicate, .late])
    }

    @Test("beats alone may step back, beside motion they may not")
    func steps() throws {
        var alone = EpochAggregator(EpochConfiguration(lengths: [60]))
        alone.add(beats: [beat(0, 800), beat(-7200, 900)])
        alone.finish()
        #expect(alone.drain().count == 2)
        var beside = EpochAggregator(EpochConfiguration(lengths: [60]))
        beside.add(Samples(at: [Samples.start]).batch)
        beside.add(beats: [beat(-7200, 900)])
        beside.finish()
        #expect(beside.drain().count == 1)
        #expect(beside.drainLosses().map(\.cause) == [.clockStep])
    }
}
