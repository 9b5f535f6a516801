import Signals

/// The requests to a Polar control point in their order: leaving SDK mode, asking what each stream offers, and starting the
/// streams one after the other. Does no input or output: ``next()`` says what to write and ``take(_:)`` is told the answer.
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
        case sdkStatus, leaveSDK
        case settings(PolarStream)
        case start(PolarStream, PolarSettings)
        case stop(PolarStream)
    }

    /// The number under which SDK mode is started and stopped like a stream.
    private static let sdkMode: UInt8 = 9

    /// The settings that are wanted, by stream.
    let wantedSettings: [PolarStream: [PolarSettings.Kind: UInt32]]
    private var steps: [Step] = []
    /// Streams that ran already and were stopped, so that they run with these settings.
    private var stopped: Set<PolarStream> = []
    private(set) var started: [Started] = []
    /// Streams that may run, as what was last asked about them was not answered.
    private(set) var doubtful: [PolarStream] = []
    /// Streams that the device did not start, with why.
    private(set) var refused: [(stream: PolarStream, reason: String)] = []
    /// The link carries too little at a time: nothing will work on it.
    private(set) var needsWiderLink = false
    /// What became of SDK mode, which somebody had left on; nil where it was off.
    private(set) var sdkNote: String?

    /// - Parameters:
    ///   - wanted: streams in the order in which to start them.
    ///   - features: what the device says it has; nil when it could not be asked.
    ///   - earlier: the requests before these on the same link: what they started runs, and is left alone.
    init(
        wanted: [PolarStream], features: PolarFeatures?, wantedSettings: [PolarStream: [PolarSettings.Kind: UInt32]],
        earlier: PolarControlPoint? = nil
    ) {
        self.wantedSettings = wantedSettings
        if let earlier { (started, doubtful) = (earlier.started, earlier.doubtful) }
        // In SDK mode there is no heart rate and no interval.
        if features?.hasSDKMode == true { steps.append(.sdkStatus) }
        for stream in wanted where !started.contains(where: { $0.stream == stream }) {
            guard features?.streams.contains(stream) ?? true else {
                refused.append((stream, PolarAnswer.Outcome.unsupported.words))
                continue
            }
            // Pulse intervals have no settings; asking for them is an error.
            steps.append(stream == .ppi ? .start(stream, PolarSettings()) : .settings(stream))
        }
    }

    /// What to write next; nil when everything was asked.
    func next() -> [UInt8]? {
        switch steps.first {
        case .sdkStatus: [PolarAnswer.Operation.sdkStatus.rawValue]
        case .leaveSDK: [PolarAnswer.Operation.stop.rawValue, Self.sdkMode]
        case .settings(let stream): [PolarAnswer.Operation.settings.rawValue, stream.rawValue]
        case .start(let stream, let settings):
            [PolarAnswer.Operation.start.rawValue, stream.rawValue] + settings.bytes
        case .stop(let stream): [PolarAnswer.Operation.stop.rawValue, stream.rawValue]
        case nil: nil
        }
    }

    /// Whether an answer is one to what ``next()`` said, about the same stream. One that does not name what it answers, as
    /// a device gives before the link is wide enough, is taken for it.
    func isAnswered(by answer: PolarAnswer) -> Bool {
        guard let asked = next(), let operation = answer.operation else { return true }
        guard operation.rawValue == asked[0] else { return false }
        // SDK mode is asked about without naming it.
        return asked.count < 2 || answer.type & 0x3F == asked[1] & 0x3F
    }

    /// Takes the answer to what ``next()`` said.
    mutating func take(_ answer: PolarAnswer) {
        guard let step = steps.first else { return }
        steps.removeFirst()
        if answer.error == .transmissionUnit {
            needsWiderLink = true
            refuse(step, answer.error.words)
            return refuseRest(answer.error.words)
        }
        switch step {
        case .sdkStatus:
            if answer.error == .none, answer.parameters.first ?? 0 != 0 { steps.insert(.leaveSDK, at: 0) }
        case .leaveSDK:
            sdkNote =
                answer.error == .none || answer.error == .alreadyInState
                ? "Another program had left it in SDK mode, without heart rate and intervals; that was switched off."
                : "Another program left it in SDK mode, and it does not leave it (\(answer.error.words)): heart rate and intervals may not come before it is switched off and on."
        case .settings(let stream):
            guard answer.error == .none else { return refuse(step, answer.error.words) }
            let offers = (try? answer.settings()) ?? PolarSettings()
            steps.insert(.start(stream, offers.choosing(wantedSettings[stream] ?? [:])), at: 0)
        case .start(let stream, let settings):
            switch answer.error {
            case .none: run(Started(stream: stream, settings: settings, factor: factor(answer)))
            case .alreadyInState where stopped.insert(stream).inserted:
                steps.insert(contentsOf: [.stop(stream), step], at: 0)
            case .alreadyInState: run(Started(stream: stream, settings: PolarSettings()))
            default:
                doubtful.removeAll { $0 == stream }
                refuse(step, answer.error.words)
            }
        case .stop: break
        }
    }

    private mutating func run(_ stream: Started) {
        started.append(stream)
        doubtful.removeAll { $0 == stream.stream }
    }

    /// The device did not answer to what ``next()`` said: whether there is more to ask. An old one may not know of SDK mode.
    mutating func passOver() -> Bool {
        guard steps.first == .sdkStatus else { return false }
        steps.removeFirst()
        return true
    }

    /// Nothing more can be asked: what is not started does not come.
    mutating func refuseRest(_ reason: String) {
        if let asked, !doubtful.contains(asked) { doubtful.append(asked) }
        for step in steps { refuse(step, reason) }
        steps = []
    }

    private mutating func refuse(_ step: Step, _ reason: String) {
        switch step {
        case .settings(let stream), .start(let stream, _):
            if !refused.contains(where: { $0.stream == stream }) { refused.append((stream, reason)) }
        case .sdkStatus, .leaveSDK, .stop: break
        }
    }

    private func factor(_ answer: PolarAnswer) -> Float? {
        guard let factor = try? answer.settings().factor, factor.isFinite, factor > 0 else { return nil }
        return factor
    }

    /// The stream that is being started or stopped.
    private var asked: PolarStream? {
        switch steps.first {
        case .start(let stream, _), .stop(let stream): stream
        case .sdkStatus, .leaveSDK, .settings, nil: nil
        }
    }

    /// What to write on the way out: a strap that is left streaming stays awake and drains its battery. What may run is
    /// among it, as is the stream that is being started.
    var stops: [[UInt8]] {
        var streams = started.map(\.stream) + doubtful
        if let asked, !streams.contains(asked) { streams.append(asked) }
        return streams.map { [PolarAnswer.Operation.stop.rawValue, $0.rawValue] }
    }
}
