import Devices
import Signals
import Testing

@Suite("Beat placer")
struct BeatPlacerTests {
    /// A strap on a desk: true beats, one notification per second, and what the placer made of it.
    struct Bench {
        var placer = BeatPlacer()
        var beats: [Beat] = []
        var losses: [Loss] = []
        static let start: Int64 = 1_700_000_000_000_000_000

        mutating func send(_ intervals: [UInt16], at seconds: Double, isRepeat: Bool = false) {
            placer.receive(intervals, isRepeat: isRepeat, at: Self.instant(seconds), beats: &beats, losses: &losses)
        }

        static func instant(_ seconds: Double) -> Instant {
            Instant(nanoseconds: start).advanced(bySeconds: seconds)
        }

        func seconds(_ index: Int) -> Double { beats[index].time.seconds(since: Self.instant(0)) }

        /// Sends beats at `times` (seconds, ends of their intervals) in notifications of a second each, except the
        /// beats for which `isLost` holds; `delay` is added to each arrival.
        mutating func stream(
            _ times: [Double], from first: Double = 0, isLost: (Double) -> Bool = { _ in false },
            delay: (Int) -> Double = { _ in 0.02 }
        ) {
            var previous = first
            var tick = 0
            var pending: [UInt16] = []
            func raw(_ time: Double) -> UInt16 { UInt16(((time - previous) * 1024).rounded()) }
            for time in times {
                while Double(tick) < time {
                    send(pending, at: Double(tick) + delay(tick))
                    pending = []
                    tick += 1
                }
                if !isLost(time) { pending.append(raw(time)) }
                previous = time
            }
            send(pending, at: Double(tick) + delay(tick))
        }
    }

    /// Beats of a calm heart, on the grid of 1/1024 s.
    static func rhythm(_ count: Int, seed: UInt64 = 1, mean: Double = 0.87, from start: Double = 0) -> [Double] {
        var random = SplitMix64(seed: seed)
        var time = start
        return (0..<count).map { index in
            let interval = mean + 0.04 * Double((index % 5) - 2) + random.uniform(-0.02...0.02)
            time += (interval * 1024).rounded() / 1024
            return time
        }
    }

    @Test("puts the newest beat of the first notification at its arrival and walks back") func first() {
        var bench = Bench()
        bench.send([1024, 512, 1536], at: 10)
        #expect((0..<3).map { bench.seconds($0) } == [8, 8.5, 10])
        #expect(bench.beats.map(\.rr) == [1000, 500, 1500])
        #expect(bench.beats.map(\.label) == [.normal, .normal, .normal])
        #expect(bench.losses.isEmpty)
    }

    @Test(
        "keeps successive beats exactly their interval apart, whatever the radio's jitter",
        arguments: 1...5 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) {
        var bench = Bench()
        var random = SplitMix64(seed: seed)
        let delays = (0..<400).map { _ in random.uniform(0.005...0.12) }
        let times = Self.rhythm(300, seed: seed)
        bench.stream(times, delay: { delays[$0] })
        #expect(bench.losses.isEmpty)
        #expect(bench.beats.count == times.count)
        #expect(bench.beats.isMonotonic)
        // After the line has found its place, neighbours lie within a millisecond of their interval almost always.
        let errors = (40..<times.count).map { index in
            abs((bench.seconds(index) - bench.seconds(index - 1)) * 1000 - bench.beats[index].rr)
        }
        #expect(errors.filter { $0 < 2 }.count > errors.count * 97 / 100)
        // And the line lies where the beats were.
        let offsets = (40..<times.count).map { abs(bench.seconds($0) - times[$0]) }
        #expect(offsets.max() ?? 1 < 0.2)
    }

    @Test("never puts a beat after its arrival nor before an earlier beat", arguments: 1...5 as ClosedRange<UInt64>)
    func bounds(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bench = Bench()
        var arrival = 0.0
        for _ in 0..<2000 {
            arrival += random.uniform(0.005...2.5)
            let count = Int.random(in: 0...4, using: &random)
            bench.send((0..<count).map { _ in UInt16.random(in: 0...2500, using: &random) }, at: arrival)
            #expect(bench.beats.last.map { $0.time <= Bench.instant(arrival + 0.005) } ?? true)
        }
        #expect(bench.beats.isMonotonic)
        #expect(bench.beats.count > 1000)
    }

    @Test("follows a strap whose clock is 200 millionths slow or fast, for hours", arguments: [-200e-6, 200e-6])
    func drift(skew: Double) {
        var bench = Bench()
        let times = Self.rhythm(15_000)
        var previous = 0.0
        for time in times {
            // The strap measures with its own clock; arrivals are by the host's.
            bench.send([UInt16(((time - previous) * 1024 * (1 + skew)).rounded())], at: time + 0.03)
            previous = time
        }
        #expect(bench.losses.isEmpty)
        #expect(bench.beats.allSatisfy { $0.label == .normal })
        #expect((1000..<times.count).allSatisfy { abs(bench.seconds($0) - times[$0] - 0.03) < 0.05 })
    }

    @Test("labels the beat after a lost notification and tells how long the hole was") func lostNotification() {
        var bench = Bench()
        let times = Self.rhythm(60)
        var previous = 0.0
        for (index, time) in times.enumerated() {
            if index != 40 { bench.send([UInt16(((time - previous) * 1024).rounded())], at: time + 0.03) }
            previous = time
        }
        #expect(bench.beats.count == 59)
        #expect(bench.beats.enumerated().filter { $0.element.label == .afterGap }.map(\.offset) == [40])
        #expect(bench.losses.count == 1)
        #expect(bench.losses.first?.cause == .gap)
        #expect(abs((bench.losses.first?.count ?? 0) - (times[40] - times[39])) < 0.02)
        #expect(abs(bench.seconds(40) - times[41] - 0.03) < 0.02)
    }

    @Test("finds a minute without beats while notifications keep coming") func missingMinute() {
        var bench = Bench()
        let times = Self.rhythm(300)
        bench.stream(times, isLost: { (100..<160).contains($0) })
        let gaps = bench.beats.filter { $0.label == .afterGap }
        #expect(gaps.count == 1)
        let hole = bench.losses.filter { $0.cause == .gap }.reduce(0) { $0 + $1.count }
        #expect(abs(hole - 60) < 2)
        #expect(abs(gaps.first?.time.seconds(since: Bench.instant(161)) ?? 99) < 2)
    }

    @Test("does not take a stuck link for missing beats", arguments: [2.6, 3.4, 4.2])
    func stuckLink(stall: Double) {
        var bench = Bench()
        let times = Self.rhythm(200)
        // Everything that should have come in the stall comes at its end, some milliseconds apart.
        bench.stream(
            times,
            delay: { tick in
                guard (100..<(100 + Int(stall))).contains(tick) else { return 0.02 }
                let waited = stall - Double(tick - 100)
                return waited + Double(tick - 100) * 0.004
            })
        #expect(bench.losses.isEmpty)
        #expect(bench.beats.count == 200)
        #expect(bench.beats.allSatisfy { $0.label == .normal })
        let offsets = (60..<200).map { abs(bench.seconds($0) - times[$0]) }
        #expect(offsets.max() ?? 1 < 0.3)
    }

    @Test("drops a notification that is delivered twice and counts its beats") func secondDelivery() {
        var bench = Bench()
        for index in 1...20 {
            bench.send([1000], at: Double(index))
            if index == 15 { bench.send([1000], at: 15.004, isRepeat: true) }
        }
        #expect(bench.beats.count == 20)
        #expect(bench.losses.map(\.cause) == [.duplicate])
        #expect(bench.losses.first?.count == 1)
    }

    @Test("drops intervals that a strap sends again with the next one") func resentIntervals() {
        var bench = Bench()
        let times = Self.rhythm(100, mean: 1.3)
        var sent: UInt16 = 0
        var previous = 0.0
        var truth = 0
        for tick in 1...120 {
            // The strap repeats its last interval in each second without a beat.
            let fresh = times.filter { $0 > Double(tick - 1) && $0 <= Double(tick) }
            for time in fresh {
                sent = UInt16(((time - previous) * 1024).rounded())
                previous = time
                truth += 1
            }
            if sent > 0 { bench.send([sent], at: Double(tick) + 0.02) }
        }
        let dropped = bench.losses.filter { $0.cause == .duplicate }.count
        #expect(bench.beats.count - truth <= 6, "\(bench.beats.count) beats for \(truth)")
        #expect(dropped >= 20)
    }

    @Test("keeps intervals of a device that sends milliseconds as they were sent") func milliseconds() {
        var bench = Bench()
        bench.placer = BeatPlacer(ticksPerSecond: 1000)
        bench.send([976, 1000], at: 10)
        bench.send([801], at: 10.83)
        #expect(bench.beats.map(\.rr) == [976, 1000, 801])
        #expect((0..<3).map { (bench.seconds($0) * 1000).rounded() } == [9000, 10_000, 10_801])
        #expect(bench.losses.isEmpty)
    }

    @Test("drops intervals of zero and counts them") func zeros() {
        var bench = Bench()
        bench.send([0, 900, 0], at: 1)
        #expect(bench.beats.map(\.rr) == [900.0 * 1000 / 1024])
        #expect(bench.losses.map(\.cause) == [.damaged])
        #expect(bench.losses.first?.count == 2)
    }

    @Test("sees no hole where the intervals fill the time, however old the first of them") func longNotification() {
        var bench = Bench()
        for index in 1...12 { bench.send([1024], at: Double(index)) }
        bench.send([512, 3072], at: 14.5)
        #expect(bench.losses.isEmpty)
        #expect(bench.beats.isMonotonic)
    }

    @Test("labels intervals that no heart makes") func implausible() {
        var bench = Bench()
        bench.send([200, 1024, 3000], at: 5)
        #expect(bench.beats.map(\.label) == [.implausible, .normal, .implausible])
    }

    @Test("starts a new line when the host's clock goes back") func clockStep() {
        var bench = Bench()
        for index in 0..<20 { bench.send([1024], at: 4000 + Double(index)) }
        for index in 0..<20 { bench.send([1024], at: 400 + Double(index)) }
        #expect(bench.losses.map(\.cause) == [.clockStep])
        #expect(bench.beats.count == 40)
        #expect(bench.beats[20].label == .afterGap)
        #expect(bench.seconds(20) == 400)
    }

    @Test("labels the first beat after an interruption") func interruption() {
        var bench = Bench()
        for index in 0..<5 { bench.send([1024], at: Double(index)) }
        bench.placer.interrupt(beats: &bench.beats, losses: &bench.losses)
        bench.send([1024, 1024, 1024], at: 6)
        #expect(bench.beats[5].label == .afterGap)
        #expect(bench.beats[6].label == .normal)
        #expect(bench.beats.isMonotonic)
        #expect(bench.losses.isEmpty)
    }
}
