import Signals
import TestKit
import Testing

@testable import Devices

/// A made-up strap: beats at given times, messages four times a second with pages that turn.
struct AntStrap {
    /// Seconds of each beat since the strap began.
    var beats: [Double]
    var turnsPages = true
    /// Where the counters begin.
    var firstTime: UInt16 = 64_000
    var firstCount: UInt8 = 250
    /// Background pages, one after the other.
    var background: [[UInt8]] = [[2, 123, 0x34, 0x12], [3, 1, 2, 3], [7, 85, 128, 0x23]]

    static let period = 8070.0 / 32_768

    /// Seconds of the message.
    func time(_ index: Int) -> Double { Double(index) * Self.period }

    private func ticks(_ beat: Int) -> UInt16 {
        firstTime &+ UInt16(truncatingIfNeeded: Int((beats[beat] * 1024).rounded(.down)))
    }

    /// The payload of a message; nil before the first beat.
    func payload(_ index: Int) -> [UInt8]? {
        guard let beat = beats.lastIndex(where: { $0 <= time(index) }) else { return nil }
        var head: [UInt8] = [4, 0xFF, 0, 0]
        if beat > 0 {
            let previous = ticks(beat - 1)
            head[2...3] = [UInt8(truncatingIfNeeded: previous), UInt8(previous >> 8)]
        }
        if !turnsPages {
            head = [0x29, 0x55, 0x66, 0x77]
        } else if index % 65 >= 61 {
            head = background[index / 65 % background.count]
        }
        if turnsPages, index / 4 % 2 == 1 { head[0] |= 0x80 }
        let now = ticks(beat)
        return head + [
            UInt8(truncatingIfNeeded: now), UInt8(now >> 8), firstCount &+ UInt8(truncatingIfNeeded: beat), 72,
        ]
    }

    /// Intervals between beats in 1/1024 s, as the strap counts them.
    func intervals(_ range: Range<Int>) -> [Double] { range.map { Double(ticks($0 + 1) &- ticks($0)) * 1000 / 1024 } }
}

private let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

/// Hears messages but for those that are missed.
private func hear(
    _ strap: AntStrap, _ range: Range<Int>, missing: (Int) -> Bool = { _ in false }
) -> (CollectingOutlet, AntMonitor) {
    let outlet = CollectingOutlet()
    var monitor = AntMonitor(device: DeviceID(rawValue: "ant-12345"), number: 12_345)
    for index in range where !missing(index) {
        guard let payload = strap.payload(index) else { continue }
        monitor.receive(payload, at: start.advanced(bySeconds: strap.time(index) + 0.01), into: outlet)
    }
    monitor.finish("end", at: start.advanced(bySeconds: strap.time(range.upperBound)), into: outlet)
    return (outlet, monitor)
}

/// Beats with a pulse that breathes.
private func pulse(_ count: Int) -> [Double] {
    var time = 0.1
    return (0..<count).map { index in
        defer { time += 0.85 + 0.06 * Double((index * 7) % 11 - 5) / 5 }
        return time
    }
}

@Suite struct AntMonitorTests {
    @Test func `every interval is the strap's, over both roll-overs`() {
        let strap = AntStrap(beats: pulse(400))
        let (outlet, monitor) = hear(strap, 0..<1300)
        let last = strap.beats.lastIndex { $0 <= strap.time(1299) } ?? 0
        #expect(last > 300)
        #expect(outlet.beats.map(\.rr) == strap.intervals(0..<last))
        #expect(outlet.beats.allSatisfy { $0.label == .normal } && outlet.beats.isMonotonic)
        #expect(outlet.losses.isEmpty)
        // Never after it was heard, and not long before.
        for (beat, truth) in zip(outlet.beats, strap.beats.dropFirst()) {
            let late = beat.time.seconds(since: start.advanced(bySeconds: truth))
            #expect(late > -0.3 && late < 0.3, "\(late)")
        }
        #expect(outlet.events.contains(.battery(percent: 85)))
        #expect(monitor.battery?.volts == 3.5 && monitor.battery?.state == .good)
        #expect(monitor.identity.maker == "Polar Electro" && monitor.identity.serial == String(0x1234 << 16 | 12_345))
        #expect(outlet.batches.allSatisfy { $0.channel == .heartRate && $0.values == [72] })
    }

    @Test func `a strap that turns no pages is believed in its beats only`() {
        var strap = AntStrap(beats: pulse(100))
        strap.turnsPages = false
        let (outlet, monitor) = hear(strap, 0..<300)
        let last = strap.beats.lastIndex { $0 <= strap.time(299) } ?? 0
        #expect(outlet.beats.map(\.rr) == strap.intervals(0..<last))
        #expect(monitor.identity.maker.isEmpty && monitor.battery == nil)
    }

    @Test(arguments: [1, 2, 3, 5, 8, 13])
    func `messages that are missed make holes and never an interval`(_ run: Int) {
        let strap = AntStrap(beats: pulse(400))
        // Of forty messages so many in a row are missed; some hide whole beats.
        let (outlet, _) = hear(strap, 0..<1200) { $0 % 40 >= 20 && $0 % 40 < 20 + run }
        let last = strap.beats.lastIndex { $0 <= strap.time(1199) } ?? 0
        let truth = strap.intervals(0..<last)
        // What is given is a part of what there was, in order, and the rest is told as holes.
        var rest = truth[...]
        for beat in outlet.beats {
            let place = rest.firstIndex(of: beat.rr)
            #expect(place != nil, "an interval of \(beat.rr) ms was made up")
            rest = place.map { rest[($0 + 1)...] } ?? rest
        }
        let told = outlet.losses.filter { $0.cause == .gap }.reduce(0) { $0 + $1.count }
        let all = truth.reduce(0, +) / 1000
        let given = outlet.beats.reduce(0) { $0 + $1.rr } / 1000
        #expect(abs(all - given - told) < 0.01, "\(all) s are \(given) s and \(told) s of holes")
        if run >= 8 { #expect(!outlet.losses.isEmpty && outlet.beats.contains { $0.label == .afterGap }) }
        #expect(outlet.beats.isMonotonic)
    }

    @Test func `messages that come late and in bursts are no holes`() {
        let strap = AntStrap(beats: pulse(200))
        let outlet = CollectingOutlet()
        var monitor = AntMonitor(device: DeviceID(rawValue: "ant-12345"), number: 12_345)
        for index in 1..<600 {
            // A host that is busy for up to two seconds takes everything at once.
            let late = strap.time(index / 8 * 8 + 8)
            monitor.receive(strap.payload(index) ?? [], at: start.advanced(bySeconds: late), into: outlet)
        }
        let last = strap.beats.lastIndex { $0 <= strap.time(599) } ?? 0
        #expect(outlet.beats.map(\.rr) == strap.intervals(0..<last) && outlet.losses.isEmpty)
        #expect(outlet.beats.allSatisfy { $0.label == .normal } && outlet.beats.isMonotonic)
    }

    @Test func `page 4 tells the last interval also behind a hole`() {
        var beats = AntBeats()
        #expect(beats.take(time: 1000, count: 10, previous: nil, at: start) == .beginning)
        let later = start.advanced(bySeconds: 3)
        #expect(
            beats.take(time: 4000, count: 13, previous: 3000, at: later) == .hole(beats: 2, ticks: 2000, interval: 1000)
        )
        let more = later.advanced(bySeconds: 2)
        #expect(
            beats.take(time: 6000, count: 15, previous: nil, at: more) == .hole(beats: 2, ticks: 2000, interval: nil))
        #expect(beats.take(time: 7000, count: 16, previous: 6000, at: more.advanced(bySeconds: 1)) == .interval(1000))
    }

    @Test func `a strap that begins again, or is heard after a minute, makes up nothing`() {
        var beats = AntBeats()
        #expect(beats.take(time: 60_000, count: 200, previous: nil, at: start) == .beginning)
        // Switched off and on: counts from zero.
        let later = start.advanced(bySeconds: 4)
        #expect(beats.take(time: 100, count: 1, previous: nil, at: later) == .beginning)
        #expect(beats.take(time: 1000, count: 2, previous: nil, at: later.advanced(bySeconds: 1)) == .interval(900))
        // 64 s later the same time of the beat says nothing.
        #expect(beats.take(time: 1900, count: 3, previous: nil, at: later.advanced(bySeconds: 66)) == .beginning)
        // More beats than there was time for.
        #expect(beats.take(time: 2100, count: 90, previous: nil, at: later.advanced(bySeconds: 66.2)) == .beginning)
        // The same beat at another time.
        #expect(beats.take(time: 2000, count: 90, previous: nil, at: later.advanced(bySeconds: 66.4)) == .beginning)
    }

    @Test func `an hour of hostile payloads never traps and no interval is out of bounds`() {
        var state: UInt64 = 1
        func random() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        let outlet = CollectingOutlet()
        var monitor = AntMonitor(device: DeviceID(rawValue: "ant-1"), number: 1)
        var now = start
        for _ in 0..<14_400 {
            now = now.advanced(bySeconds: random() % 50 == 0 ? Double(random() % 200) - 50 : 0.25)
            monitor.receive(
                (0..<Int(random() % 50 == 0 ? random() % 12 : 8)).map { _ in UInt8(random() & 0xFF) }, at: now,
                into: outlet)
            if random() % 500 == 0 { monitor.interrupt("test", at: now, into: outlet) }
        }
        #expect(outlet.beats.allSatisfy { $0.rr > 0 && $0.rr <= 64_000 })
    }
}
