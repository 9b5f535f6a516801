package import Signals

/// The control point of Polar's measurements, dialogue `polar-pmd`: asks what the device has, takes it out of SDK mode where
/// another program has left it there, and starts the streams that the profile's own writes would start, with the settings
/// that they ask for or the nearest on offer. The heart rate needs none of this: whatever is refused here, it goes on.
package struct PolarDialogue: DeviceDialogue {
    /// The dialogue's name in profiles.
    package static let name = PolarCodec.name

    private static let control = DialogueCharacteristic(
        uuid: "FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8", service: "FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8")
    private static let data = DialogueCharacteristic(
        uuid: "FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8", service: "FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8", isSpoken: false)

    private let wanted: [PolarStream]
    private let settings: [PolarStream: [PolarSettings.Kind: UInt32]]
    /// Nil before the device has said what it has.
    private var point: PolarControlPoint?
    /// What was asked before on this link; nil where nothing was.
    private var earlier: PolarControlPoint?

    /// A dialogue that has not begun.
    package init?(_ context: DialogueContext) {
        var wanted: [PolarStream] = []
        var settings: [PolarStream: [PolarSettings.Kind: UInt32]] = [:]
        for request in context.requests {
            guard request.count >= 2, request[0] == PolarAnswer.Operation.start.rawValue,
                let stream = PolarStream(type: request[1]), !wanted.contains(stream),
                context.wanted.map({ !$0.isDisjoint(with: stream.channels) }) ?? true
            else { continue }
            wanted.append(stream)
            settings[stream] = Self.settings(in: request)
        }
        self.wanted = wanted
        self.settings = settings
    }

    private static func settings(in request: [UInt8]) -> [PolarSettings.Kind: UInt32] {
        let part = Array(request.dropFirst(2))
        var cursor = ByteCursor(part.span.bytes)
        guard let settings = try? PolarSettings(&cursor) else { return [:] }
        return settings.values.compactMapValues(\.first)
    }

    /// The control point, and the characteristic on which samples come.
    package static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic] { [control, data] }

    /// Straps answer within a fraction of a second.
    package var patience: Double { 5 }
    /// An answer is one value.
    package var gathers: Bool { false }

    /// What runs since an earlier dialogue on this link goes on, and is stopped at its end.
    package mutating func follow(_ earlier: any DeviceDialogue) {
        guard let earlier = earlier as? PolarDialogue else { return }
        self.earlier = earlier.point ?? earlier.earlier
    }

    /// Takes in what the control point said.
    package mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction] {
        switch input {
        case .began: return [.read(Self.control.uuid)]
        case .read(let value):
            let features = value.flatMap { try? PolarFeatures($0.span.bytes) }
            point = begin(features)
            return next()
        case .value(let bytes): return hear(bytes)
        case .timedOut:
            if point?.passOver() == true { return next() }
            return giveUp(
                "it did not answer on its control point", nextStep: "Take it off, wait a minute and put it on again.",
                isPassing: true)
        case .failed(let reason): return giveUp(reason, nextStep: nil, isPassing: point != nil)
        case .kept, .stored: return []
        }
    }

    private mutating func hear(_ bytes: [UInt8]) -> [DialogueAction] {
        // What it says by itself is no answer.
        guard bytes.first == PolarAnswer.marker, point?.next() != nil else { return [] }
        do {
            let answer = try PolarAnswer(bytes.span.bytes)
            guard point?.isAnswered(by: answer) == true else { return [] }
            point?.take(answer)
            return next()
        } catch {
            return giveUp(
                "it gave an answer that is none (\(error))", nextStep: "Switch it off and on.", isPassing: true)
        }
    }

    private func next() -> [DialogueAction] {
        guard let point else { return [] }
        guard let request = point.next() else { return finish(nextStep: nil, isPassing: false) }
        // Set down before it is written: a session that ends before the answer would leave the stream running.
        return [farewell(point), .write(Self.write(request))]
    }

    private func begin(_ features: PolarFeatures?) -> PolarControlPoint {
        PolarControlPoint(wanted: wanted, features: features, wantedSettings: settings, earlier: earlier)
    }

    private mutating func giveUp(_ reason: String, nextStep: String?, isPassing: Bool) -> [DialogueAction] {
        var point = point ?? begin(nil)
        point.refuseRest(reason)
        self.point = point
        return finish(nextStep: nextStep, isPassing: isPassing)
    }

    private func finish(nextStep: String?, isPassing: Bool) -> [DialogueAction] {
        guard let point else { return [.end] }
        var actions = [farewell(point)]
        for started in point.started {
            let number = started.stream.rawValue
            if let factor = started.factor { actions.append(.figure("factor.\(number)", Double(factor))) }
            if let range = started.settings.values[.range]?.first {
                actions.append(.figure("range.\(number)", Double(range)))
            }
            if let rate = started.settings.values[.rate]?.first, rate > 0 {
                actions += started.stream.channels.map { .rate($0, Double(rate)) }
            }
        }
        if let note = point.sdkNote { actions.append(.note(note)) }
        let remedy =
            point.needsWiderLink
            ? "Switch it off and on; if that does not help, use another adapter." : nextStep
        for (stream, reason) in point.refused {
            actions.append(
                .missing(
                    MissingStream(
                        name: stream.words, channels: stream.channels, reason: reason, nextStep: remedy,
                        isPassing: isPassing)))
        }
        return actions + [.end]
    }

    private func farewell(_ point: PolarControlPoint) -> DialogueAction { .farewell(point.stops.map(Self.write)) }

    private static func write(_ bytes: [UInt8]) -> DialogueWrite {
        DialogueWrite(characteristic: control.uuid, service: control.service, bytes: bytes)
    }
}
