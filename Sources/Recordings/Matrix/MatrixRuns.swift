import Runtime
import Signals

/// Makes runs of samples with time out of packets.
struct MatrixRuns {
    private let file: RecordingFile
    private let header: MatrixHeader
    private let options: DecodeOptions
    private let device: DeviceID
    private let received: Instant
    private(set) var collector = SegmentCollector()
    var ledger = LossLedger()
    private var slow: SlowReadings
    /// Where the next packet is expected to begin, and the distance of two samples, in nanoseconds.
    private var expected: Double?
    private var period: Double?

    private static let batch = 4096

    init(_ file: RecordingFile, header: MatrixHeader, options: DecodeOptions, device: DeviceID) {
        self.file = file
        self.header = header
        self.options = options
        self.device = device
        received = WallClock().now
        slow = SlowReadings(options: options, device: device, received: received)
    }

    /// Adds the samples of a packet.
    mutating func add(_ packet: MatrixPacket, into sink: inout some RecordingSink) throws {
        let stamp = Double(packet.begins) * 1e9
        var start = stamp
        var isNew = true
        if let expected {
            let hole = (stamp - expected) / 1e9
            // Packets are stamped in whole seconds.
            if abs(hole) <= 1.5 {
                (start, isNew) = (expected, false)
            } else {
                tell(hole, from: expected, to: stamp)
            }
        }
        let count = packet.accelerations
        guard count > 0 else { return try addSlow(packet, start: start, into: &sink) }
        let own = packet.rate(of: count).map { 1e9 / $0 }
        // A short packet shows its rate only to a second's error; that of those before it is better, if it fits.
        let span = Double(packet.ends - packet.begins)
        let fits = period.map { abs($0 * Double(count) / 1e9 - span) <= 1.5 } ?? false
        let usesOwn = !fits || (span >= 120 && own != nil)
        guard let step = usesOwn ? own : period else {
            ledger.add(
                Loss(
                    .damaged, count: Double(count), unit: .samples, first: Instant(nanoseconds: Int64(start)),
                    channel: .acceleration, detail: "the packet at byte \(packet.start) does not say how long it lasted"
                ))
            return
        }
        period = step
        expected = start + step * Double(count)
        try send(
            packet.places.0, count, .acceleration, .standardGravity, header.accelerationRange, start, step, isNew, &sink
        )
        let length = step * Double(count)
        if packet.rotations > 0 {
            try send(
                packet.places.1, packet.rotations, .angularVelocity, .degreesPerSecond, header.angularRange, start,
                length / Double(packet.rotations), isNew, &sink)
        }
        try addSlow(packet, start: start, length: length, into: &sink)
    }

    /// Passes the remaining values on.
    mutating func finish(into sink: inout some RecordingSink) throws { try slow.finish(into: &sink) }

    private mutating func tell(_ hole: Double, from expected: Double, to stamp: Double) {
        let (end, start) = (Instant(nanoseconds: Int64(expected)), Instant(nanoseconds: Int64(stamp)))
        ledger.add(
            hole > 0
                ? Loss(
                    .gap, count: hole, unit: .seconds, first: end, end: start, channel: .acceleration,
                    detail: "no packets for \(hole) s")
                : Loss(
                    .clockStep, count: -hole, unit: .seconds, first: start,
                    detail: "the recorder's clock went back by \(-hole) s"))
    }

    /// Hands on `count` samples of three words each, from byte `place` of the file on.
    private mutating func send(
        _ place: Int, _ count: Int, _ channel: Channel, _ unit: SignalUnit, _ range: Double, _ start: Double,
        _ step: Double, _ isNew: Bool, _ sink: inout some RecordingSink
    ) throws {
        guard step >= 1, step < 1e11 else { return }
        let line = Timeline(
            origin: Instant(nanoseconds: Int64(start)), fixedPeriod: Int64((step * 16_777_216).rounded(.up)))
        if channel == .acceleration {
            collector.add(count: count, start: line.origin, end: line.instant(at: count - 1), isNew: isNew)
        }
        guard options.wants(channel) else { return }
        let scale = Float(range / 32768)
        var first = 0
        while first < count {
            try Task.checkCancellation()
            let wanted = min(Self.batch, count - first)
            let bytes = try file.bytes(at: place + first * 6, count: wanted * 6)
            let got = bytes.count / 6
            guard got > 0 else { return }
            let values = [Float](unsafeUninitializedCapacity: got * 3) { target, filled in
                bytes.withUnsafeBytes { source in
                    guard let base = source.baseAddress, let out = target.baseAddress else { return }
                    CWASamples.convert(base, count: got, stride: 6, scale: scale, into: out)
                    filled = got * 3
                }
            }
            try sink.receive(
                SampleBatch(
                    device: device, channel: channel, unit: unit, axes: 3, values: values,
                    times: .uniform(line.dropping(first)), received: received))
            first += got
        }
    }

    /// Adds a packet's temperatures and heart rates.
    private mutating func addSlow(
        _ packet: MatrixPacket, start: Double, length: Double? = nil, into sink: inout some RecordingSink
    ) throws {
        let length = length ?? Double(packet.ends - packet.begins) * 1e9
        if packet.temperatures > 0, options.wants(.temperature) {
            let channel = RecordedChannel(.temperature, axes: ["body", "ambient"], unit: .celsius)
            try Self.pairs(file, packet.places.2, packet.temperatures) { index, first, second in
                let time = start + length * Double(index) / Double(packet.temperatures)
                let values = [Float(Int16(bitPattern: first)) / 10, Float(Int16(bitPattern: second)) / 10]
                try slow.add(channel, values, at: Instant(nanoseconds: Int64(time)), into: &sink)
            }
        }
        if packet.heartRates > 0, options.wants(.heartRate) {
            let channel = RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute)
            try Self.pairs(file, packet.places.3, packet.heartRates) { index, _, rate in
                // No pulse was found.
                guard rate > 0 else { return }
                let time = start + length * Double(index) / Double(packet.heartRates)
                try slow.add(channel, [Float(rate)], at: Instant(nanoseconds: Int64(time)), into: &sink)
            }
        }
    }

    /// Calls `body` for each pair of words from byte `place` of the file on.
    private static func pairs(
        _ file: RecordingFile, _ place: Int, _ count: Int, _ body: (Int, UInt16, UInt16) throws -> Void
    ) throws {
        var first = 0
        while first < count {
            try Task.checkCancellation()
            let bytes = try file.bytes(at: place + first * 4, count: min(batch, count - first) * 4)
            guard bytes.count >= 4 else { return }
            for index in 0..<(bytes.count / 4) {
                let words = (0..<2).map {
                    UInt16(bytes[index * 4 + $0 * 2]) | UInt16(bytes[index * 4 + $0 * 2 + 1]) << 8
                }
                try body(first + index, words[0], words[1])
            }
            first += bytes.count / 4
        }
    }
}
