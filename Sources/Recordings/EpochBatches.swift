import Runtime
import Signals

/// Hands rows of epochs on as batches: a regular channel in runs of at most 4096 samples.
struct EpochBatches {
    /// Rows per batch at most.
    static let limit = 4096
    /// The device of the rows.
    let device: DeviceID
    /// Length of an epoch, in nanoseconds; above zero.
    let epoch: Int64
    /// When the file was read, as time of arrival.
    let received: Instant

    /// Batches of `device`, received now.
    init(device: DeviceID, epoch: Int64) {
        self.device = device
        self.epoch = epoch
        received = WallClock().now
    }

    /// Sends the values of `columns` of each row of `segments` as samples of `channel`.
    func send(
        _ channel: RecordedChannel, columns: [Int], of rows: EpochRows, segments: [RecordingSegment],
        into sink: inout some RecordingSink
    ) throws {
        for segment in segments {
            var first = segment.first
            let end = segment.first + segment.count
            while first < end {
                try Task.checkCancellation()
                let count = min(Self.limit, end - first)
                let values = self.values(of: rows, first..<(first + count), columns)
                let passed = Int64(first - segment.first) &* epoch
                let times = self.times(from: segment.start.advanced(byNanoseconds: passed), count: count)
                try sink.receive(
                    SampleBatch(
                        device: device, channel: channel.channel, unit: channel.unit, axes: columns.count,
                        values: values, times: times, deviceTime: rows.stamps[first], received: received))
                first += count
            }
        }
    }

    /// Sends `values`, which follow each other without a hole from the wall-clock stamp `stamp` on.
    func send(
        _ channel: RecordedChannel, _ values: [Float], from stamp: Int64, _ segment: RecordingSegment,
        into sink: inout some RecordingSink
    ) throws {
        var first = 0
        while first < values.count {
            try Task.checkCancellation()
            let count = min(Self.limit, values.count - first)
            let passed = Int64(first) &* epoch
            try sink.receive(
                SampleBatch(
                    device: device, channel: channel.channel, unit: channel.unit,
                    values: Array(values[first..<(first + count)]),
                    times: times(from: segment.start.advanced(byNanoseconds: passed), count: count),
                    deviceTime: stamp &+ passed, received: received))
            first += count
        }
    }

    /// Sends the rows in which `column` is neither zero nor missing as marks.
    func sendMarks(
        column: Int, of rows: EpochRows, wall: RecorderClock, into sink: inout some RecordingSink
    ) throws {
        var stamps: [Int64] = []
        var values: [Float] = []
        for row in 0..<rows.count {
            let value = rows.values[row * rows.columns + column]
            guard value != 0, !value.isNaN else { continue }
            stamps.append(wall.instant(rows.stamps[row]).nanoseconds)
            values.append(value)
        }
        guard !stamps.isEmpty else { return }
        try sink.receive(
            SampleBatch(
                device: device, channel: .marker, unit: .one, values: values, times: .stamped(stamps),
                received: received))
    }

    private func values(of rows: EpochRows, _ range: Range<Int>, _ columns: [Int]) -> [Float] {
        if rows.columns == 1, columns == [0] { return Array(rows.values[range]) }
        var values: [Float] = []
        values.reserveCapacity(range.count * columns.count)
        for row in range {
            for column in columns { values.append(rows.values[row * rows.columns + column]) }
        }
        return values
    }

    private func times(from start: Instant, count: Int) -> SampleTimes {
        let (period, overflow) = epoch.multipliedReportingOverflow(by: 1 << 24)
        if !overflow { return .uniform(Timeline(origin: start, fixedPeriod: period)) }
        return .stamped((0..<count).map { start.advanced(byNanoseconds: Int64($0) &* epoch).nanoseconds })
    }
}
