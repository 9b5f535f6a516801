public import Analysis
public import Recordings
public import Signals

/// Takes a decoded recording and turns it into nights: from its counts where it has them.
public struct RecordingNights: RecordingSink {
    private var header: RecordingHeader?
    private var counts: CountEpochs?
    /// Event marks, which a wearer may have set at lights out.
    public private(set) var marks: [Instant] = []

    /// An empty one.
    public init() {}

    /// Notes which channels there are.
    public mutating func begin(_ header: RecordingHeader) {
        self.header = header
        guard let channel = header.channels.first(where: { $0.channel == .counts }),
            let rate = channel.nominalRate, rate > 0
        else { return }
        let seconds = (1 / rate).rounded()
        guard abs(1 / rate - seconds) < 0.001, seconds < 86_400 else { return }
        counts = CountEpochs(axes: channel.axes, epochSeconds: Int(seconds))
    }

    /// Keeps what nights are made from.
    public mutating func receive(_ batch: SampleBatch) {
        counts?.receive(batch)
        if batch.channel == .marker {
            marks += (0..<batch.count).map { batch.times.instant(at: $0) }
        }
    }

    /// The nights of the recording.
    /// - Parameters:
    ///   - summary: what the decoder said at the end.
    ///   - zone: the zone of the wearer's days.
    ///   - lightsOut: marks of going to sleep; event marks of the recorder are not taken for such unasked.
    /// - Throws: `Failure` when the recording holds nothing from which sleep can be scored; `CancellationError`.
    public func nights(_ summary: RecordingSummary, zone: Zone, lightsOut: [Instant] = []) throws -> [Night] {
        guard let counts else {
            let channels = summary.header.channels.map(\.channel.rawValue).joined(separator: ", ")
            throw Failure(
                .failed,
                "Nights cannot be found in this recording: it has the channels \(channels), and sleep is scored from "
                    + "ActiGraph counts or zero crossings per epoch of whole seconds.")
        }
        return try NightAnalysis.nights(counts: counts, zone: zone, lightsOut: lightsOut, losses: summary.losses)
    }
}
