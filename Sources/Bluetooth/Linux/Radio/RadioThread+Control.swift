import Signals

extension RadioThread {
    /// Gives the kernel a command and waits for its answer.
    func ask(_ command: ManagementPacket) async -> ManagementAnswer {
        await withCheckedContinuation { continuation in
            guard let control, control.send(command) == nil else {
                return continuation.resume(returning: ManagementAnswer(status: .silent))
            }
            answers.add(command, until: uptime + Self.answerTime, continuation)
        }
    }

    /// Reads every packet that waits on the management channel.
    func readControl() {
        while let control {
            switch control.next() {
            case .packet(let packet): if let event = try? ManagementEvent(packet) { take(event, of: packet.index) }
            case .malformed: continue
            case .empty: return
            case .ended: return closeControl()
            }
        }
    }

    private func closeControl() {
        loop.forget(Self.controlToken)
        control = nil
        starting = nil
        for reply in answers.takeAll(index: nil) { reply.resume(returning: ManagementAnswer(status: .silent)) }
        adapters = [:]
        arriving = [:]
        endScans(RadioProblem.controlEnded)
        adaptersChanged()
    }

    private func take(_ event: ManagementEvent, of index: UInt16) {
        switch event {
        case .answered(let command, let status, let reply):
            answers.take(code: command, index: index)?.resume(returning: ManagementAnswer(status: status, reply: reply))
        case .indexAdded: Task { await addAdapter(index) }
        case .indexRemoved: removeAdapter(index)
        case .settings(let settings): adapterChanged(index, settings)
        case .discovering(let isOn): adapters[index]?.scan.discovering(isOn, at: uptime)
        case .found(let report): heard(report, by: index)
        case .disconnected(let address, let end):
            noteEnd(of: address, on: index, end)
            deviceIsDown(metAs(address, on: index))
        case .confirmationRequested(let address): answerPairing(with: address, on: index)
        case .authenticationFailed(let address, let status): pairingFailed(with: address, on: index, status)
        case .longTermKey(let key, let isLasting): if isLasting { keep(index) { $0.add(key) } }
        case .identityKey(let key, let random, let isLasting):
            if isLasting { keep(index) { $0.add(key, metAs: random) } }
        case .parameters(let address, let parameters, let isLasting):
            if isLasting { keep(index) { $0.parameters[address] = parameters } }
        case .connected, .connectFailed, .passkeyRequested, .other: break
        }
    }
}
