import Runtime
import Signals

/// Makes runs of acceleration with time out of the pieces of a GENEA's pages.
///
/// A second of the clock stands before the first sample taken in it, so the samples from one second to another lie evenly
/// between them.
struct GENEARuns {
    static let pageSize = 2048
    static let pagesAtOnce = 64
    private static let pieces = 341
    private static let pieceSize = 6
    /// Samples that are handed on at once, at least.
    private static let batch = 2048
    private static let secondLimit = 1024

    private enum Kind: UInt8 {
        case sample = 0
        case second = 2
        case battery = 4
    }

    private(set) var collector = SegmentCollector()
    private(set) var ledger = LossLedger()
    private let header: GENEAHeader
    private let wall: RecorderClock
    private let options: DecodeOptions
    private let device: DeviceID
    private let received: Instant
    private var slow: SlowReadings
    /// Samples since ``start``, and those of them that lie before ``second``.
    private var values: [Float] = []
    private var known = 0
    private var start: UInt32?
    private var second: UInt32 = 0
    private var isNew = true
    private var unplaced = 0
    private var unknown = 0

    init(_ header: GENEAHeader, wall: RecorderClock, options: DecodeOptions) {
        (self.header, self.wall, self.options) = (header, wall, options)
        device = header.device.deviceID
        received = WallClock().now
        slow = SlowReadings(options: options, device: device, received: received)
    }

    /// The first second of the clock in the first pages.
    static func firstSecond(_ file: RecordingFile, _ header: GENEAHeader) throws -> UInt32? {
        let bytes = try file.bytes(at: header.size, count: pageSize * pagesAtOnce)
        var found: UInt32?
        each(bytes) { kind, piece, _ in
            if found == nil, kind == .second, let second = word(piece) { found = second }
        }
        return found
    }

    private static func word(_ piece: RawSpan) -> UInt32? {
        var cursor = ByteCursor(piece)
        try? cursor.skip(2)
        return try? cursor.big()
    }

    /// Calls `body` with each piece; of the last page only with those that are whole.
    private static func each(_ bytes: [UInt8], _ body: (Kind?, RawSpan, Int) throws -> Void) rethrows {
        let span = bytes.span.bytes
        for page in stride(from: 0, to: bytes.count, by: pageSize) {
            for index in 0..<pieces {
                let place = page + index * pieceSize
                guard place + pieceSize <= bytes.count else { return }
                let piece = span.extracting(place..<(place + pieceSize))
                try body(Kind(rawValue: bytes[place + 1] >> 4), piece, place)
            }
        }
    }

    /// Adds pages, the first of which is page `page` of the file.
    mutating func add(_ bytes: [UInt8], page: Int, into sink: inout some RecordingSink) throws {
        try Self.each(bytes) { kind, piece, _ in
            switch kind {
            case .sample: append(piece)
            case .second: if let second = Self.word(piece) { try begin(second, into: &sink) }
            case .battery:
                guard start != nil else { break }
                let volts = piece.withUnsafeBytes { Float($0[2]) } * 3.3 * 11 / 1024
                let channel = RecordedChannel(.battery, axes: ["value"], unit: .volts)
                try slow.add(channel, [volts], at: instant(second), into: &sink)
            case nil: unknown += 1
            }
        }
    }

    private mutating func append(_ piece: RawSpan) {
        // More than a recorder takes in a second: the clock's pieces are missing.
        guard values.count / 3 - known < Self.secondLimit else {
            unplaced += 1
            return
        }
        let (a, b, c, d, e) = piece.withUnsafeBytes { (Int($0[1]), Int($0[2]), Int($0[3]), Int($0[4]), Int($0[5])) }
        func signed(_ value: Int) -> Float { Float(value > 2047 ? value - 4096 : value) }
        values.append((-signed((a & 15) << 8 | b) + header.offsets.0) * header.scales.0)
        values.append((signed(c << 4 | d >> 4) + header.offsets.1) * header.scales.1)
        values.append((-signed((d & 15) << 8 | e) + header.offsets.2) * header.scales.2)
    }

    private func instant(_ second: UInt32) -> Instant { wall.instant(Int64(second) * 1_000_000_000) }

    /// A second of the clock begins.
    private mutating func begin(_ next: UInt32, into sink: inout some RecordingSink) throws {
        guard start != nil else {
            // What was taken before the first second lies before it.
            let (early, rate) = (values.count / 3, header.rate ?? 80)
            if early > 0 {
                let origin = instant(next).advanced(bySeconds: -Double(early) / rate)
                try send(early, from: origin, hertz: rate, into: &sink)
            }
            (start, second) = (next, next)
            return
        }
        let count = values.count / 3 - known
        let seconds = Int(next) - Int(second)
        let rate = header.rate ?? 80
        // A clock that goes back, stands still or leaps beside the samples that were taken.
        let isEven = seconds > 0 && abs(Double(count) / rate - Double(seconds)) <= max(0.5, 0.2 * Double(seconds))
        if isEven {
            (second, known) = (next, values.count / 3)
            if known >= Self.batch { try flush(into: &sink) }
            return
        }
        try flush(into: &sink)
        // Those of the broken second lie at the usual distance behind its beginning.
        if count > 0 { try send(count, from: instant(second), hertz: rate, into: &sink) }
        let end = instant(second).advanced(bySeconds: Double(count) / rate)
        let hole = instant(next).seconds(since: end)
        ledger.add(
            hole >= 0
                ? Loss(
                    .gap, count: hole, unit: .seconds, first: end, end: instant(next), channel: .acceleration,
                    detail: "no samples for \(hole) s")
                : Loss(
                    .clockStep, count: -hole, unit: .seconds, first: instant(next),
                    detail: "the recorder's clock goes back by \(-hole) s"))
        values = []
        (start, second, known, isNew) = (next, next, 0, true)
    }

    /// Hands on the samples up to the present second.
    private mutating func flush(into sink: inout some RecordingSink) throws {
        guard let start, known > 0, second > start else { return }
        let hertz = Double(known) / Double(second - start)
        try send(known, from: instant(start), hertz: hertz, into: &sink)
        self.start = second
        known = 0
    }

    private mutating func send(_ count: Int, from start: Instant, hertz: Double, into sink: inout some RecordingSink)
        throws
    {
        let taken = Array(values.prefix(count * 3))
        values.removeFirst(min(values.count, count * 3))
        guard !taken.isEmpty, let line = Timeline(origin: start, hertz: hertz) else { return }
        collector.add(count: count, start: start, end: line.instant(at: count - 1), isNew: isNew)
        isNew = false
        guard options.wants(.acceleration) else { return }
        try sink.receive(
            SampleBatch(
                device: device, channel: .acceleration, unit: .standardGravity, axes: 3, values: taken,
                times: .uniform(line), received: received))
    }

    /// Hands on what waits, the last second at the usual distance.
    mutating func finish(into sink: inout some RecordingSink) throws {
        try flush(into: &sink)
        let rest = values.count / 3
        if rest > 0 { try send(rest, from: instant(second), hertz: header.rate ?? 80, into: &sink) }
        try slow.finish(into: &sink)
        if unplaced > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unplaced), unit: .samples, channel: .acceleration,
                    detail: "\(unplaced) samples are more than a second of the recorder's clock can have"))
        }
        if unknown > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unknown), unit: .blocks,
                    detail: "\(unknown) pieces of the pages are of no known kind"))
        }
    }
}
