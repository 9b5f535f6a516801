import Epochs
import Recordings
import Runtime
import Signals

/// Aggregates acceleration into epochs of one length and prints them: as CSV while they come, as JSON at the end.
struct EpochTable: RecordingSink {
    private let plan: EpochPlan
    private var aggregator: EpochAggregator
    private var measures: MotionMetrics?
    private var rate: Double?
    private var range: Double?
    /// Epochs whose filtered measures are not complete yet.
    private var waiting: [Epoch] = []
    private var text: [UInt8] = []
    private var starts: [Int64] = []
    private var samples: [Int] = []
    private var columns: [[Double?]]
    /// Whether the recording has acceleration.
    private(set) var hasSamples = false

    init(_ plan: EpochPlan) {
        self.plan = plan
        aggregator = EpochAggregator(EpochConfiguration(lengths: [plan.seconds], zone: plan.zone))
        columns = Array(repeating: [], count: plan.metrics.count)
        (rate, range) = (plan.rate, plan.range)
        if !plan.isJSON {
            text = Array((["time_s", "samples"] + plan.metrics.map(\.rawValue)).joined(separator: ",").utf8) + [10]
        }
    }

    mutating func begin(_ header: RecordingHeader) throws {
        guard let channel = header.channels.first(where: { $0.channel == .acceleration }) else {
            throw Failure(
                .failed,
                "The recording has no raw acceleration, only "
                    + "\(header.channels.map(\.channel.rawValue).joined(separator: ", ")); epochs need acceleration.")
        }
        rate = rate ?? channel.nominalRate
        range = range ?? channel.range
    }

    mutating func receive(_ batch: SampleBatch) throws {
        guard batch.channel == .acceleration, batch.count > 0 else { return }
        hasSamples = true
        if measures == nil, !plan.kinds.isEmpty { measures = plan.measures(rate: rate, range: range, first: batch) }
        measures?.add(batch)
        if let calibration = plan.calibration?.accepted {
            var calibrated = batch
            calibrated.values = calibration.applied(to: batch.values)
            aggregator.add(calibrated)
        } else {
            aggregator.add(batch)
        }
        try collect()
    }

    /// Prints what is left, with the losses of the file and of the aggregation.
    mutating func finish(_ fileLosses: [Loss]) throws {
        aggregator.finish()
        measures?.finish()
        try collect()
        let losses = fileLosses + aggregator.drainLosses()
        for loss in losses.prefix(20) {
            Output.note("\(loss.cause.rawValue): \(loss.count) \(loss.unit), \(loss.detail)")
        }
        if plan.isJSON {
            text = EpochJSON(plan: plan, starts: starts, samples: samples, columns: columns, losses: losses).bytes
        }
        try Output.write(text)
    }

    private mutating func collect() throws {
        aggregator.drain { if $0.motion != nil { waiting.append($0) } }
        var done = 0
        while done < waiting.count, measures?.isComplete(at: waiting[done].end) ?? true {
            let epoch = waiting[done]
            done += 1
            guard let motion = epoch.motion else { continue }
            put(epoch, motion, measures?.take(epoch.start) ?? MotionValues())
        }
        waiting.removeFirst(done)
        guard !plan.isJSON, text.count > 1 << 16 else { return }
        try Output.write(text)
        text.removeAll(keepingCapacity: true)
    }

    private mutating func put(_ epoch: Epoch, _ motion: Epoch.Motion, _ values: MotionValues) {
        let start = epoch.start.nanoseconds / 1_000_000_000
        let isWorn = plan.isWorn(epoch)
        guard !plan.isJSON else {
            starts.append(start)
            samples.append(motion.samples)
            for (index, metric) in plan.metrics.enumerated() {
                columns[index].append(metric.value(of: motion, values, isWorn: isWorn))
            }
            return
        }
        text += Array("\(start),\(motion.samples)".utf8)
        for metric in plan.metrics {
            text.append(UInt8(ascii: ","))
            guard let value = metric.value(of: motion, values, isWorn: isWorn), value.isFinite else { continue }
            text += Array((metric.isWhole ? Int(value).description : value.description).utf8)
        }
        text.append(10)
    }
}
