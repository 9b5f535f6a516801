import Documents
import Glibc
import Runtime
import Signals

extension RadioThread {
    /// Advertises a strap and serves who connects, until the task is cancelled.
    func offerHeartRate(named name: String) async throws {
        try await start()
        guard offer == nil else { throw Failure(.conflict, "A heart rate is given on already.") }
        let index = try offeringAdapter()
        try await prepare(index)
        let instance = try await freeInstance(on: index)
        guard offer == nil, let own = adapters[index]?.info.address else { throw RadioProblem.noAdapter }
        let listener: LinkSocket
        switch system.openListener(own) {
        case .failure(let refusal):
            throw Failure(SystemError(refusal.number, "listen"), "Nobody can connect to hci\(index)")
        case .success(let descriptor): listener = LinkSocket(descriptor)
        }
        let offer = HeartRateOffer(
            adapter: index, token: newToken(), listener: listener, instance: instance, name: name)
        guard loop.watch(listener.descriptor, token: offer.token, writable: false) else {
            throw Failure(.failed, "The kernel has no room to wait for connections.")
        }
        self.offer = offer
        do {
            try await advertise(offer)
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    // It may have ended before this is waited for, with its adapter.
                    guard !Task.isCancelled, self.offer === offer else {
                        return continuation.resume(throwing: offer.ending ?? CancellationError())
                    }
                    offer.end = continuation
                }
            } onCancel: {
                Task { await self.endOffer(CancellationError()) }
            }
        } catch {
            endOffer(error)
            // Asked for by a task that is cancelled by now.
            await Task { await self.removeAdvertising(instance, on: index) }.value
            throw error
        }
    }

    private func removeAdvertising(_ instance: UInt8, on index: UInt16) async {
        // The kernel forgets it with its adapter, and says so.
        let gone: [ManagementStatus] = [.success, .invalidIndex, ManagementStatus(rawValue: 0x0D)]
        for attempt in 0..<10 {
            if attempt > 0 { await sleep(.seconds(1)) }
            let status = await ask(.removeAdvertising(index, instance: instance)).status
            if gone.contains(status) { keys?.keep(nil) }
            guard status == .busy else { return }
        }
    }

    /// Takes away what a process before this one still has the kernel advertise of an adapter: nobody agrees to it any more.
    func removeOldAdvertising(on index: UInt16) async {
        guard offer?.adapter != index, let own = adapters[index]?.info.address else { return }
        let kept = await keys?.advertising()
        guard offer?.adapter != index else { return }
        // Others that may advertise do so through bluetoothd.
        if !isShared { _ = await ask(.removeAdvertising(index, instance: 0)) }
        guard let kept, kept.adapter.bits == own.bits else { return }
        if isShared { await removeAdvertising(kept.instance, on: index) } else { keys?.keep(nil) }
    }

    /// How the offer goes; nil while there is none.
    var offerStatus: HeartRateOfferStatus? { offer?.status }

    /// The adapter that is to advertise: the one with the fewest links of those that can.
    private func offeringAdapter() throws(Failure) -> UInt16 {
        let able = adapters.filter { $0.value.info.supported.contains(.lowEnergy) && trouble(of: $0.key) == nil }
        let counts = able.keys.sorted().map { index in (index, links.values.count { $0.adapter == index }) }
        guard let best = counts.min(by: { $0.1 < $1.1 }) else { throw RadioProblem.noAdapter }
        return best.0
    }

    /// A number for an advertisement that no other program uses; they begin with the first.
    private func freeInstance(on index: UInt16) async throws(Failure) -> UInt8 {
        let answer = await ask(.readAdvertising(index))
        guard answer.status == .success, answer.reply.count >= 8 else {
            throw Self.noAdvertising(index, answer.status)
        }
        let used = Set(answer.reply.dropFirst(8))
        guard let free = stride(from: answer.reply[6], to: 0, by: -1).first(where: { !used.contains($0) }) else {
            throw Failure(.conflict, "Other programs use all advertisements of hci\(index). End one of them.")
        }
        return free
    }

    private static func noAdvertising(_ index: UInt16, _ status: ManagementStatus) -> Failure {
        switch status {
        case .notPermitted: Failure(.notPermitted, RadioProblem.notPermitted("Advertising with hci\(index)"))
        default: Failure(.failed, "hci\(index) cannot advertise: \(status). Use another adapter.")
        }
    }

    /// Has the kernel advertise, anew too: a controller stops when somebody connects. One that is busy is asked again.
    private func advertise(_ offer: HeartRateOffer) async throws(Failure) {
        // Should this process be killed, the kernel goes on.
        if let own = adapters[offer.adapter]?.info.address {
            keys?.keep(KeptAdvertising(adapter: own, instance: offer.instance))
        }
        for attempt in 0..<10 where self.offer === offer {
            if attempt > 0 { await sleep(.seconds(1)) }
            let answer = await ask(
                .addAdvertising(offer.adapter, instance: offer.instance, offer.advertisement, response: offer.response))
            if answer.status == .success { return }
            guard answer.status == .busy, attempt < 9 else { throw Self.noAdvertising(offer.adapter, answer.status) }
        }
    }

    /// Advertises again. Some controllers cannot while somebody is connected; where nobody is, it is over.
    private func advertiseAgain(_ offer: HeartRateOffer, after pause: Duration = .zero) {
        guard offer.hasRoom else { return }
        Task {
            if pause > .zero { await sleep(pause) }
            guard self.offer === offer, offer.hasRoom else { return }
            do { try await advertise(offer) } catch {
                if self.offer === offer, offer.centrals.isEmpty { endOffer(error) }
            }
        }
    }

    /// The kernel took an advertisement away, for another program or by itself: ours is made again.
    func advertisingRemoved(_ instance: UInt8, on index: UInt16) {
        guard let offer, offer.adapter == index, offer.instance == instance else { return }
        advertiseAgain(offer, after: .seconds(1))
    }

    /// Ends the offer and every connection to it.
    func endOffer(_ error: any Error) {
        guard let offer else { return }
        self.offer = nil
        offer.ending = error
        for token in offer.centrals.keys { loop.forget(token) }
        for central in offer.centrals.values { central.socket.shut() }
        loop.forget(offer.token)
        offer.listener.shut()
        offer.end?.resume(throwing: error)
        offer.end = nil
    }

    /// Ends the offer when its adapter is gone or off.
    func endOffer(on index: UInt16) {
        guard offer?.adapter == index else { return }
        endOffer(Failure(.failed, "hci\(index), which gave the heart rate on, was switched off or unplugged."))
    }

    /// Serves a socket of the offer; false when the token is none of its.
    func serveOffer(_ token: UInt64, readable: Bool, writable: Bool, failed: Bool) -> Bool {
        guard let offer else { return false }
        if token == offer.token {
            takeCentrals(offer)
            return true
        }
        guard let central = offer.centrals[token] else { return false }
        if readable || failed { read(central, token, offer) }
        if offer.centrals[token] != nil { flush(central, token, offer) }
        return true
    }

    private func takeCentrals(_ offer: HeartRateOffer) {
        while true {
            let descriptor = system.accept(offer.listener.descriptor)
            switch -descriptor {
            case EAGAIN: return
            case EINTR, ECONNABORTED: continue
            case 1...: return listenLater(offer, SystemError(-descriptor, "accept"))
            default: break
            }
            // Advertising may not have ended yet.
            guard offer.hasRoom else {
                close(descriptor)
                continue
            }
            let central = HeartRateOffer.Central(LinkSocket(descriptor), CentralSession(offer.server))
            let token = newToken()
            guard loop.watch(descriptor, token: token, writable: false) else {
                // The controller has stopped for whoever came.
                advertiseAgain(offer, after: .seconds(1))
                continue
            }
            offer.centrals[token] = central
            log(offer)
            advertiseAgain(offer)
        }
    }

    /// Leaves a connection that cannot be taken waiting for a second: the socket would wake the thread for it without end.
    private func listenLater(_ offer: HeartRateOffer, _ error: SystemError) {
        loop.forget(offer.token)
        Log.warning("A connection for the heart rate cannot be taken.", ["reason": .string(error.reason)])
        Task {
            await sleep(.seconds(1))
            guard self.offer === offer else { return }
            guard !loop.watch(offer.listener.descriptor, token: offer.token, writable: false) else { return }
            endOffer(Failure(.failed, "The kernel has no room to wait for connections."))
        }
    }

    /// Lets those go who have wanted nothing for long: anybody within reach can connect, and would keep others out.
    func tickOffer(at now: Duration) {
        guard let offer else { return }
        for token in offer.idle(at: now) { drop(token, offer) }
    }

    /// Logs how many are connected, not for everybody who comes and goes.
    private func log(_ offer: HeartRateOffer) {
        let now = uptime
        guard offer.lastLog.map({ now >= $0 + HeartRateOffer.logPause }) ?? true else { return }
        offer.lastLog = now
        Log.info("Who reads the heart rate has changed.", ["connected": .number(Double(offer.centrals.count))])
    }

    private func read(_ central: HeartRateOffer.Central, _ token: UInt64, _ offer: HeartRateOffer) {
        for _ in 0..<64 {
            switch central.socket.read() {
            case .empty: return
            case .ended: return drop(token, offer)
            case .unit(let count, let stamp):
                let buffer = central.socket.buffer
                let unit = buffer.span.extracting(first: count).bytes
                guard let answer = central.session.answer(unit, at: stamp ?? clock.now) else { continue }
                // Who asks and never listens to the answers is let go.
                guard central.outgoing.count < 64 else { return drop(token, offer) }
                central.outgoing.append(answer)
                flush(central, token, offer)
                guard offer.centrals[token] != nil else { return }
            }
        }
    }

    private func flush(_ central: HeartRateOffer.Central, _ token: UInt64, _ offer: HeartRateOffer) {
        loop: while let unit = central.outgoing.first {
            switch central.socket.write(unit) {
            case .done: central.outgoing.removeFirst()
            case .later: break loop
            case .failed: return drop(token, offer)
            }
        }
        loop.watch(central.socket.descriptor, token: token, writable: !central.outgoing.isEmpty)
    }

    private func drop(_ token: UInt64, _ offer: HeartRateOffer) {
        loop.forget(token)
        offer.centrals.removeValue(forKey: token)?.socket.shut()
        guard self.offer === offer else { return }
        log(offer)
        advertiseAgain(offer)
    }

    /// Sends a value to everybody who has asked for it. It is of now: who does not take it at once does not get it.
    func send(_ value: [UInt8], of type: BluetoothUUID) {
        guard let offer else { return }
        offer.server.set(value, of: type)
        for (token, central) in offer.centrals {
            central.session.set(value, of: type)
            guard let unit = central.session.notification(of: type, value) else { continue }
            guard central.outgoing.isEmpty else {
                offer.dropped += 1
                continue
            }
            switch central.socket.write(unit) {
            case .done: offer.sent += 1
            case .later: offer.dropped += 1
            case .failed: drop(token, offer)
            }
        }
    }

    /// Sets the charge, and sends it where it is known.
    func send(battery percent: UInt8?) {
        guard let offer else { return }
        guard let percent else {
            offer.server.set(nil, of: GATTServer.batteryLevel)
            for central in offer.centrals.values { central.session.set(nil, of: GATTServer.batteryLevel) }
            return
        }
        send([min(percent, 100)], of: GATTServer.batteryLevel)
    }
}
