package import Signals

/// The dialogue that makes a receiver listen for heart rate monitors and foot pods, without any input or output: bytes in, bytes out.
///
/// One that can listen to everybody at all times does so on its channel 0. An older one has channels that each follow one
/// sensor: its last one a foot pod; of the others the next is opened when the one before has found a heart rate monitor,
/// and passes over who was found.
package struct AntReceiver: Sendable {
    /// What the caller is to do.
    package enum Action: Hashable, Sendable {
        /// Send these bytes to the receiver.
        case send([UInt8])
        /// The receiver listens.
        case listening
        /// A message of a sender arrived; `rssi` in dBm, nil when the receiver does not report it.
        case heard(AntSender, payload: [UInt8], rssi: Int?)
        /// It cannot be used as it is; what happened and what to do.
        case failed(String)
    }

    /// The frequency of ANT+ above 2400 MHz.
    package static let frequency: UInt8 = 57
    /// How long a receiver may take to answer, in seconds.
    package static let patience = 2.0
    /// How often something is said before it counts as unanswered.
    static let tries = 3
    /// More monitors than that cannot be passed over by one channel.
    private static let listLimit = 4

    private struct Step {
        var message: AntMessage
        /// The message that answers it: `nil` for the response to it.
        var answer: UInt8?
        /// The message sent instead when this one is refused.
        var fallback: AntMessage?
        var mayBeRefused = false
    }

    private let key: [UInt8]
    private var reader = AntReader()
    private var steps: [Step] = []
    private var waiting: (step: Step, tries: Int, until: Instant)?
    private var channels: [UInt8: AntSender?] = [:]
    /// What the receiver supports; nil until it has answered.
    package private(set) var capabilities: AntCapabilities?
    /// Bytes that belonged to no message, and messages that were shorter than their kind.
    package private(set) var damage = 0
    /// Whether the receiver listens.
    package private(set) var isListening = false
    private var isOver = false

    /// A dialogue with a receiver that has just been opened.
    /// - Parameter key: the network key of ANT+, eight bytes.
    package init(key: [UInt8]) { self.key = key }

    /// Starts by resetting the receiver.
    package mutating func begin(at now: Instant) -> [Action] {
        steps = [
            Step(message: .reset, answer: 0x6F),
            Step(message: .request(0x54), answer: 0x54),
        ]
        return next(at: now)
    }

    /// Takes in bytes from the receiver.
    package mutating func take(_ bytes: [UInt8], at now: Instant) -> [Action] {
        var actions: [Action] = []
        for finding in reader.take(bytes) {
            switch finding {
            case .skipped(let bytes): damage += bytes
            case .message(let message):
                do throws(DecodeError) {
                    actions += take(try AntReport(message), at: now)
                } catch {
                    damage += 1
                }
            }
        }
        return actions
    }

    /// Looks at the time; to be called about twice a second.
    package mutating func check(at now: Instant) -> [Action] {
        guard let waiting, now >= waiting.until || now.seconds(since: waiting.until) < -60, !isOver else { return [] }
        // Some receivers do not say that they have started.
        if waiting.step.message == .reset, waiting.tries >= 2 { return next(at: now) }
        guard waiting.tries < Self.tries else {
            return fail("The ANT+ stick does not answer. Unplug it and plug it in again.")
        }
        return say(waiting.step, tries: waiting.tries + 1, at: now)
    }

    private mutating func take(_ report: AntReport, at now: Instant) -> [Action] {
        switch report {
        case .data(let channel, let payload, let sender, let rssi):
            guard let sender = sender ?? channels[channel] ?? nil, let sensor = AntIdentifier(sender) else {
                return []
            }
            let heard = [Action.heard(sender, payload: payload, rssi: rssi)]
            return sensor.kind == .heartRate ? heard + meet(sender, on: channel, at: now) : heard
        case .started:
            if waiting?.step.message == .reset { return next(at: now) }
            // It restarted by itself and has forgotten everything.
            return isListening ? fail("The ANT+ stick restarted.") : []
        case .capabilities(let said):
            guard waiting?.step.answer == 0x54 else { return [] }
            capabilities = said
            steps = setUp(said)
            return next(at: now)
        case .response(_, let id, let code): return answered(id, code, at: now)
        case .event(let channel, let code):
            // Its channel was closed, or its search ended: it is opened again.
            guard isListening, code == 7, channels[channel] != nil || channel == podChannel else { return [] }
            return [.send(AntMessage.open(channel).bytes)]
        case .sender, .version, .other: return []
        }
    }

    private mutating func answered(_ id: UInt8, _ code: UInt8, at now: Instant) -> [Action] {
        guard let waiting, waiting.step.answer == nil, waiting.step.message.id == id else { return [] }
        if code == 0 || waiting.step.mayBeRefused { return next(at: now) }
        if let fallback = waiting.step.fallback { return say(Step(message: fallback), tries: 1, at: now) }
        if id == 0x46 {
            return fail("The ANT+ stick refuses the network key. See that all sixteen digits of it are right.")
        }
        return fail("The ANT+ stick refuses command \(id) with code \(code). Unplug it and plug it in again.")
    }

    /// The commands to send once the receiver's capabilities are known.
    private func setUp(_ said: AntCapabilities) -> [Step] {
        var steps = [
            Step(message: .networkKey(key)),
            Step(message: .appendSenderAndSignal, fallback: .appendSender),
        ]
        guard !said.hearsAll else { return steps + channel(0, for: nil) + [Step(message: .openToAll)] }
        steps += channel(0, for: .heartRate) + [Step(message: .open(0))]
        if let pod = podChannel { steps += channel(pod, for: .footPod) + [Step(message: .open(pod))] }
        return steps
    }

    /// The last channel of a receiver that follows one sensor on each.
    private var podChannel: UInt8? {
        guard let capabilities, !capabilities.hearsAll, capabilities.channels > 1 else { return nil }
        return UInt8(clamping: capabilities.channels - 1)
    }

    /// The commands that open a channel for all senders of a kind, except `senders`.
    private func channel(_ channel: UInt8, for kind: AntKind?, excluding senders: [AntSender] = []) -> [Step] {
        var steps = [
            Step(message: .assign(channel)),
            Step(message: .sender(AntSender(number: 0, type: kind?.deviceType ?? 0), on: channel)),
            Step(message: .period((kind ?? .heartRate).period, on: channel)),
            Step(message: .frequency(Self.frequency, on: channel)),
            Step(message: .searchForever(on: channel), mayBeRefused: true),
        ]
        for (index, sender) in senders.enumerated() {
            steps.append(Step(message: .list(sender, at: UInt8(index), on: channel)))
        }
        if !senders.isEmpty { steps.append(Step(message: .exclude(UInt8(senders.count), on: channel))) }
        return steps
    }

    /// Where channels follow one monitor each: opens the next one when this one has found its own.
    private mutating func meet(_ sender: AntSender, on channel: UInt8, at now: Instant) -> [Action] {
        guard let capabilities, !capabilities.hearsAll, channels[channel] ?? nil != sender else { return [] }
        channels[channel] = sender
        let found = channels.values.compactMap(\.self)
        let free = UInt8(channels.count)
        guard isListening, steps.isEmpty, waiting == nil, found.count == channels.count, found.count <= Self.listLimit,
            Int(free) < capabilities.channels - 1
        else { return [] }
        steps = self.channel(free, for: .heartRate, excluding: found) + [Step(message: .open(free))]
        return next(at: now)
    }

    private mutating func next(at now: Instant) -> [Action] {
        waiting = nil
        guard !isOver else { return [] }
        guard !steps.isEmpty else {
            if channels.isEmpty || !(capabilities?.hearsAll ?? true) { channels[UInt8(channels.count)] = .some(nil) }
            guard !isListening else { return [] }
            isListening = true
            return [.listening]
        }
        return say(steps.removeFirst(), tries: 1, at: now)
    }

    private mutating func say(_ step: Step, tries: Int, at now: Instant) -> [Action] {
        waiting = (step, tries, now.advanced(bySeconds: Self.patience))
        return [.send(step.message.bytes)]
    }

    private mutating func fail(_ reason: String) -> [Action] {
        isOver = true
        (waiting, steps, isListening) = (nil, [], false)
        return [.failed(reason)]
    }
}
