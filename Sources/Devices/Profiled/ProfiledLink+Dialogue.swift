import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization

extension ProfiledLink {
    /// The dialogue that the profile names; nil for a device that takes fixed writes alone.
    var dialogueType: (any DeviceDialogue.Type)? { DialogueRegistry.compiled.dialogue(of: profile) }

    /// What the profile's dialogue needs.
    var dialogueCharacteristics: [DialogueCharacteristic] { dialogueType?.characteristics(of: profile) ?? [] }

    /// Whether a write of the profile is a request that its dialogue makes instead.
    func isOfDialogue(_ write: ProfileWrite) -> Bool {
        dialogueCharacteristics.contains { spoken in
            spoken.isSpoken && BluetoothUUID(spoken.uuid) == BluetoothUUID(write.characteristic)
        }
    }

    /// Notes that the dialogue cannot be had, with why; the first reason counts.
    func obstruct(_ failure: Failure, because reason: String? = nil) {
        // Whose handle it is, is plain.
        let words = reason ?? (failure.cause as? GATTFailure).map { "\($0)" } ?? failure.message
        state.withLock { state in
            guard state.obstacle == nil else { return }
            (state.obstacle, state.obstacleReason) = (failure, Self.clause(words))
        }
    }

    /// Says to the device what fixed writes cannot say. What it does not give then is missing, and everything else goes on.
    /// - Throws: why the link ended; `Failure` when nothing at all would come.
    func converse(by peripheral: any GATTPeripheral) async throws {
        guard let type = dialogueType else { return }
        var newest: Instant?
        if let channel = type.history { newest = await flow.newest(channel) }
        let filling = context
        let requests = try access.start.filter { isOfDialogue($0) && isDue($0) }.map { try $0.template.bytes(filling) }
        let known = DialogueContext(
            profile: profile, wanted: session.wanted, requests: requests, newest: newest, filling: filling,
            key: session.key)
        guard var dialogue = type.init(known) else { return }
        let earlier = state.withLock { state in
            state.missing = []
            state.notes = []
            return state.dialogue
        }
        if let earlier { dialogue.follow(earlier) }
        if let reason = state.withLock({ $0.obstacleReason }) {
            try await speak(dialogue, of: type, first: .failed(reason), peripheral)
        } else {
            try await speak(dialogue, of: type, first: .began, peripheral)
        }
        try settleDialogue()
    }

    /// Has the device opened before anything else is asked of it, where it gives nothing otherwise.
    /// - Throws: `Failure` with a ``ClosedDevice`` as its cause when it stays closed; why the link ended.
    func open(_ peripheral: any GATTPeripheral) async throws {
        guard opensDevice else { return }
        for needed in dialogueCharacteristics {
            guard let target = find(needed.uuid, needed.service, peripheral) else { throw missing(needed.uuid) }
            try await peripheral.subscribe(to: target)
        }
        try await converse(by: peripheral)
        guard let closed = state.withLock({ $0.closed }) else { return }
        throw Failure(.failed, "\(session.device.name) cannot be used: \(closed.reason).", cause: closed)
    }

    /// Whether the dialogue is spoken before anything else.
    var opensDevice: Bool { dialogueType?.opensDevice == true }

    private func settleDialogue() throws {
        let (missing, isAlone, obstacle) = state.withLock { ($0.missing, !$0.hasOtherStreams, $0.obstacle) }
        if isAlone, let first = missing.first {
            if let obstacle { throw obstacle }
            throw Failure(
                .failed,
                "\(session.device.name) does not stream: \(first.reason). \(first.nextStep ?? "Switch it off and on.")")
        }
        guard missing.contains(where: \.isPassing) else { return }
        let now = clock.elapsed
        state.withLock { state in
            state.dialogueWait = min(max(state.dialogueWait * 2, Self.dialogueWait), Self.longestDialogueWait)
            state.nextDialogue = now + state.dialogueWait
        }
    }

    /// Speaks a dialogue to its end; with `isMemory` that of what the device has recorded by itself, beside its streams.
    func speak(
        _ dialogue: any DeviceDialogue, of type: any DeviceDialogue.Type, first: DialogueInput, isMemory: Bool = false,
        _ peripheral: any GATTPeripheral
    ) async throws {
        var dialogue = dialogue
        let spoken = type.characteristics(of: profile).filter(\.isSpoken)
        let handles = Set(spoken.compactMap { find($0.uuid, $0.service, peripheral)?.value })
        inbox.reserve(handles)
        defer {
            inbox.release(handles)
            if !isMemory { state.withLock { $0.dialogue = dialogue } }
        }
        var input = first
        let end = clock.elapsed + .seconds(dialogue.limit)
        /// Until when what was said last may be answered.
        var due = clock.elapsed
        while true {
            let isLast = input.isTrouble
            var actions = dialogue.take(input, at: clock.now)
            if actions.isEmpty, isLast { return }
            let isNew = !actions.isEmpty || dialogue.gathers
            var answer: DialogueInput?
            while answer == nil, !actions.isEmpty {
                let action = actions.removeFirst()
                if action == .end { return }
                do {
                    answer = try await perform(action, isMemory: isMemory, peripheral)
                } catch {
                    guard inbox.ended == nil, !Task.isCancelled else { throw error }
                    answer = .failed(Self.clause((error as? Failure)?.message ?? "\(error)"))
                }
            }
            if let answer {
                // What was still to be done came after an action whose outcome it now knows.
                input = answer
                continue
            }
            // Values that say nothing to it give the device no more time.
            if isNew { due = clock.elapsed + .seconds(dialogue.patience) }
            let left = (min(due, end) - clock.elapsed) / .seconds(1)
            guard left > 0 else {
                input = .timedOut
                continue
            }
            do {
                let inbox = inbox
                input = .value(try await within(left, of: clock, "") { try await inbox.next(from: handles) })
            } catch is Failure {
                input = .timedOut
            }
        }
    }

    private func perform(
        _ action: DialogueAction, isMemory: Bool, _ peripheral: any GATTPeripheral
    ) async throws -> DialogueInput? {
        switch action {
        case .write(let write): try await linkWrite(write, peripheral).perform(peripheral)
        case .read(let uuid):
            guard let target = find(uuid, nil, peripheral), target.properties.contains(.read) else { return .read(nil) }
            do {
                return .read(try await peripheral.read(target))
            } catch {
                guard inbox.ended == nil, !Task.isCancelled else { throw error }
                return .read(nil)
            }
        case .keep(let history):
            keep(history)
            try await flow.settle()
            return .kept
        case .survey(let channels, let time, let apart):
            return .stored(try await flow.kept(channels, in: time, apart: apart))
        case .figure(let name, let value): flow.with { streams, _ in streams.decoder.set(name, to: value) }
        case .rate(let channel, let hertz): flow.with { streams, _ in streams.rates[channel] = hertz }
        case .farewell(let writes):
            let writes = writes.compactMap { try? linkWrite($0, peripheral) }
            closingWrites.withLock { $0 = writes }
        case .progress(let reason, _) where isMemory: tellMemory(reason, isLasting: false)
        case .progress(let reason, let nextStep): tell(.connected, reason, nextStep: nextStep)
        case .note(let note) where isMemory: tellMemory(note, isLasting: true)
        case .note(let note): state.withLock { $0.notes.append(note) }
        case .taken(let name): session.taken.note(name)
        case .closed(let device): state.withLock { $0.closed = device }
        case .missing(let stream): state.withLock { $0.missing.append(stream) }
        case .lost(let blocks, let detail):
            let now = clock.now
            flow.tell(
                .loss(Loss(.damaged, count: Double(blocks), unit: .blocks, first: now, detail: detail)), at: now)
        case .end: break
        }
        return nil
    }

    private func linkWrite(_ write: DialogueWrite, _ peripheral: any GATTPeripheral) throws -> LinkWrite {
        guard let target = find(write.characteristic, write.service, peripheral) else {
            throw missing(write.characteristic)
        }
        return LinkWrite(
            characteristic: target, bytes: write.bytes, withResponse: write.withResponse, mayBeSplit: write.mayBeSplit)
    }

    private func keep(_ history: DialogueHistory) {
        guard !history.times.isEmpty else { return }
        for column in history.columns
        where column.values.count == history.times.count * column.axes
            && session.wanted?.contains(column.channel) ?? true
        {
            // A value that the device did not have is none.
            let known = history.times.indices.filter { index in
                !column.values[(index * column.axes)..<((index + 1) * column.axes)].contains(where: \.isNaN)
            }
            guard !known.isEmpty else { continue }
            flow.keep(
                SampleBatch(
                    device: session.device.id, channel: column.channel, unit: column.unit, axes: column.axes,
                    values: known.flatMap { column.values[($0 * column.axes)..<(($0 + 1) * column.axes)] },
                    times: .stamped(known.map { history.times[$0] }), deviceTime: history.deviceTime,
                    received: clock.now, sequence: history.sequence))
        }
    }

    /// A sentence without its end.
    static func clause(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
}

extension DialogueInput {
    /// Whether nothing more comes of it where it has no answer.
    fileprivate var isTrouble: Bool {
        switch self {
        case .timedOut, .failed: true
        case .began, .value, .read, .kept, .stored: false
        }
    }
}
