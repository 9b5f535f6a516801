import Runtime
import Signals

/// Makes runs of samples with time out of the rows of a table, and tells the holes between them.
struct SampleRuns {
    /// A channel and the places of its values in a row.
    struct Column {
        var channel: RecordedChannel
        var places: [Int]
    }

    /// Keeps account of the first channel.
    private(set) var collector = SegmentCollector()
    /// What is missing.
    var ledger = LossLedger()
    private let columns: [Column]
    private let width: Int
    private let device: DeviceID
    private let received: Instant
    private let options: DecodeOptions
    /// The expected distance of samples in nanoseconds.
    private let period: Double
    private var values: [Float] = []
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var count = 0
    private var isNew = true
    private var total = 0

    private static let batch = 4096

    /// - Parameters:
    ///   - columns: the channels, the main one first.
    ///   - width: values of a row.
    ///   - hertz: the expected rate, 0.001 ... 100 000.
    init(_ columns: [Column], width: Int, hertz: Double, device: DeviceID, options: DecodeOptions) {
        (self.columns, self.width, self.device, self.options) = (columns, width, device, options)
        period = 1e9 / min(100_000, max(0.001, hertz))
        received = WallClock().now
    }

    /// Adds a row of `width` values at an instant, in nanoseconds since 1970.
    mutating func add(_ stamp: Int64, _ row: UnsafeBufferPointer<Float>, into sink: inout some RecordingSink) throws {
        if total > 0 {
            let (step, isFar) = stamp.subtractingReportingOverflow(last)
            if isFar || step < 0 || Double(step) > 2.5 * period {
                try flush(into: &sink)
                tell(stamp, isBack: stamp < last)
                isNew = true
            } else if count >= Self.batch {
                try flush(into: &sink)
            }
        }
        if count == 0 { first = stamp }
        values.append(contentsOf: row)
        last = stamp
        count += 1
        total += 1
    }

    private mutating func tell(_ stamp: Int64, isBack: Bool) {
        let (end, start) = (Instant(nanoseconds: last), Instant(nanoseconds: stamp))
        let seconds = abs(start.seconds(since: end))
        ledger.add(
            isBack
                ? Loss(
                    .clockStep, count: seconds, unit: .seconds, first: start,
                    detail: "the stamps of the table go back by \(seconds) s")
                : Loss(
                    .gap, count: max(0, seconds - period / 1e9), unit: .seconds, first: end, end: start,
                    channel: columns[0].channel.channel, detail: "no rows for \(seconds) s"))
    }

    /// Hands on what waits.
    mutating func flush(into sink: inout some RecordingSink) throws {
        guard count > 0 else { return }
        try Task.checkCancellation()
        defer { (values, count) = ([], 0) }
        let span = Double(last &- first)
        let step = count > 1 && span >= 1 ? span / Double(count - 1) : period
        let line = Timeline(
            origin: Instant(nanoseconds: first), fixedPeriod: max(1, Int64((min(step, 1e11) * 16_777_216).rounded())))
        collector.add(count: count, start: line.origin, end: line.instant(at: count - 1), isNew: isNew)
        isNew = false
        for column in columns where options.wants(column.channel.channel) {
            var taken: [Float] = []
            if column.places == Array(0..<width) {
                taken = values
            } else {
                taken.reserveCapacity(count * column.places.count)
                for row in 0..<count { for place in column.places { taken.append(values[row * width + place]) } }
            }
            try sink.receive(
                SampleBatch(
                    device: device, channel: column.channel.channel, unit: column.channel.unit,
                    axes: column.places.count, values: taken, times: .uniform(line), received: received))
        }
    }
}
