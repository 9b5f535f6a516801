import Glibc
import Runtime
import Signals
import Synchronization

extension RelaySessionLoop {
    /// Tells the delegate, and afterwards the hub that it was told.
    func notify(_ notice: RelaySessionStateMachine.Notice) {
        tell(notice)
        switch notice {
        case .message, .complication: storage.state.withLock { $0.machine.told() }
        default: break
        }
    }

    private func tell(_ notice: RelaySessionStateMachine.Notice) {
        let (delegate, session) = storage.state.withLock { ($0.delegate, $0.session) }
        guard let delegate, let session else { return refuse(notice) }
        switch notice {
        case .activation(let error):
            delegate.session(session, activationDidCompleteWith: session.activationState, error: error)
        case .becameInactive: delegate.sessionDidBecomeInactive(session)
        case .deactivated: delegate.sessionDidDeactivate(session)
        case .reachabilityChanged: delegate.sessionReachabilityDidChange(session)
        case .watchStateChanged: delegate.sessionWatchStateDidChange(session)
        case .companionChanged: delegate.sessionCompanionAppInstalledDidChange(session)
        case .message(let number, let wantsReply, let isData, let bytes):
            deliver(number, wantsReply, isData, bytes, session, delegate)
        case .context(let sequence, let bytes):
            if let payload = try? RelayPayload(parsing: bytes) {
                delegate.session(session, didReceiveApplicationContext: payload)
            }
            storage.change { $0.contextHandled(sequence) }
        case .userInfo(let sequence, let expires, let bytes):
            let isLate = expires.map { $0 <= WallClock().now.secondsSince1970 } ?? false
            if !isLate, let payload = try? RelayPayload(parsing: bytes) {
                let journal = storage.state.withLock { $0.machine.status.journal } ?? ""
                delegate.session(
                    session, didReceiveUserInfo: payload, mark: .init(journal: journal, sequence: sequence))
                if !storage.acknowledgesItself { break }
            }
            handled(sequence)
        case .complication(let id, let bytes):
            if let payload = try? RelayPayload(parsing: bytes) {
                delegate.session(session, didReceiveUserInfo: payload)
            }
            storage.state.withLock { $0.machine.toHandle.append(id) }
        case .file(let sequence, let name, let path, let metadata):
            let journal = storage.state.withLock { $0.machine.status.journal } ?? ""
            let file = RelayFile(
                path: path, name: name, metadata: try? RelayPayload(parsing: metadata),
                mark: .init(journal: journal, sequence: sequence))
            delegate.session(session, didReceive: file)
            unlink(path)
            if storage.acknowledgesItself { handled(sequence) }
        case .ended(let record, let error):
            let (userInfo, file) = storage.end(record, error)
            if let userInfo { delegate.session(session, didFinish: userInfo, error: error) }
            if let file { delegate.session(session, didFinish: file, error: error) }
        }
    }

    private func handled(_ sequence: Int) {
        storage.state.withLock { $0.machine.handled(through: sequence) }
    }

    /// Nobody is there to be told: messages fail, everything else waits for somebody.
    private func refuse(_ notice: RelaySessionStateMachine.Notice) {
        switch notice {
        case .message(let number, _, _, _):
            storage.change { $0.reply(to: number, .failure(RelayError(.deliveryFailed))) }
        case .ended(let record, let error): _ = storage.end(record, error)
        default: break
        }
    }

    private func deliver(
        _ number: Int, _ wantsReply: Bool, _ isData: Bool, _ bytes: [UInt8], _ session: RelaySession,
        _ delegate: any RelaySessionDelegate
    ) {
        let storage = storage
        storage.state.withLock { $0.current = number }
        switch (wantsReply, isData) {
        case (true, true):
            delegate.session(session, didReceiveMessageData: bytes) { storage.reply(to: number, data: $0) }
        case (false, true): delegate.session(session, didReceiveMessageData: bytes)
        case (_, false):
            guard let payload = try? RelayPayload(parsing: bytes) else { return storage.refuseCurrentMessage() }
            if wantsReply {
                delegate.session(session, didReceiveMessage: payload) { storage.reply(to: number, $0) }
            } else {
                delegate.session(session, didReceiveMessage: payload)
            }
        }
        storage.state.withLock { $0.current = nil }
    }
}

extension RelaySessionStorage {
    func reply(to number: Int, _ payload: RelayPayload) {
        let code = payload.error(limit: RelayLimits.message)
        let text = code == nil ? payload.jsonText : []
        change { $0.reply(to: number, code.map { .failure(RelayError($0)) } ?? .success(text)) }
    }

    func reply(to number: Int, data: [UInt8]) {
        let fits = data.count <= RelayLimits.message
        change { $0.reply(to: number, fits ? .success(data) : .failure(RelayError(.payloadTooLarge))) }
    }
}
