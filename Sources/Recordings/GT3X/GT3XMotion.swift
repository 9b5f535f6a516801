import Signals

/// Makes runs of acceleration with time out of seconds of activity, and fills idle sleep with the last sample.
struct GT3XMotion: ~Copyable {
    /// The settings of the decoding.
    struct Setup {
        var options: DecodeOptions
        var device: DeviceID
        var received: Instant
        var rate: Int
        var calibration: GT3XCalibration
        /// Firmware 1.6.0 of the wGT3X-BT has its sensor turned: its y is x and its x is minus y.
        var isTurned: Bool
        /// The recorder's clock against UTC, in seconds east.
        var zoneOffset: Int
    }

    let setup: Setup
    let isWanted: Bool
    private let capacity: Int
    private let buffer: UnsafeMutablePointer<Float>
    /// Samples in the buffer, the first of them in this second of the wall.
    private var pending = 0
    private var pendingSecond = 0
    private(set) var collector = SegmentCollector()
    /// The first second of the present segment, and the one after the last that is known.
    private var segmentStart = 0
    private var nextSecond: Int?
    private var isNew = true
    private var lastSample: (Float, Float, Float)?
    /// When the recorder fell asleep and woke since the last second of activity.
    private var asleep: Int?
    private var awake: Int?
    private var connected: Int?
    private var filledSeconds = 0
    private var recordedSeconds = 0
    private var repeatedSeconds = 0
    private(set) var ledger = LossLedger()

    /// Sleep is filled for a week and a hundred times as long as was recorded; more stays a gap.
    private static let leastFill = 7 * 86_400

    init(_ setup: Setup) {
        self.setup = setup
        isWanted = setup.options.wants(.acceleration)
        capacity = max(4096, 2 * setup.rate)
        buffer = .allocate(capacity: capacity * 3)
    }

    deinit { buffer.deallocate() }

    /// The instant of the beginning of `second` on the recorder's clock.
    func instant(_ second: Int) -> Instant {
        Instant(nanoseconds: Int64(second - setup.zoneOffset) * 1_000_000_000)
    }

    /// The instant after the last sample; nil before the first.
    var end: Instant? { nextSecond.map { instant($0) } }
    /// Adds a loss.
    mutating func tell(_ loss: Loss) { ledger.add(loss) }
    /// The recorder entered its sleep mode. One that woke and fell asleep again recorded nothing in between, so all of it
    /// is one sleep.
    mutating func fallAsleep(_ second: Int) {
        if asleep == nil { asleep = second }
        awake = nil
    }
    /// The recorder left its sleep mode.
    mutating func wake(_ second: Int) { if asleep != nil, awake == nil { awake = second } }
    /// The recorder was connected to a computer, which stops it.
    mutating func connect(_ second: Int) { if connected == nil { connected = second } }

    /// Adds the acceleration of one second.
    mutating func add(
        _ packing: GT3XSamples.Packing, _ bytes: UnsafeRawBufferPointer, at second: Int,
        into sink: inout some RecordingSink
    ) throws {
        let count = packing.samples(in: bytes.count)
        guard count > 0 else { return connect(second) }
        if let next = nextSecond, second < next {
            if second >= segmentStart {
                repeatedSeconds += 1
                return
            }
            try closeSegment(into: &sink)
            ledger.add(
                Loss(
                    .clockStep, count: Double(next - second), unit: .seconds, first: instant(second),
                    detail: "the recorder's clock went back by \(next - second) s"))
        } else if let next = nextSecond, second > next {
            try bridge(from: next, to: second, into: &sink)
        }
        // What was written before the samples of the second in which it happened still holds.
        if asleep ?? .min <= second { (asleep, awake) = (nil, nil) }
        if connected ?? .min <= second { connected = nil }
        if isNew, pending == 0 { segmentStart = second }
        try append(packing, bytes, count: min(count, 4096), at: second, into: &sink)
        recordedSeconds += 1
        nextSecond = second + 1
    }

    /// Fills the sleep that nothing follows, to `end` on the recorder's clock, and hands on what is left.
    mutating func finish(end: Int?, into sink: inout some RecordingSink) throws {
        if let next = nextSecond, let asleep, asleep >= next - 1, connected == nil {
            let last = min(awake ?? .max, end ?? awake ?? next)
            if last > next { try fill(from: next, to: last, into: &sink) }
        }
        try flush(into: &sink)
        if repeatedSeconds > 0 {
            ledger.add(
                Loss(
                    .duplicate, count: Double(repeatedSeconds), unit: .seconds, channel: .acceleration,
                    detail: "\(repeatedSeconds) seconds are in the file again; the first of each was kept"))
        }
    }

    /// What lies between two seconds of activity that do not follow each other.
    private mutating func bridge(from next: Int, to second: Int, into sink: inout some RecordingSink) throws {
        var next = next
        if asleep != nil, lastSample != nil {
            let last = min(second, awake ?? second, connected ?? second)
            if last > next { next = try fill(from: next, to: last, into: &sink) }
        }
        guard next < second else { return }
        try closeSegment(into: &sink)
        let seconds = second - next
        ledger.add(
            connected == nil
                ? Loss(
                    .gap, count: Double(seconds), unit: .seconds, first: instant(next), end: instant(second),
                    channel: .acceleration, detail: "no activity for \(seconds) s")
                : Loss(
                    .interrupted, count: Double(seconds), unit: .seconds, first: instant(next), end: instant(second),
                    channel: .acceleration,
                    detail: "the recorder was connected to a computer, no activity for \(seconds) s"))
    }

    /// Repeats the last sample from `next` to `last` and returns how far it came.
    @discardableResult
    private mutating func fill(from next: Int, to last: Int, into sink: inout some RecordingSink) throws -> Int {
        let room = Self.leastFill + 100 * recordedSeconds - filledSeconds
        let end = next + min(last - next, max(0, room))
        guard end > next, let lastSample else { return next }
        ledger.add(
            Loss(
                .filled, count: Double(end - next), unit: .seconds, first: instant(next), end: instant(end),
                channel: .acceleration, detail: "idle sleep of \(end - next) s, filled with the last sample before"))
        filledSeconds += end - next
        for second in next..<end {
            if (second - next) & 0xFFFF == 0 { try Task.checkCancellation() }
            try makeRoom(setup.rate, into: &sink)
            if pending == 0 { pendingSecond = second }
            if isWanted {
                for index in pending..<(pending + setup.rate) {
                    (buffer[index * 3], buffer[index * 3 + 1], buffer[index * 3 + 2]) = lastSample
                }
            }
            pending += setup.rate
        }
        nextSecond = end
        return end
    }

    private mutating func append(
        _ packing: GT3XSamples.Packing, _ bytes: UnsafeRawBufferPointer, count: Int, at second: Int,
        into sink: inout some RecordingSink
    ) throws {
        // A second with another number of samples has its own spacing and so its own batch.
        let isWhole = count == setup.rate
        if isWhole { try makeRoom(count, into: &sink) } else { try flush(into: &sink) }
        if pending == 0 { pendingSecond = second }
        if isWanted {
            let target = buffer + pending * 3
            let scale = setup.calibration.isMatrix ? 1 : setup.calibration.matrix[0]
            GT3XSamples.decode(packing, bytes, count: count, scale: scale, into: target)
            adjust(target, count: count)
            lastSample = (target[count * 3 - 3], target[count * 3 - 2], target[count * 3 - 1])
        } else {
            lastSample = (0, 0, 0)
        }
        pending += count
        guard !isWhole else { return }
        // Of a second with too many samples all are kept, closer together; with too few, at their own distance.
        try flush(spacing: max(count, setup.rate), into: &sink)
        guard count < setup.rate else { return }
        // A short second is followed by a hole.
        isNew = true
        let missing = Double(setup.rate - count) / Double(setup.rate)
        let start = instant(second).advanced(bySeconds: Double(count) / Double(setup.rate))
        ledger.add(
            Loss(
                .gap, count: missing, unit: .seconds, first: start, end: instant(second + 1), channel: .acceleration,
                detail: "a second of activity has \(count) of \(setup.rate) samples"))
    }

    private func adjust(_ target: UnsafeMutablePointer<Float>, count: Int) {
        if setup.isTurned {
            for index in 0..<count {
                (target[index * 3], target[index * 3 + 1]) = (target[index * 3 + 1], -target[index * 3])
            }
        }
        guard setup.calibration.isMatrix else { return }
        for index in 0..<count {
            let sample = target + index * 3
            (sample[0], sample[1], sample[2]) = setup.calibration.g(sample[0], sample[1], sample[2])
        }
    }

    private mutating func closeSegment(into sink: inout some RecordingSink) throws {
        try flush(into: &sink)
        isNew = true
    }

    private mutating func makeRoom(_ count: Int, into sink: inout some RecordingSink) throws {
        if pending + count > capacity { try flush(into: &sink) }
    }

    /// Hands on what is in the buffer: samples of whole seconds, or of one second with another number.
    private mutating func flush(spacing: Int? = nil, into sink: inout some RecordingSink) throws {
        guard pending > 0 else { return }
        defer { pending = 0 }
        let start = instant(pendingSecond)
        guard let line = Timeline(origin: start, hertz: Double(spacing ?? setup.rate)) else { return }
        collector.add(count: pending, start: start, end: line.instant(at: pending - 1), isNew: isNew)
        isNew = false
        guard isWanted else { return }
        let count = pending * 3
        let values = [Float](unsafeUninitializedCapacity: count) { target, filled in
            target.baseAddress?.update(from: buffer, count: count)
            filled = count
        }
        try sink.receive(
            SampleBatch(
                device: setup.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                times: .uniform(line), deviceTime: Int64(pendingSecond) * 1_000_000_000, received: setup.received))
    }
}
