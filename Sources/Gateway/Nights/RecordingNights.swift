public import Analysis
import Epochs
public import Recordings
public import Signals

/// Takes a decoded recording and turns it into nights: from its counts where it has them, else from the arm's angle.
public struct RecordingNights: RecordingSink {
    private var counts: CountEpochs?
    private var aggregator: EpochAggregator?
    private var epochs: [Epoch] = []
    private let zone: Zone
    /// Event marks, which a wearer may have set at lights out.
    public private(set) var marks: [Instant] = []

    /// An empty one; days are those of `zone`.
    public init(zone: Zone) { self.zone = zone }

    /// Notes which channels there are.
    public mutating func begin(_ header: RecordingHeader) {
        if let channel = header.channels.first(where: { $0.channel == .counts }), let rate = channel.nominalRate,
            rate > 0, (1...86_400).contains((1 / rate).rounded()), abs(1 / rate - (1 / rate).rounded()) < 0.001
        {
            counts = CountEpochs(axes: channel.axes, epochSeconds: Int((1 / rate).rounded()))
        } else if header.channels.contains(where: { $0.channel == .acceleration }) {
            aggregator = EpochAggregator(EpochConfiguration(lengths: [5], zone: zone))
        }
    }

    /// Keeps what nights are made from.
    public mutating func receive(_ batch: SampleBatch) {
        counts?.receive(batch)
        aggregator?.add(batch)
        drain()
        if batch.channel == .marker {
            marks += (0..<batch.count).map { batch.times.instant(at: $0) }
        }
    }

    /// The nights of the recording; nothing can be received afterwards.
    /// - Parameters:
    ///   - summary: what the decoder said at the end.
    ///   - lightsOut: marks of going to sleep; event marks of the recorder are not taken for such unasked.
    /// - Throws: `Failure` when the recording holds nothing from which sleep can be scored; `CancellationError`.
    public mutating func nights(_ summary: RecordingSummary, lightsOut: [Instant] = []) throws -> [Night] {
        if let counts {
            return try NightAnalysis.nights(counts: counts, zone: zone, lightsOut: lightsOut, losses: summary.losses)
        }
        guard aggregator != nil else {
            let channels = summary.header.channels.map(\.channel.rawValue).joined(separator: ", ")
            throw Failure(
                .failed,
                "Nights cannot be found in this recording: it has the channels \(channels), and sleep is scored from "
                    + "acceleration, or from ActiGraph counts or zero crossings per epoch of whole seconds.")
        }
        aggregator?.finish()
        drain()
        let losses = summary.losses + (aggregator?.drainLosses() ?? [])
        return try NightAnalysis.nights(angleZ: epochs, zone: zone, lightsOut: lightsOut, losses: losses)
    }

    private mutating func drain() {
        guard var aggregator else { return }
        self.aggregator = nil
        aggregator.drain { epochs.append($0) }
        self.aggregator = aggregator
    }
}
