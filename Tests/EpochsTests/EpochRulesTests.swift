import Epochs
import Signals
import Testing

/// Each rule of the aggregator, with what it counts.
@Suite struct EpochRulesTests {
    private func line(at second: Double = 0, hertz: Double = 50) throws -> Timeline {
        let origin = Instant(nanoseconds: Samples.start).advanced(bySeconds: second)
        return try #require(Timeline(origin: origin, hertz: hertz))
    }

    private func run(from second: Double, seconds: Double, seed: UInt64 = 1) throws -> SampleBatch {
        try Samples(on: line(at: second), count: Int(seconds * 50), seed: seed).batch
    }

    private func counts(_ losses: [Loss], _ cause: Loss.Cause, _ unit: Loss.Unit = .samples) -> Double {
        losses.filter { $0.cause == cause && $0.unit == unit }.reduce(0) { $0 + $1.count }
    }

    private func starts(_ epochs: [Epoch], _ seconds: Int) -> [Int64] {
        epochs.filter { $0.seconds == seconds }
            .map { ($0.start.nanoseconds - Samples.start) / 1_000_000_000 }
    }

    /// No two epochs of one length have a moment in common.
    private func isDisjoint(_ epochs: [Epoch]) -> Bool {
        Dictionary(grouping: epochs, by: \.seconds).values.allSatisfy { epochs in
            let sorted = epochs.sorted { $0.start < $1.start }
            return zip(sorted, sorted.dropFirst()).allSatisfy { $0.end <= $1.start }
        }
    }

    @Test("a gap leaves partial epochs and none where nothing is")
    func gap() throws {
        // The start is 20 s into a minute.
        let epochs = EpochAggregator.epochs([try run(from: 0, seconds: 12), try run(from: 31, seconds: 20)])
        #expect(starts(epochs, 60) == [-20, 40])
        #expect(starts(epochs, 30) == [-20, 10, 40])
        #expect(starts(epochs, 5) == [0, 5, 10, 30, 35, 40, 45, 50])
        #expect(starts(epochs, 1).count == 32)
        let tens = epochs.first { $0.seconds == 5 && $0.start.nanoseconds == Samples.start + 10_000_000_000 }
        #expect(tens?.motion?.samples == 100)
        #expect(epochs.filter { $0.seconds == 60 }.compactMap(\.motion?.samples) == [1050, 550])
    }

    @Test("an instant seen already is a duplicate, the first stays")
    func duplicates() throws {
        let first = try run(from: 0, seconds: 10, seed: 1)
        let again = try run(from: 9, seconds: 3, seed: 2)
        var aggregator = EpochAggregator()
        aggregator.add(first)
        aggregator.add(again)
        aggregator.finish()
        let epochs = aggregator.drain()
        let losses = aggregator.drainLosses()
        #expect(counts(losses, .duplicate) == 50)
        #expect(losses.count == 1)
        let plain = EpochAggregator.epochs([first, again.slice(50..<150)])
        #expect(epochs == plain)
        #expect(aggregator.drainLosses().isEmpty)
    }

    @Test("samples of a closed second are late, counted and change nothing")
    func late() throws {
        let before = try run(from: 0, seconds: 10)
        let after = try run(from: 12, seconds: 10)
        let missing = try run(from: 10, seconds: 2)
        var aggregator = EpochAggregator()
        for batch in [before, after, missing] { aggregator.add(batch) }
        aggregator.finish()
        let losses = aggregator.drainLosses()
        #expect(counts(losses, .late) == 100)
        #expect(losses.first?.first == missing.times.instant(at: 0))
        #expect(aggregator.drain() == EpochAggregator.epochs([before, after]))
    }

    @Test("a longer lateness takes the same samples in")
    func patience() throws {
        let pieces = try [run(from: 0, seconds: 10), run(from: 12, seconds: 10), run(from: 10, seconds: 2)]
        let patient = EpochConfiguration(lateness: .seconds(15))
        let ordered = EpochAggregator.epochs([pieces[0], pieces[2], pieces[1]])
        #expect(EpochAggregator.epochs(pieces, patient) == ordered)
    }

    @Test("a clock that goes back never gives an epoch twice")
    func stepBack() throws {
        // An hour back into time that is not taken, then on until the taken time is reached and passed.
        var aggregator = EpochAggregator()
        aggregator.add(try run(from: 0, seconds: 100))
        aggregator.add(try run(from: -3600, seconds: 3800))
        aggregator.finish()
        let epochs = aggregator.drain()
        let losses = aggregator.drainLosses()
        #expect(isDisjoint(epochs))
        #expect(counts(losses, .clockStep, .seconds) == 3699)
        // -20 s to 120 s hold the whole minutes of the first run.
        let refused = counts(losses, .clockStep)
        #expect(refused == 6000)
        let minutes = Array(stride(from: Int64(-3620), through: 160, by: 60))
        #expect(starts(epochs, 60).sorted() == minutes)
        let kept = epochs.filter { $0.seconds == 60 }.compactMap(\.motion?.samples).reduce(0, +)
        #expect(kept + Int(refused) == 195_000)
    }

    @Test("a single stray batch far ahead costs no more than the minute it cuts")
    func stray() throws {
        var aggregator = EpochAggregator()
        aggregator.add(try run(from: 0, seconds: 30))
        aggregator.add(try run(from: 600_000_000, seconds: 1))
        aggregator.add(try run(from: 30, seconds: 300))
        aggregator.finish()
        let epochs = aggregator.drain()
        #expect(isDisjoint(epochs))
        let kept = epochs.filter { $0.seconds == 60 }.compactMap(\.motion?.samples).reduce(0, +)
        let refused = counts(aggregator.drainLosses(), .clockStep)
        #expect(refused == 500)
        #expect(kept + Int(refused) == 16_550)
    }

    @Test("stamps far from when the host had them are refused", arguments: [-86_400.0 * 365 * 50, -90_000, 90_000])
    func tolerance(offset: Double) throws {
        var aggregator = EpochAggregator(EpochConfiguration(clockTolerance: .seconds(86_400)))
        let received = Instant(nanoseconds: Samples.start)
        var good = try run(from: 0, seconds: 20)
        good.received = received
        var bad = try run(from: offset, seconds: 5)
        bad.received = received
        aggregator.add(good.slice(0..<500))
        aggregator.add(bad)
        aggregator.add(good.slice(500..<1000))
        aggregator.finish()
        #expect(aggregator.drain() == EpochAggregator.epochs([good]))
        #expect(counts(aggregator.drainLosses(), .clockStep) == 250)
    }

    @Test("stamps at the ends of time are refused", arguments: [Int64.min, .min + 1, .max, 1 << 62])
    func extremes(stamp: Int64) throws {
        var aggregator = EpochAggregator()
        aggregator.add(Samples(at: [stamp, stamp]).batch)
        let line = Timeline(origin: Instant(nanoseconds: stamp), fixedPeriod: .max)
        var batch = Samples(at: [0, 0, 0]).batch
        batch.times = .uniform(line)
        aggregator.add(batch)
        aggregator.add(beats: [Beat(time: Instant(nanoseconds: stamp), rr: 800)])
        aggregator.advance(to: Instant(nanoseconds: stamp))
        aggregator.finish()
        #expect(aggregator.drain().allSatisfy { $0.motion != nil })
        #expect(counts(aggregator.drainLosses(), .clockStep) >= 5)
    }

    @Test("random stamps and values never trap, nothing is lost uncounted and no epoch comes twice", arguments: 1...30)
    func noise(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var aggregator = EpochAggregator(EpochConfiguration(lengths: [1, 7, 60], maximumRate: 16))
        var total = 0
        var center = Samples.start
        for _ in 0..<300 {
            if Int.random(in: 0..<20, using: &random) == 0 {
                center += Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random)
            }
            let times = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                center + Int64.random(in: -5_000_000_000...5_000_000_000, using: &random)
            }
            center += 1_500_000_000
            var samples = Samples(at: times, seed: random.next())
            if seed % 3 == 0 { samples.values[0] = .infinity }
            total += times.count
            aggregator.add(samples.batch)
        }
        aggregator.finish()
        let epochs = aggregator.drain()
        #expect(isDisjoint(epochs))
        let lost = aggregator.drainLosses().filter { $0.unit == .samples }.reduce(0) { $0 + $1.count }
        for length in [1, 7, 60] {
            let kept = epochs.filter { $0.seconds == length }.compactMap(\.motion?.samples).reduce(0, +)
            #expect(kept + Int(lost) == total)
        }
    }

    @Test("beyond the rate cap samples are counted, whatever the batch", arguments: [1, 10, 1000])
    func cap(size: Int) throws {
        let batch = try Samples(on: line(hertz: 100), count: 1000).batch
        var aggregator = EpochAggregator(EpochConfiguration(lengths: [1], maximumRate: 80))
        for start in stride(from: 0, to: 1000, by: size) { aggregator.add(batch.slice(start..<(start + size))) }
        aggregator.finish()
        #expect(aggregator.drain().allSatisfy { $0.motion?.samples == 80 })
        #expect(counts(aggregator.drainLosses(), .overflow) == 200)
    }

    @Test("an epoch waits for the lateness and for the angle, and comes out when the clock is past both")
    func closing() throws {
        var aggregator = EpochAggregator(EpochConfiguration(lengths: [5]))
        aggregator.add(try run(from: 0, seconds: 5))
        let end = Instant(nanoseconds: Samples.start + 5_000_000_000)
        aggregator.advance(to: end.advanced(bySeconds: 4.999))
        #expect(aggregator.drain().isEmpty)
        aggregator.advance(to: end.advanced(bySeconds: 5))
        #expect(aggregator.drain().count == 1)
        aggregator.finish()
        #expect(aggregator.drain().isEmpty)
    }

    @Test("other channels are left alone")
    func channels() throws {
        var batch = try run(from: 0, seconds: 5)
        batch.channel = .angularVelocity
        #expect(EpochAggregator.epochs([batch]).isEmpty)
    }
}
