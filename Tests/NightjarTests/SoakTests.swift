import Documents
import NightjarClient
import Signals
import Testing

@testable import nightjar

@Suite struct SoakTests {
    private static let begun = Instant(nanoseconds: 1_790_000_000_000_000_000)

    private static func at(_ seconds: Double) -> Instant {
        begun.advanced(byNanoseconds: Int64((seconds * 1e9).rounded()))
    }

    /// Intervals that vary as a heart's do, in milliseconds.
    private static func intervals(_ count: Int) -> [Double] {
        var state: UInt64 = 9
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 820 + Double(state >> 57)
        }
    }

    private static func heart(_ device: String, _ beats: [Beat]) -> LiveEvent {
        var heart = HeartDocument()
        (heart.device, heart.time, heart.beats) = (device, beats.last?.time ?? begun, beats)
        return .heart(heart)
    }

    /// A strap for so many beats whose clock goes so many parts per million fast, `late` milliseconds behind the body.
    private static func wear(
        _ device: String, _ record: inout SoakRecord, beats: Int, fast: Double = 0, late: Double = 0, jitter: Double = 0
    ) {
        var body = 0.0
        for (index, interval) in intervals(beats).enumerated() {
            body += interval / 1000
            let beat = Beat(time: at(body + late / 1000), rr: interval * (1 + fast * 1e-6))
            record.take(heart(device, [beat]), at: at(body + late / 1000 + jitter * Double(index % 7) / 7000))
        }
    }

    @Test("the drift of a clock is found through the delays of a link", arguments: [0.0, 40, -120, 3000])
    func drift(fast: Double) throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        Self.wear("a", &record, beats: 1500, fast: fast, jitter: 60)
        let found = try #require(record.devices["a"]?.drift.partsPerMillion)
        // What is measured: a device that goes fast says longer intervals than the host sees, over (device - host) / host.
        #expect(abs(found - fast) < 4, "\(found)")
    }

    @Test("ten minutes without a gap are needed to tell a drift")
    func gaps() {
        var short = SoakRecord(wanted: nil, at: Self.begun)
        Self.wear("a", &short, beats: 500)
        #expect(short.devices["a"]?.drift.partsPerMillion == nil)
        var broken = ClockDrift()
        for index in 0..<2000 {
            broken.take(interval: 1000, isAfterGap: index % 300 == 0, at: Self.at(Double(index)))
        }
        #expect(broken.partsPerMillion == nil && broken.seconds < 300)
    }

    @Test("two straps on one body are held against each other to the millisecond", arguments: [0.0, 37, -412, 1250])
    func beats(late: Double) throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        Self.wear("a", &record, beats: 400)
        Self.wear("b", &record, beats: 400, late: late)
        let found = try #require(record.alignments.first?.alignment)
        #expect(found.means == .beats && abs(found.milliseconds - late) < 1 && found.agreement > 0.95, "\(found)")
    }

    @Test("straps of two people are not held against each other")
    func strangers() {
        let (a, b) = (Self.intervals(400), Self.intervals(800).suffix(400).map { $0 * 1.07 })
        func times(_ intervals: [Double]) -> [Double] {
            var sum = 0.0
            return intervals.map {
                sum += $0
                return sum
            }
        }
        #expect((SoakAlignment.ofBeats(times(a), times(b))?.agreement ?? 0) < 0.6)
        #expect(SoakAlignment.ofBeats([], []) == nil && SoakAlignment.ofBeats(times(a), [1, 2, 3]) == nil)
    }

    @Test("without beats the movement tells, to about half a second", arguments: [0, 3, -7])
    func movement(lag: Int) throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        for (device, shift) in [("a", 0), ("b", lag)] {
            for second in 0..<600 {
                var epoch = MotionDocument()
                (epoch.device, epoch.time) = (device, Self.at(Double(second)))
                let body = second - shift
                epoch.enmo = body % 61 < 9 || body % 97 < 4 ? 80 + Double((body * 37 % 50 + 50) % 50) : 2
                epoch.samples = 50
                record.take(.motion(epoch), at: Self.at(Double(second)))
            }
        }
        let found = try #require(record.alignments.first?.alignment)
        #expect(found.means == .movement && abs(found.milliseconds - Double(lag) * 1000) < 500, "\(found)")
        #expect(record.devices["a"]?.motionRate == 50)
    }

    @Test("losses, interruptions and the battery are counted, each interruption once")
    func counts() throws {
        var record = SoakRecord(wanted: ["a"], at: Self.begun)
        var status = DeviceStatusDocument()
        (status.id, status.name, status.battery) = ("a", "Strap", 80)
        record.take(.device(status), at: Self.at(0))
        var loss = LossDocument()
        (loss.device, loss.cause, loss.count, loss.unit, loss.channel) = ("a", "gap", 12, "samples", "acceleration")
        record.take(.loss(loss), at: Self.at(10))
        record.take(.loss(loss), at: Self.at(20))
        loss.device = "b"
        record.take(.loss(loss), at: Self.at(20))
        var entry = DeviceDocument()
        (entry.device, entry.name) = ("a", "Strap")
        func step(_ seconds: Double, _ stage: String) -> DeviceDocument.Step {
            var step = DeviceDocument.Step()
            (step.time, step.stage, step.reason) = (Self.at(seconds), stage, "Out of reach.")
            return step
        }
        entry.steps = [step(-5, "interrupted"), step(30, "interrupted")]
        record.take(.entry(entry), at: Self.at(31))
        entry.steps.append(step(40, "resumed"))
        entry.battery = 79
        record.take(.entry(entry), at: Self.at(3600))
        let device = try #require(record.devices["a"])
        #expect(record.devices.count == 1 && device.interruptions.map(\.reason) == ["Out of reach."])
        #expect(device.resumptions == 1 && device.losses.count == 1 && abs((device.batteryPerHour ?? 0) - 1) < 1e-9)
        let text = record.lines(until: Self.at(3600)).joined(separator: "\n")
        #expect(
            text.contains("Watched for 1 h 0 min.") && text.contains("lost of acceleration: 24.0 samples, gap, 2 times")
        )
        #expect(text.contains("interrupted once, resumed once") && text.contains("from 80 to 79 %, 1.0 % an hour"))
        var json = JSONText()
        json.object { record.json(until: Self.at(3600), &$0) }
        let parsed = try JSONValue(parsing: Array(json.string.utf8))
        #expect(parsed.object?["seconds"]?.number == 3600)
    }

    private static func report(_ record: SoakRecord, until end: Double) throws -> (text: String, streams: [JSONValue]) {
        var json = JSONText()
        json.object { record.json(until: at(end), &$0) }
        let parsed = try JSONValue(parsing: Array(json.string.utf8))
        let text = record.lines(until: at(end)).joined(separator: "\n")
        guard case .array(let devices)? = parsed.object?["devices"],
            case .array(let streams)? = devices.first?.object?["streams"]
        else { return (text, []) }
        return (text, streams)
    }

    private static func move(_ record: inout SoakRecord, _ seconds: ClosedRange<Int>, late: Double = 0) {
        for second in seconds {
            var epoch = MotionDocument()
            (epoch.device, epoch.time, epoch.enmo, epoch.samples) = ("a", at(Double(second)), 5, 50)
            record.take(.motion(epoch), at: at(Double(second) + late))
        }
    }

    @Test("a strap that is dead from the fifth minute on is still away after eight hours")
    func dead() throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        Self.move(&record, 0...300)
        let (text, streams) = try Self.report(record, until: 28_800)
        #expect(text.contains("longest silence 28500.0 s, still away: nothing for 28500.0 s"), "\(text)")
        #expect(streams.first?.object?["longest_silence_s"]?.number == 28_500)
        #expect(streams.first?.object?["silent_at_end_s"]?.number == 28_500)
        #expect(try !Self.report(record, until: 310).text.contains("still away"))
    }

    @Test("the time before the first event is a silence")
    func lateBegin() throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        var status = DeviceStatusDocument()
        (status.id, status.name) = ("a", "Strap")
        record.take(.device(status), at: Self.begun)
        Self.move(&record, 900...960)
        #expect(try Self.report(record, until: 961).text.contains("longest silence 900.0 s"))
    }

    @Test("readings that say that there is none are a silence")
    func emptyReadings() throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        Self.wear("a", &record, beats: 10)
        let end = record.newest.seconds(since: Self.begun)
        for second in 1...100 {
            var reading = HeartDocument()
            (reading.device, reading.time, reading.reason) = ("a", Self.at(end + Double(second)), "Nothing comes.")
            record.take(.heart(reading), at: Self.at(end + Double(second)))
        }
        #expect(try Self.report(record, until: end + 100).text.contains("still away: nothing for 100.0 s"))
    }

    @Test("while the line to the gateway is lost nobody is silent, and from then on whoever does not come back")
    func lostLine() throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        Self.move(&record, 0...10)
        record.loseLine()
        #expect(try Self.report(record, until: 500).text.contains("longest silence 1.0 s"))
        var back = record
        Self.move(&back, 600...610)
        #expect(try Self.report(back, until: 611).text.contains("longest silence 1.0 s"))
        record.take(.snapshot(LiveSnapshotDocument()), at: Self.at(600))
        #expect(try Self.report(record, until: 700).text.contains("still away: nothing for 100.0 s"))
    }

    @Test("a heart rate that comes with beats is no silent one")
    func heartWithBeats() throws {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        var alone = HeartDocument()
        (alone.device, alone.time, alone.deviceRate) = ("a", Self.at(1), 60)
        record.take(.heart(alone), at: Self.at(1))
        Self.wear("a", &record, beats: 200)
        let end = record.newest.seconds(since: Self.begun)
        #expect(try !Self.report(record, until: end).text.contains("still away"))
    }

    @Test("what was before is not what was watched")
    func before() {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        var epoch = MotionDocument()
        (epoch.device, epoch.time, epoch.enmo, epoch.samples) = ("a", Self.at(-60), 5, 50)
        record.take(.motion(epoch), at: Self.at(1))
        record.take(Self.heart("a", [Beat(time: Self.at(-3), rr: 900)]), at: Self.at(1))
        #expect(record.devices["a"]?.streams.isEmpty == true && record.devices["a"]?.beats.isEmpty == true)
    }

    @Test("an empty record and numbers that are none make a report, too")
    func nothing() {
        var record = SoakRecord(wanted: nil, at: Self.begun)
        #expect(record.lines(until: Self.begun).contains { $0.contains("No device was in use") })
        var loss = LossDocument()
        (loss.device, loss.count) = ("a", .nan)
        record.take(.loss(loss), at: Self.begun)
        var epoch = MotionDocument()
        (epoch.device, epoch.samples, epoch.enmo) = ("a", .max, .infinity)
        record.take(.motion(epoch), at: Self.begun)
        record.take(
            Self.heart("a", [Beat(time: Self.begun, rr: .nan), Beat(time: Self.begun, rr: -1)]), at: Self.begun)
        #expect(!record.lines(until: Self.at(-5)).isEmpty)
    }
}
