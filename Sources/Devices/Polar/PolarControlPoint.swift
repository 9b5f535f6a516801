import DeviceProfiles
import Signals

/// The dialogue with a Polar control point: which streams there are, what each offers, and starting them one after the
/// other. Does no input or output: ``next()`` says what to write and ``take(_:)`` is told the answer.
struct PolarControlPoint {
    /// A stream that was started.
    struct Started: Equatable {
        var stream: PolarStream
        /// The settings that were requested; empty for a stream that has none or cannot be stopped.
        var settings: PolarSettings
        /// The factor from steps to the stream's unit; nil when the device did not state it.
        var factor: Float?
    }

    private enum Step: Equatable {
        case settings(PolarStream)
        case start(PolarStream, PolarSettings)
        case stop(PolarStream)
    }

    /// The settings that are wanted, by stream.
    let wantedSettings: [PolarStream: [PolarSettings.Kind: UInt32]]
    private var steps: [Step] = []
    /// Streams that ran already and were stopped, so that they run with these settings.
    private var stopped: Set<PolarStream> = []
    private(set) var started: [Started] = []
    /// Streams that the device did not start, with why.
    private(set) var refused: [(stream: PolarStream, reason: String)] = []
    /// The link carries too little at a time: nothing will work on it.
    private(set) var needsWiderLink = false

    /// - Parameters:
    ///   - wanted: streams in the order in which to start them.
    ///   - available: what the device says it has; nil when it could not be asked.
    init(
        wanted: [PolarStream], available: Set<PolarStream>?, wantedSettings: [PolarStream: [PolarSettings.Kind: UInt32]]
    ) {
        self.wantedSettings = wantedSettings
        for stream in wanted {
            guard available?.contains(stream) ?? true else {
                refused.append((stream, PolarAnswer.Outcome.unsupported.words))
                continue
            }
            // Pulse intervals have no settings; asking for them is an error.
            steps.append(stream == .ppi ? .start(stream, PolarSettings()) : .settings(stream))
        }
    }

    /// What to write next; nil when the dialogue is over.
    func next() -> [UInt8]? {
        switch steps.first {
        case .settings(let stream): [PolarAnswer.Operation.settings.rawValue, stream.rawValue]
        case .start(let stream, let settings):
            [PolarAnswer.Operation.start.rawValue, stream.rawValue] + settings.bytes
        case .stop(let stream): [PolarAnswer.Operation.stop.rawValue, stream.rawValue]
        case nil: nil
        }
    }

    /// Takes the answer to what ``next()`` said. One that does not name what it answers, as a device gives before the
    /// link is wide enough, is taken for it.
    /// - Throws: `DecodeError` for bytes that are no answer.
    mutating func take(_ bytes: RawSpan) throws(DecodeError) {
        let answer = try PolarAnswer(bytes)
        guard let step = steps.first else { return }
        steps.removeFirst()
        if answer.error == .transmissionUnit {
            needsWiderLink = true
            steps = []
        }
        switch step {
        case .settings(let stream):
            guard answer.error == .none else { return refused.append((stream, answer.error.words)) }
            let offers = (try? answer.settings()) ?? PolarSettings()
            steps.insert(.start(stream, offers.choosing(wantedSettings[stream] ?? [:])), at: 0)
        case .start(let stream, let settings):
            switch answer.error {
            case .none: started.append(Started(stream: stream, settings: settings, factor: factor(answer)))
            case .alreadyInState where stopped.insert(stream).inserted:
                steps.insert(contentsOf: [.stop(stream), step], at: 0)
            case .alreadyInState: started.append(Started(stream: stream, settings: PolarSettings()))
            default: refused.append((stream, answer.error.words))
            }
        case .stop: break
        }
    }

    private func factor(_ answer: PolarAnswer) -> Float? {
        guard let factor = try? answer.settings().factor, factor.isFinite, factor > 0 else { return nil }
        return factor
    }

    /// What to write on the way out: a strap that is left streaming stays awake and drains its battery. The stream that is
    /// being started is among them.
    var stops: [[UInt8]] {
        var streams = started.map(\.stream)
        if case .start(let stream, _)? = steps.first { streams.append(stream) }
        return streams.map { [PolarAnswer.Operation.stop.rawValue, $0.rawValue] }
    }
}
