import Glibc
import Signals

extension RadioThread {
    /// Makes a link, for as long as it takes, and discovers what the peripheral offers.
    func connect(
        to address: BluetoothAddress, options: GATTLinkOptions, receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) async throws -> RadioPeripheral {
        var retry = ConnectRetry()
        var losses = 0
        var attempt = 0
        // Of the adapters in their order the one to try next.
        var turn = 0
        while true {
            try Task.checkCancellation()
            let index: UInt16
            do {
                try await start()
                if hearing.isHeldElsewhere(address, at: uptime) { throw RadioProblem.heldElsewhere(address) }
                index = try chooseAdapter(for: address, options, turn: turn)
                try await prepare(index)
            } catch {
                // At first a person is there to be told; later the adapter may come back.
                guard attempt > 0, !hearing.isHeldElsewhere(address, at: uptime),
                    case .again(let pause, _) = retry.adapterFault(jitter: .random(in: 0..<1))
                else {
                    throw error
                }
                attempt += 1
                turn += 1
                await self.pause(pause)
                continue
            }
            attempt += 1
            if attempt == 1 { letConnect(on: index, for: .seconds(3)) }
            await loadParameters(for: address, options, on: index)
            await recall(address)
            let began = uptime
            let (link, error) = await open(address, on: index, options, receive, isFirst: turn == 0)
            // One that was outdone leaves the next try to the adapter that is the first by now.
            turn = error == Self.outdone ? 0 : turn + 1
            guard let link, error == 0 else {
                try Task.checkCancellation()
                let context = ConnectRetry.Context(
                    address: address, adapter: "hci\(index)", links: links.values.count { $0.adapter == index },
                    isShared: isShared)
                switch retry.failed(error, after: uptime - began, jitter: .random(in: 0..<1), context: context) {
                case .giveUp(let failure): throw failure
                case .again(let pause, let isAdapterFault):
                    if isAdapterFault {
                        adapters[index]?.isPrepared = false
                        await self.pause(pause)
                    } else {
                        // Not simply absent: a controller that cannot scan while it connects.
                        if ![ECONNREFUSED, Self.outdone].contains(error) { letConnect(on: index, for: .seconds(15)) }
                        try await wait(pause)
                    }
                }
                continue
            }
            retry.succeeded()
            hearing.linked(address, by: index)
            switch await discover(link) {
            case .success(let database):
                return RadioPeripheral(
                    thread: self, token: link.token, address: address,
                    transmissionUnit: link.session?.transmissionUnit ?? 23, database: database)
            case .failure(let loss):
                try Task.checkCancellation()
                losses += 1
                guard loss.kind == .passing, losses < 6 else {
                    throw Failure(
                        .failed, "\(address) cannot be used: \(loss.reason).",
                        cause: loss.kind == .lasting ? PairingFailure(reason: loss.reason) : nil)
                }
                try await wait(.seconds(Double(1 << losses) * 0.1))
            }
        }
    }

    /// The adapter to try: the one wanted, or of those that work the one that ``Hearing`` puts first, another one each time.
    private func chooseAdapter(
        for address: BluetoothAddress, _ options: GATTLinkOptions, turn: Int
    ) throws(Failure) -> UInt16 {
        guard !adapters.isEmpty else { throw RadioProblem.noAdapter }
        if let wanted = options.adapter {
            guard adapters[wanted] != nil else {
                throw Failure(.notFound, "There is no adapter hci\(wanted). `nightjar bluetooth adapters` lists them.")
            }
            return wanted
        }
        let order = hearing.order(candidates(for: address), for: address, at: uptime)
        return order[turn % order.count]
    }

    private func candidates(for address: BluetoothAddress) -> [Hearing.Candidate] {
        let able = adapters.filter { $0.value.info.supported.contains(.lowEnergy) }
        let working = able.filter { $0.value.failure == nil }
        return (working.isEmpty ? able.isEmpty ? adapters : able : working).map { index, adapter in
            let lasting = adapter.pairings.identities[address] ?? address
            return Hearing.Candidate(
                adapter: index, links: links.values.count { $0.adapter == index },
                hasBond: adapter.pairings.longTermKeys.contains { $0.address == lasting })
        }
    }

    /// What a link that was being made fails with when another adapter hears the device better by now.
    private static let outdone = EAGAIN

    /// A device was heard. A link to it that waits for it to take connections may have waited long: it is made with the adapter
    /// that hears the device best now.
    func reconsiderLink(to address: BluetoothAddress) {
        guard adapters.count > 1 else { return }
        for link in links.values where link.isFirst && link.address == address && link.options.adapter == nil {
            guard case .connecting(let continuation) = link.phase,
                hearing.isOutdone(link.adapter, among: candidates(for: address), for: address, at: uptime)
            else { continue }
            drop(link)
            continuation.resume(returning: Self.outdone)
        }
    }

    /// Tells the kernel how to meet the device on the air; without this it gives up after 0.42 s of silence.
    private func loadParameters(for address: BluetoothAddress, _ options: GATTLinkOptions, on index: UInt16) async {
        guard let adapter = adapters[index] else { return }
        // The command replaces what the kernel has of all devices.
        var all = adapter.pairings.parameters
        for link in links.values where link.adapter == index {
            let address = lasting(link.address, on: index)
            all[address] = ConnectionParameters(link.options, learned: all[address])
        }
        let address = lasting(address, on: index)
        all[address] = ConnectionParameters(options, learned: all[address])
        _ = await ask(.loadConnectionParameters(index, all.filter(\.value.isValid).map { ($0.key, $0.value) }))
    }

    /// Scanning pauses for a while. The device was just heard, most often, and a running discovery would not report it to
    /// the kernel again.
    private func letConnect(on index: UInt16, for duration: Duration) {
        adapters[index]?.scan.pausedUntil = uptime + duration
    }

    /// Reads what a device offered last, before a link to it needs that.
    private func recall(_ address: BluetoothAddress) async {
        guard memories[address] == nil, let memory = await keys?.memory(of: address), memories[address] == nil else {
            return
        }
        memories[address] = memory
    }

    private func open(
        _ address: BluetoothAddress, on index: UInt16, _ options: GATTLinkOptions,
        _ receive: @escaping @Sendable (GATTLinkEvent) -> Void, isFirst: Bool
    ) async -> (RadioLink?, Int32) {
        guard let own = adapters[index]?.info.address else { return (nil, ENODEV) }
        let descriptor: Int32
        // A paired device that changes its address is known by its lasting one.
        switch system.openLink(lasting(address, on: index), own) {
        case .failure(let refusal): return (nil, refusal.number)
        case .success(let opened): descriptor = opened
        }
        let token = newToken()
        let socket = LinkSocket(descriptor)
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: ECANCELED) }
                // Nobody would ever tell that it is up.
                guard loop.watch(descriptor, token: token, writable: true) else {
                    socket.shut()
                    return continuation.resume(returning: ENOSPC)
                }
                links[token] = RadioLink(
                    token: token, address: address, adapter: index, options: options, socket: socket,
                    phase: .connecting(continuation), isFirst: isFirst, receive: receive)
            }
        } onCancel: {
            Task { await self.giveUp(token) }
        }
        return (links[token], error)
    }

    /// Waits for the session to find out what the peripheral offers.
    private func discover(_ link: RadioLink) async -> Result<GATTDatabase, LinkLoss> {
        let token = link.token
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard links[token] != nil, !Task.isCancelled else {
                    giveUp(token)
                    return continuation.resume(
                        returning: .failure(LinkLoss(kind: .passing, reason: "it was cancelled")))
                }
                link.phase = .discovering(continuation)
                link.session = GATTSession(
                    askedUnit: link.options.transmissionUnit, memory: memories[link.address], server: server, at: uptime
                )
                act(on: link)
            }
        } onCancel: {
            Task { await self.giveUp(token) }
        }
    }
}
