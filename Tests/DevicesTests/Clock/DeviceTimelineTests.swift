import Signals
import Testing

@testable import Devices

struct DeviceTimelineTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private let ecg = DeviceTimeline.StreamKey(0, Channel(rawValue: "ecg"))
    private let motion = DeviceTimeline.StreamKey(1, .acceleration)

    private func place(
        _ line: inout DeviceTimeline, _ count: Int, _ stamp: Int64, at arrival: Int64, hertz: Double? = 130,
        isFirst: Bool = false, stream: DeviceTimeline.StreamKey? = nil, losses: inout [Loss]
    ) -> SampleTimes? {
        line.place(
            count, .init(stamp, isFirst: isFirst), stream: stream ?? ecg, hertz: hertz,
            arrival: Instant(nanoseconds: arrival), losses: &losses)
    }

    @Test func `a rate of 130_045 Hz that is said to be 130 does not add up over a night`() throws {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        let step = 73 / 130.045 * 1e9
        var previous: Int64?
        for frame in 0..<51_000 {
            let elapsed = Int64(Double(frame) * step)
            let times = try #require(
                place(
                    &line, 73, 599_000_000_000_000_000 + elapsed, at: Self.start + elapsed + 30_000_000, losses: &losses
                ))
            let (first, last) = (times.instant(at: 0).nanoseconds, times.instant(at: 72).nanoseconds)
            #expect(abs(last - (Self.start + elapsed + 30_000_000)) < 2_000_000)
            if let previous {
                #expect(abs(Double(first - previous) - step / 73) < 1000, "no seam between frames")
            }
            previous = last
        }
        #expect(losses.isEmpty)
    }

    @Test func `lost frames are a gap of their samples and never stretched over`() throws {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        var last: Int64 = 0
        for frame in 0..<20 where !(8...9).contains(frame) {
            let elapsed = Int64(frame) * 561_538_461
            let times = try #require(place(&line, 73, elapsed, at: Self.start + elapsed, losses: &losses))
            let first = times.instant(at: 0).nanoseconds
            if frame == 10 {
                #expect(losses.map(\.cause) == [.gap] && losses.first?.count == 146)
                #expect(losses.first?.end?.nanoseconds == first)
                #expect(abs((losses.first?.first?.nanoseconds ?? 0) - last - 7_692_307) < 10_000)
                #expect(abs(times.instant(at: 72).nanoseconds - first - 72 * 7_692_307) < 100_000)
            }
            last = times.instant(at: 72).nanoseconds
        }
        #expect(losses.count == 1)
    }

    @Test func `nothing is taken twice`() {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        #expect(place(&line, 73, 1_000_000_000, at: Self.start, losses: &losses) != nil)
        #expect(place(&line, 73, 1_561_000_000, at: Self.start + 561_000_000, losses: &losses) != nil)
        line.interrupt()
        #expect(place(&line, 73, 1_000_000_000, at: Self.start + 700_000_000, losses: &losses) == nil)
        #expect(place(&line, 73, 1_561_000_000, at: Self.start + 700_000_000, losses: &losses) == nil)
        #expect(place(&line, 73, 2_122_000_000, at: Self.start + 1_122_000_000, losses: &losses) != nil)
        #expect(losses.map(\.cause) == [.duplicate, .duplicate] && losses.map(\.count) == [73, 73])
    }

    @Test func `an interruption that was told is no gap besides`() throws {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        _ = place(&line, 36, 0, at: Self.start, hertz: 200, losses: &losses)
        line.interrupt()
        let times = try #require(
            place(&line, 36, 60_000_000_000, at: Self.start + 60_000_000_000, hertz: 200, losses: &losses))
        #expect(losses.isEmpty)
        // The first frame again has the nominal time per sample.
        let span = times.instant(at: 35).nanoseconds - times.instant(at: 0).nanoseconds
        #expect(abs(span - 35 * 5_000_000) < 1000)
    }

    @Test(arguments: [0, 536_457_600, 599_616_000])
    func `a clock that falls back is a step and the stream goes on`(seconds: Int64) throws {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        for frame in 0..<10 {
            let elapsed = Int64(frame) * 500_000_000
            _ = place(
                &line, 25, 700_000_000_000_000_000 + elapsed, at: Self.start + elapsed, hertz: 50, losses: &losses)
        }
        for frame in 10..<20 {
            let elapsed = Int64(frame) * 500_000_000
            let times = try #require(
                place(
                    &line, 25, seconds * 1_000_000_000 + elapsed, at: Self.start + elapsed, hertz: 50, losses: &losses))
            #expect(abs(times.instant(at: 24).nanoseconds - Self.start - elapsed) < 20_000_000)
        }
        #expect(losses.map(\.cause) == [.clockStep])
    }

    @Test func `two streams share the clock and not their places`() {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        for frame in 0..<50 {
            let elapsed = Int64(frame) * 561_538_461
            #expect(place(&line, 73, elapsed, at: Self.start + elapsed, losses: &losses) != nil)
            #expect(
                place(
                    &line, 28, elapsed, at: Self.start + elapsed + 50_000_000, hertz: 50, stream: motion,
                    losses: &losses)
                    != nil)
        }
        #expect(losses.isEmpty)
    }

    @Test func `stamps of first samples place frames as well`() throws {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        var previous: Int64?
        for frame in 0..<100 where frame != 50 {
            let elapsed = Int64(frame) * 76_923_077
            let times = try #require(
                place(
                    &line, 4, elapsed, at: Self.start + elapsed + 90_000_000, hertz: 52, isFirst: true, losses: &losses)
            )
            let first = times.instant(at: 0).nanoseconds
            if let previous, frame != 51 { #expect(abs(first - previous - 19_230_769) < 400_000) }
            previous = times.instant(at: 3).nanoseconds
        }
        #expect(losses.map(\.cause) == [.gap] && losses.first?.count == 4)
    }

    @Test func `a rate that nobody told, or told wrong, is learned from the stamps`() throws {
        for hertz in [nil, 50.0] {
            var line = DeviceTimeline()
            var losses: [Loss] = []
            for frame in 0..<40 {
                let elapsed = Int64(frame) * 800_000_000
                let times = place(&line, 10, elapsed, at: Self.start + elapsed, hertz: hertz, losses: &losses)
                if frame > 10, let times {
                    #expect(
                        abs(times.instant(at: 9).nanoseconds - times.instant(at: 0).nanoseconds - 720_000_000)
                            < 1_000_000)
                }
            }
            #expect(losses.count <= (hertz == nil ? 0 : 6), "\(losses)")
        }
    }

    @Test func `no stamp is a trap`() {
        var random = SplitMix64(seed: 11)
        var line = DeviceTimeline()
        var losses: [Loss] = []
        for _ in 0..<20_000 {
            let stamp = Int64(bitPattern: random.next() >> UInt64(random.next() % 64))
            let arrival = Int64(bitPattern: random.next() >> UInt64(random.next() % 64))
            _ = place(
                &line, Int(random.next() % 300), stamp, at: arrival, hertz: Double(random.next() % 500),
                isFirst: random.next() % 2 == 0, losses: &losses)
            _ = line.place(
                each: [stamp, arrival], stream: motion, arrival: Instant(nanoseconds: arrival), losses: &losses)
            losses.removeAll()
        }
    }
}
