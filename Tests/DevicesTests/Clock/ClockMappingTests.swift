import Signals
import Testing

@testable import Devices

/// Device clocks that drift, jump and roll over, with delays that jitter.
struct ClockMappingTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private static let second: Int64 = 1_000_000_000

    @Test(arguments: [-120.0, -50, 0, 20, 120])
    func `a drifting clock is followed within 60 ms over eight hours`(ppm: Double) {
        var mapping = ClockMapping()
        var random = SplitMix64(seed: 7)
        var worst: Int64 = 0
        var previous = Int64.min
        for frame in 0..<51_400 {
            // Every 0.56 s, delayed by 20 ms and up to 300 more.
            let elapsed = Int64(frame) * 560_000_000
            let truth = Self.start + elapsed
            let device = 599_000_000 * Self.second + Int64(Double(elapsed) * (1 + ppm / 1e6))
            let delay = 20_000_000 + Int64(Double.random(in: 0..<1, using: &random) * 300_000_000)
            #expect(mapping.take(device, arrival: truth + delay) == (frame == 0 ? .began : .steady))
            guard let host = mapping.host(device) else { continue }
            #expect(host > previous, "time never goes back")
            previous = host
            if frame > 200 { worst = max(worst, abs(host - truth - 20_000_000)) }
        }
        #expect(worst < 60_000_000, "\(worst) ns")
    }

    @Test func `a clock that falls back to its default begins a new segment`() {
        var mapping = ClockMapping()
        _ = mapping.take(700_000_000 * Self.second, arrival: Self.start)
        #expect(mapping.take(700_000_001 * Self.second, arrival: Self.start + Self.second) == .steady)
        for base in [0, 536_457_600 * Self.second, 599_616_000 * Self.second] {
            var copy = mapping
            guard case .stepped(let step) = copy.take(base, arrival: Self.start + 2 * Self.second) else {
                Issue.record("no step to \(base)")
                continue
            }
            #expect(step == base - 700_000_002 * Self.second)
            #expect(copy.host(base) == Self.start + 2 * Self.second)
        }
    }

    @Test func `a clock that is set forward begins a new segment`() {
        var mapping = ClockMapping()
        _ = mapping.take(0, arrival: Self.start)
        #expect(mapping.take(Self.second, arrival: Self.start + Self.second) == .steady)
        #expect(mapping.take(3602 * Self.second, arrival: Self.start + 2 * Self.second) == .stepped(3600 * Self.second))
    }

    @Test func `data that were kept while the link was down keep their time`() {
        var mapping = ClockMapping()
        for index in 0..<100 {
            _ = mapping.take(Int64(index) * Self.second, arrival: Self.start + Int64(index) * Self.second)
        }
        // Ten minutes of frames within five seconds.
        for index in 100..<700 {
            let arrival = Self.start + 700 * Self.second + Int64(index - 100) * 8_000_000
            #expect(mapping.take(Int64(index) * Self.second, arrival: arrival) == .steady)
            let host = mapping.host(Int64(index) * Self.second) ?? 0
            #expect(abs(host - Self.start - Int64(index) * Self.second) < 10_000_000)
        }
    }

    @Test func `a clock that stays behind was set back`() {
        var mapping = ClockMapping()
        for index in 0..<100 {
            _ = mapping.take(Int64(index) * Self.second, arrival: Self.start + Int64(index) * Self.second)
        }
        var stepped = 0
        for index in 100..<200 {
            let finding = mapping.take(
                Int64(index) * Self.second - 90 * Self.second, arrival: Self.start + Int64(index) * Self.second)
            if case .stepped = finding { stepped += 1 }
        }
        #expect(stepped == 1)
    }
}

struct CounterUnwrapperTests {
    @Test func `a counter that rolls over each 512 s goes on for a night`() {
        var counter = CounterUnwrapper(bits: 24, ticks: 32_768, seconds: 1)
        var expected: Int64 = 0
        for step in 0..<60_000 {
            let ticks = UInt64(step) * 16_384
            let reading = counter.take(ticks & 0xFF_FFFF, arrival: Int64(step) * 500_000_000)
            expected = Int64(step) * 500_000_000
            #expect(reading == .time(expected))
        }
    }

    @Test func `whole turns that passed without a link are added`() {
        var counter = CounterUnwrapper(bits: 24, ticks: 32_768, seconds: 1)
        #expect(counter.take(1000 * 32_768 & 0xFF_FFFF, arrival: 0) == .time((1000 - 512) * 1_000_000_000))
        // 1300 s later: two turns and 276 s.
        let later = UInt64(2300 * 32_768) & 0xFF_FFFF
        #expect(counter.take(later, arrival: 1_300_400_000_000) == .time((2300 - 512) * 1_000_000_000))
    }

    @Test func `a second delivery has the same time and a late one an earlier`() {
        var counter = CounterUnwrapper(bits: 32, ticks: 1000, seconds: 1)
        #expect(counter.take(5000, arrival: 0) == .time(5_000_000_000))
        #expect(counter.take(5000, arrival: 10_000_000) == .time(5_000_000_000))
        #expect(counter.take(4900, arrival: 20_000_000) == .time(4_900_000_000))
        #expect(counter.take(5100, arrival: 100_000_000) == .time(5_100_000_000))
    }

    @Test func `a counter that begins anew is told`() {
        var counter = CounterUnwrapper(bits: 32, ticks: 1000, seconds: 1, invalid: 0xFFFF_FFFF)
        #expect(counter.take(900_000, arrival: 0) == .time(900_000_000_000))
        #expect(counter.take(1200, arrival: 60_000_000_000) == .restarted(1_200_000_000))
        #expect(counter.take(0xFFFF_FFFF, arrival: 61_000_000_000) == .invalid)
        #expect(counter.take(2200, arrival: 61_000_000_000) == .time(2_200_000_000))
    }

    @Test func `no value of any width is a trap`() {
        var random = SplitMix64(seed: 3)
        for bits in 1...64 {
            var counter = CounterUnwrapper(
                bits: bits, ticks: Int(random.next() >> 1), seconds: Int(random.next() >> 40))
            for _ in 0..<200 { _ = counter.take(random.next(), arrival: Int64(bitPattern: random.next() >> 2)) }
        }
    }
}
