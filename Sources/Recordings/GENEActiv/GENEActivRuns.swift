import Runtime
import Signals

/// Joins pages to runs of samples with time stamps.
struct GENEActivRuns {
    let header: GENEActivHeader
    private let wantsMotion: Bool
    private let wantsLight: Bool
    private let wantsMarker: Bool
    private let wantsTemperature: Bool
    private let wantsBattery: Bool
    let wall: RecorderClock
    private let device: DeviceID
    private let received: Instant
    /// Nanoseconds that a page lasts by the recorder's clock.
    private let pageLength: Int64
    private(set) var collector = SegmentCollector()
    var ledger = LossLedger()
    var slow: SlowReadings
    /// Where the next page's first sample is expected in local time; nil before the first page.
    private var expected: Int64?
    private var firstStamp: Int64
    private var lastSequence: Int?
    private var wasPressed = false
    // Pages of one batch: those that follow each other at the same pace.
    private var pending: [Float] = []
    private var pendingLight: [Float] = []
    private var pendingStart: Int64 = 0
    private var pendingPeriod: Int64 = 0
    private var pendingCount = 0
    private var isNew = true
    private var unstamped = 0

    /// Samples of a batch at most: thirteen pages and a little.
    private static let batch = 4096
    /// How far a stamp of whole or half seconds may lie from where its page is expected, in nanoseconds.
    private static let tolerance: Int64 = 1_050_000_000

    init(
        _ header: GENEActivHeader, options: DecodeOptions, wall: RecorderClock, firstStamp: Int64,
        device: DeviceIdentity
    ) {
        self.header = header
        wantsMotion = options.wants(.acceleration)
        wantsLight = options.wants(.light)
        wantsMarker = options.wants(.marker)
        wantsTemperature = options.wants(.temperature)
        wantsBattery = options.wants(.battery)
        self.wall = wall
        self.firstStamp = firstStamp
        self.device = device.deviceID
        received = WallClock().now
        // The recorder's rates are such that a page lasts whole half seconds; the header rounds them: 66.7, 85.7.
        let seconds = Double(GENEActivPage.samples) / header.rate
        let halves = (seconds * 2).rounded() / 2
        pageLength = Int64((abs(halves - seconds) <= 0.002 * seconds ? halves : seconds) * 1e9)
        slow = SlowReadings(options: options, device: device.deviceID, received: received)
        if let configured = header.configured, firstStamp < configured - 86_400_000_000_000 {
            ledger.add(
                Loss(
                    .clockStep, count: 1, unit: .blocks, first: wall.instant(firstStamp),
                    detail:
                        "the pages begin at \(CivilTime(nanoseconds: firstStamp)), before the recorder was configured: "
                        + "its clock was reset, so do not trust these times"))
        }
    }

    /// Adds the next page, whose acceleration is `motion` and whose light and button are `rest`.
    mutating func add(
        _ page: GENEActivPage, _ motion: [Float], _ rest: [UInt16], into sink: inout some RecordingSink
    ) throws {
        if page.stamp == nil { unstamped += 1 }
        let stamp = page.stamp ?? expected ?? firstStamp
        var start = stamp
        var length = pageLength
        if let expected {
            let off = stamp - expected
            if abs(off) <= Self.tolerance {
                // Stamps rounded to seconds jump about the truth; a clock that truly runs off is followed slowly.
                start = expected
                if abs(off) > Self.tolerance / 2 { length += off / 50 }
            } else if off < 0, page.sequence != nil, page.sequence == lastSequence {
                ledger.add(
                    Loss(
                        .duplicate, count: Double(GENEActivPage.samples), unit: .samples, first: wall.instant(stamp),
                        detail: "page \(page.sequence ?? 0) is in the file again; the first was kept"))
                return
            } else {
                try flush(into: &sink)
                isNew = true
                tellHole(from: expected, to: stamp)
            }
        }
        lastSequence = page.sequence
        let count = page.digits.count / GENEActivPage.digitsPerSample
        expected = start + length * Int64(count) / Int64(GENEActivPage.samples)
        // As a fixed-point number; a page lasts less than ten minutes.
        let samplesPerPage = Int64(GENEActivPage.samples)
        let period = (((length << 20) + samplesPerPage - 1) / samplesPerPage) << 4
        if period != pendingPeriod || pendingCount + count > Self.batch { try flush(into: &sink) }
        if pendingCount == 0 { (pendingStart, pendingPeriod) = (start, period) }
        keep(motion, rest, count: count)
        pendingCount += count
        let instant = wall.instant(start)
        if wantsTemperature, let value = page.temperature {
            try slow.add(Self.temperature, [value], at: instant, into: &sink)
        }
        if wantsBattery, let value = page.battery {
            try slow.add(Self.battery, [value], at: instant, into: &sink)
        }
        if wantsMarker { try mark(rest, count: count, from: instant, length: length, into: &sink) }
    }

    /// Keeps the samples of a page until there are enough for a batch.
    private mutating func keep(_ motion: [Float], _ rest: [UInt16], count: Int) {
        if wantsMotion {
            if pending.isEmpty { pending.reserveCapacity(3 * Self.batch) }
            pending += motion[..<(3 * count)]
        }
        guard wantsLight else { return }
        let luxPerCount = Float(header.luxPerCount)
        let light = [Float](unsafeUninitializedCapacity: count) { target, filled in
            for index in 0..<count { target[index] = Float(rest[index] >> 2) * luxPerCount }
            filled = count
        }
        pendingLight += light
    }

    /// Marks where the button goes down in a page that begins at `start` and lasts `length` nanoseconds.
    private mutating func mark(
        _ rest: [UInt16], count: Int, from start: Instant, length: Int64, into sink: inout some RecordingSink
    ) throws {
        guard wasPressed || rest[..<count].reduce(0, |) & 2 != 0 else { return }
        for index in 0..<count {
            let isPressed = rest[index] & 2 != 0
            if isPressed, !wasPressed {
                let time = start.advanced(byNanoseconds: length * Int64(index) / Int64(GENEActivPage.samples))
                try slow.add(Self.marker, [1], at: time, into: &sink)
            }
            wasPressed = isPressed
        }
    }

    mutating func flush(into sink: inout some RecordingSink) throws {
        guard pendingCount > 0 else { return }
        try Task.checkCancellation()
        let line = Timeline(origin: wall.instant(pendingStart), fixedPeriod: max(1, pendingPeriod))
        collector.add(count: pendingCount, start: line.origin, end: line.instant(at: pendingCount - 1), isNew: isNew)
        isNew = false
        pendingCount = 0
        if wantsMotion {
            // Handed on as it is; the next batch has memory of its own.
            let values = pending
            pending = []
            try send(.acceleration, .standardGravity, 3, values, line, into: &sink)
        }
        if wantsLight { try send(.light, .lux, 1, pendingLight, line, into: &sink) }
        pendingLight.removeAll(keepingCapacity: true)
    }

    private func send(
        _ channel: Channel, _ unit: SignalUnit, _ axes: Int, _ values: [Float], _ line: Timeline,
        into sink: inout some RecordingSink
    ) throws {
        let batch = SampleBatch(
            device: device, channel: channel, unit: unit, axes: axes, values: values, times: .uniform(line),
            deviceTime: pendingStart, received: received)
        try sink.receive(batch)
    }

    private static let temperature = RecordedChannel(.temperature, axes: ["value"], unit: .celsius)
    private static let battery = RecordedChannel(.battery, axes: ["value"], unit: .volts)
    private static let marker = RecordedChannel(.marker, axes: ["value"], unit: .one)
}

extension GENEActivRuns {
    /// Hands on what is left, and tells what the pages lack.
    mutating func finish(_ pages: GENEActivPages, into sink: inout some RecordingSink) throws {
        try flush(into: &sink)
        try slow.finish(into: &sink)
        let end = collector.segments.last?.end
        if pages.damaged > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(pages.damaged), unit: .blocks,
                    detail: "\(pages.damaged) pages have lines that are damaged or missing, the first before byte "
                        + "\(pages.firstDamage ?? 0); they are left out"))
        }
        if let kept = pages.cutPage {
            ledger.add(
                Loss(
                    .truncated, count: 1, unit: .blocks, first: end,
                    detail: "the file ends inside a page, of which \(kept) of \(GENEActivPage.samples) samples are kept"
                ))
        }
        if let promised = header.pageCount, promised > pages.count + pages.damaged {
            ledger.add(
                Loss(
                    .truncated, count: Double(promised - pages.count - pages.damaged), unit: .blocks, first: end,
                    detail: "the header promises \(promised) pages and the file has \(pages.count + pages.damaged)"))
        }
        if unstamped > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unstamped), unit: .blocks,
                    detail: "\(unstamped) pages have no readable time; their samples follow those before"))
        }
    }

    /// Tells that the page after the one expected at `expected` is stamped `stamp`, nanoseconds on the recorder's wall.
    private mutating func tellHole(from expected: Int64, to stamp: Int64) {
        let seconds = Double(abs(stamp - expected)) / 1e9
        ledger.add(
            stamp > expected
                ? Loss(
                    .gap, count: seconds, unit: .seconds, first: wall.instant(expected), end: wall.instant(stamp),
                    channel: .acceleration, detail: "no pages for \(seconds) s")
                : Loss(
                    .clockStep, count: seconds, unit: .seconds, first: wall.instant(stamp),
                    detail: "the recorder's clock went back by \(seconds) s"))
    }
}
