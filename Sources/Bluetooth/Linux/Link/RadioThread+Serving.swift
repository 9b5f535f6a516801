import Glibc
import Runtime
import Signals

extension RadioThread {
    /// Reads and writes what a link's socket is ready for.
    func serve(_ token: UInt64, readable: Bool, writable: Bool, failed: Bool) {
        guard let link = links[token] else { return }
        if case .connecting(let continuation) = link.phase {
            guard writable || failed else { return }
            return settleConnecting(link, continuation)
        }
        if readable || failed { read(link) }
        guard links[token] != nil, writable else { return }
        if link.pairingDeadline != nil, link.session != nil {
            link.pairingDeadline = nil
            link.session?.securityRaised(at: uptime)
        }
        act(on: link)
    }

    private func settleConnecting(_ link: RadioLink, _ continuation: CheckedContinuation<Int32, Never>) {
        let error = link.socket.takeError()
        if error == 0 {
            link.phase = .discovering(nil)
            // Nothing is read before there is a session to take it.
            loop.forget(link.token)
        } else {
            drop(link)
        }
        continuation.resume(returning: error)
    }

    /// Empties the socket, so that the kernel never has to throw anything away.
    private func read(_ link: RadioLink) {
        guard link.session != nil else { return }
        var turns = 256
        // Others have their turn after so many, and what is left wakes the thread again; a link that is down is emptied.
        while turns > 0 || link.error != nil {
            turns -= 1
            switch link.socket.read() {
            case .empty:
                if let error = link.error { lost(link, error) }
                return
            case .ended(let number):
                // The kernel tells the error before it gives what it still has.
                if let error = link.error { return lost(link, error) }
                link.error = number
            case .unit(let count, let stamp):
                let buffer = link.socket.buffer
                let unit = buffer.span.extracting(first: count).bytes
                link.lastHeard = uptime
                link.session?.receive(unit, stamped: stamp ?? clock.now, at: link.lastHeard)
                act(on: link)
                guard links[link.token] != nil else { return }
            }
        }
    }

    func tickLinks(at now: Duration) {
        for link in links.values {
            if let deadline = link.pairingDeadline, deadline <= now { failPairing(link, "pairing took too long") }
            guard let deadline = link.session?.deadline, deadline <= now else { continue }
            link.session?.tick(at: now)
            act(on: link)
        }
    }

    /// Performs the session's actions.
    func act(on link: RadioLink) {
        while links[link.token] != nil, let action = link.session?.nextAction() {
            switch action {
            case .send(let unit): link.outgoing.append(unit)
            case .value(let handle, let bytes, let received):
                link.receive(.value(handle: handle, bytes, received: received))
            case .ready(let database, let memory):
                remember(memory, of: link.address)
                if case .discovering(let continuation) = link.phase {
                    link.phase = .ready
                    continuation?.resume(returning: .success(database))
                }
            case .completed(let id, let result): complete(link, id, result)
            case .raiseSecurity: raiseSecurity(of: link)
            case .databaseChanged(let reason):
                remember(nil, of: link.address)
                if case .ready = link.phase { link.receive(.servicesChanged) }
                end(link, LinkLoss(kind: .passing, reason: reason))
            case .close(let failure): end(link, LinkLoss(kind: .passing, reason: "\(failure)"))
            }
            flush(link)
        }
        guard links[link.token] != nil else { return }
        flush(link)
        guard links[link.token] != nil else { return }
        // Most often nothing has changed, and a value should cost no more calls into the kernel than its reading.
        let awaitsRoom = link.awaitsRoom
        guard link.watchesRoom != awaitsRoom else { return }
        link.watchesRoom = awaitsRoom
        guard !loop.watch(link.socket.descriptor, token: link.token, writable: awaitsRoom) else { return }
        end(link, LinkLoss(kind: .passing, reason: "the kernel has no room to watch the link"))
    }

    private func flush(_ link: RadioLink) {
        var sent = 0
        defer { link.outgoing.removeFirst(min(sent, link.outgoing.count)) }
        while sent < link.outgoing.count, links[link.token] != nil {
            switch link.socket.write(link.outgoing[sent]) {
            case .done: sent += 1
            case .later: return
            case .failed(ENOTCONN) where link.pairingDeadline != nil: return
            case .failed(let number) where link.error != nil || Self.isDown(number):
                // What came before the end is still to be read; the socket will say that it is down.
                sent = link.outgoing.count
                return
            case .failed(let number):
                sent = link.outgoing.count
                return lost(link, number)
            }
        }
    }

    /// Whether a socket that fails with this number is down, rather than given something wrong.
    private static func isDown(_ number: Int32) -> Bool {
        [ENOTCONN, ECONNRESET, ECONNABORTED, EPIPE, ETIMEDOUT, ENETDOWN, EHOSTUNREACH, ENODEV].contains(number)
    }

    private func complete(_ link: RadioLink, _ id: GATTRequestID, _ result: Result<GATTReply, GATTFailure>) {
        guard let continuation = link.requests.removeValue(forKey: id) else { return }
        switch result {
        case .success(let reply): continuation.resume(returning: reply)
        case .failure(.cancelled): continuation.resume(throwing: CancellationError())
        case .failure(let failure):
            continuation.resume(throwing: Failure(.failed, "\(link.address): \(failure).", cause: failure))
        }
    }

    /// Ends a link whose socket failed with this error number.
    private func lost(_ link: RadioLink, _ number: Int32) {
        // The management channel knows more, and said it before.
        readControl()
        guard links[link.token] != nil else { return }
        let loss = LinkLoss(error: number, end: link.end, timeout: link.options.supervisionTimeout)
        guard case .ready = link.phase, link.end != .timeout, isShared else { return end(link, loss) }
        // When bluetoothd or its user switches the adapter off, that is told after the links have broken.
        loop.forget(link.token)
        Task {
            await waitUntilDown(link.address, limit: .milliseconds(300))
            let isOff = adapters[link.adapter]?.info.current.contains(.powered) != true
            end(link, isOff ? LinkLoss(kind: .passing, reason: "the adapter was switched off") : loss)
        }
    }

    /// Closes a link and tells everybody who waits for it.
    func end(_ link: RadioLink, _ loss: LinkLoss) {
        guard links[link.token] != nil else { return }
        drop(link)
        link.session?.disconnected(loss.reason)
        while let action = link.session?.nextAction() {
            if case .completed(let id, let result) = action { complete(link, id, result) }
        }
        for continuation in link.requests.values {
            continuation.resume(throwing: Failure(.failed, "\(link.address): the link is down: \(loss.reason)."))
        }
        link.requests = [:]
        switch link.phase {
        case .connecting(let continuation): continuation.resume(returning: ECANCELED)
        case .discovering(let continuation): continuation?.resume(returning: .failure(loss))
        case .ready:
            if loss.kind == .lasting { link.receive(.notPaired(reason: loss.reason)) }
            link.receive(.disconnected(reason: loss.reason))
        }
    }

    func drop(_ link: RadioLink) {
        loop.forget(link.token)
        links[link.token] = nil
        link.pairing?.cancel()
        if link.isUp { hearing.unlinked(link.address, at: uptime) }
        // Now, and not when the last of those who wait for its end forgets it: the kernel ends a link without users.
        link.socket.shut()
    }

    /// Ends a link that is no longer wanted.
    func giveUp(_ token: UInt64) {
        guard let link = links[token] else { return }
        end(link, LinkLoss(kind: .passing, reason: "Nightjar ended the link"))
    }

    /// The kernel says why a link ended, before its socket does.
    func noteEnd(of address: BluetoothAddress, on index: UInt16, _ end: LinkEnd) {
        for link in links.values where link.adapter == index && isSame(link.address, address, on: index) {
            link.end = end
        }
    }
}
