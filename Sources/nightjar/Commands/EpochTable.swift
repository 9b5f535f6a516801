import Epochs
import Recordings
import Runtime
import Signals

/// Aggregates acceleration into epochs of one length and prints them: as CSV while they come, as JSON at the end.
struct EpochTable: RecordingSink {
    private var aggregator: EpochAggregator
    private let seconds: Int
    private let metrics: [EpochMetric]
    private let isJSON: Bool
    private var text: [UInt8] = []
    private var starts: [Int64] = []
    private var motions: [Epoch.Motion] = []
    /// Whether there was any acceleration.
    private(set) var hasSamples = false

    init(seconds: Int, zone: Zone, metrics: [EpochMetric], isJSON: Bool) {
        aggregator = EpochAggregator(EpochConfiguration(lengths: [seconds], zone: zone))
        self.seconds = seconds
        self.metrics = metrics
        self.isJSON = isJSON
        if !isJSON {
            text += Array((["time_s", "samples"] + metrics.map(\.rawValue)).joined(separator: ",").utf8) + [10]
        }
    }

    mutating func begin(_ header: RecordingHeader) throws {
        guard header.channels.contains(where: { $0.channel == .acceleration }) else {
            throw Failure(
                .failed,
                "The recording has no raw acceleration, only "
                    + "\(header.channels.map(\.channel.rawValue).joined(separator: ", ")); epochs need acceleration.")
        }
    }

    mutating func receive(_ batch: SampleBatch) throws {
        guard batch.channel == .acceleration else { return }
        hasSamples = hasSamples || batch.count > 0
        aggregator.add(batch)
        try collect()
    }

    /// Prints what is left, with the losses of the file and of the aggregation.
    mutating func finish(_ fileLosses: [Loss]) throws {
        aggregator.finish()
        try collect()
        let losses = fileLosses + aggregator.drainLosses()
        for loss in losses.prefix(20) {
            Output.note("\(loss.cause.rawValue): \(loss.count) \(loss.unit), \(loss.detail)")
        }
        if isJSON { text = json(losses) }
        try Output.write(text)
    }

    private mutating func collect() throws {
        aggregator.drain { epoch in
            guard let motion = epoch.motion else { return }
            let start = epoch.start.nanoseconds / 1_000_000_000
            if isJSON {
                starts.append(start)
                motions.append(motion)
                return
            }
            text += Array("\(start),\(motion.samples)".utf8)
            for metric in metrics {
                text.append(UInt8(ascii: ","))
                if let value = metric.value(of: motion), value.isFinite { text += Array(value.description.utf8) }
            }
            text.append(10)
        }
        guard !isJSON, text.count > 1 << 16 else { return }
        try Output.write(text)
        text.removeAll(keepingCapacity: true)
    }

    private func json(_ losses: [Loss]) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.field("seconds", seconds)
            json.array("time_s") { json in for start in starts { json.value(Int(start)) } }
            json.array("samples") { json in for motion in motions { json.value(motion.samples) } }
            for metric in metrics {
                json.array(metric.rawValue) { json in for motion in motions { json.value(metric.value(of: motion)) } }
            }
            json.field("calibration", nil as String?)
            json.array("losses") { json in
                for loss in losses {
                    json.object { json in
                        json.field("cause", loss.cause.rawValue)
                        json.field("count", loss.count)
                        json.field("unit", loss.unit.rawValue)
                        json.field("first_s", loss.first?.secondsSince1970)
                        json.field("detail", loss.detail)
                    }
                }
            }
        }
        return json.bytes + [10]
    }
}
