import Glibc
import Signals

extension RadioThread {
    /// Opens the management channel and gets to know the adapters; does nothing when that is done.
    /// - Throws: `Failure` when there is no Bluetooth, with what to do.
    func start() async throws(Failure) {
        if starting == nil {
            starting = Task { await begin() }
        }
        guard let failure = await starting?.value else { return }
        starting = nil
        throw failure
    }

    private func begin() async -> Failure? {
        await followDaemon()
        switch system.openControl() {
        case .failure(let refusal): return RadioProblem.noControl(refusal.number)
        case .success(let descriptor):
            guard loop.watch(descriptor, token: Self.controlToken, writable: false) else {
                let number = errno
                close(descriptor)
                return RadioProblem.noControl(number)
            }
            control = ControlSocket(descriptor)
        }
        let list = await ask(.readIndexList)
        guard list.status == .success else {
            return Failure(.failed, "The kernel does not tell its Bluetooth adapters: \(list.status).")
        }
        for index in Self.indices(list.reply) { await addAdapter(index) }
        return nil
    }

    private static func indices(_ reply: [UInt8]) -> [UInt16] {
        var cursor = ByteCursor(reply.span.bytes)
        guard let count = try? cursor.little(UInt16.self) else { return [] }
        var indices: [UInt16] = []
        while indices.count < Int(count), let index = try? cursor.little(UInt16.self) { indices.append(index) }
        return indices
    }

    /// Reads a new adapter's information and sets it up.
    func addAdapter(_ index: UInt16) async {
        let answer = await ask(.readInfo(index))
        guard answer.status == .success, var info = try? ControllerInfo(answer.reply) else { return }
        let token = newToken()
        arriving[index] = ArrivingAdapter(token: token)
        let pairings = await keys?.pairings(of: info.address)
        // Unless it was unplugged meanwhile.
        guard let arrived = arriving[index], arrived.token == token else { return }
        arriving[index] = nil
        info.current = arrived.settings ?? info.current
        var adapter = adapters[index] ?? RadioAdapter(info: info)
        adapter.info = info
        if let pairings { adapter.pairings = pairings }
        adapters[index] = adapter
        if let back = returning.removeValue(forKey: info.address) { watchdogs[index] = back.watchdog }
        tellTroubles()
        adaptersChanged()
        guard !scans.isEmpty else { return }
        try? await prepare(index)
        wishScans()
    }

    /// An adapter was unplugged.
    func removeAdapter(_ index: UInt16) {
        forgetWatchdog(of: index)
        adapters[index] = nil
        arriving[index] = nil
        endOffer(on: index)
        for reply in answers.takeAll(index: index) { reply.resume(returning: ManagementAnswer(status: .invalidIndex)) }
        adaptersChanged()
    }

    /// Takes in that an adapter was switched on or off, by whichever program.
    func adapterChanged(_ index: UInt16, _ settings: ControllerSettings) {
        arriving[index]?.settings = settings
        guard var adapter = adapters[index] else { return }
        let wasPowered = adapter.info.current.contains(.powered)
        adapter.info.current = settings
        if wasPowered != settings.contains(.powered) {
            adapter.scan.reset(at: uptime)
            if wasPowered { adapter.isPrepared = false }
        }
        adapters[index] = adapter
        if wasPowered, !settings.contains(.powered) { endOffer(on: index) }
        guard wasPowered != settings.contains(.powered) else { return }
        adaptersChanged()
        // Off, to say why; on again, to go on with what is scanned for.
        if !scans.isEmpty, !adapter.isResetting { Task { try? await prepare(index) } }
    }

    /// Switches an adapter on and sets it up, unless that is done.
    /// - Throws: `Failure` with what keeps it from working and what to do.
    func prepare(_ index: UInt16) async throws(Failure) {
        guard let adapter = adapters[index] else { throw RadioProblem.noAdapter }
        if adapter.isPrepared { return }
        let preparation = adapter.preparation ?? Task { await setUp(index) }
        adapters[index]?.preparation = preparation
        let failure = await preparation.value
        adapters[index]?.preparation = nil
        adapters[index]?.failure = failure
        if let failure { throw failure }
    }

    private func setUp(_ index: UInt16) async -> Failure? {
        guard let adapter = adapters[index] else { return RadioProblem.noAdapter }
        let name = "hci\(index)"
        guard adapter.info.supported.contains(.lowEnergy) else {
            return Failure(.notFound, RadioProblem.noLowEnergy(name))
        }
        let block = system.block(index)
        if block.soft || block.hard {
            return Failure(.notPermitted, RadioProblem.blocked(name, hard: block.hard))
        }
        await removeOldAdvertising(on: index)
        if isShared {
            if let reason = RadioProblem.besideDaemon(name, adapter.info.current) { return Failure(.failed, reason) }
        } else {
            if !adapter.info.current.contains(.lowEnergy) { _ = await ask(.setLowEnergy(index, true)) }
            // Monitors of a program that ended without taking them away would keep the adapter listening for ever.
            if await ask(.removeListening(index, monitor: 0)).status == .success {
                adapters[index]?.scan.removed(monitor: 0)
            }
            await takeCharge(of: index, adapter)
        }
        if !isShared, adapters[index]?.info.current.contains(.powered) != true {
            let began = uptime
            var answer = await ask(.setPowered(index, true))
            let isSilent = AdapterWatchdog.isAnswer(answer.status, after: uptime - began) == false
            note(answer.status, after: uptime - began, isProof: scans.isEmpty, on: index)
            if isSilent {
                // A hung controller may come to itself by being switched off.
                let again = uptime
                _ = await ask(.setPowered(index, false))
                answer = await ask(.setPowered(index, true))
                note(answer.status, after: uptime - again, isProof: scans.isEmpty, on: index)
            }
            if let failure = Self.powerFailure(answer.status, name) { return failure }
            takeSettings(answer, of: index)
        }
        adapters[index]?.isPrepared = true
        return nil
    }

    /// Takes in the settings that a command answers with: the kernel tells them to everybody else by an event.
    func takeSettings(_ answer: ManagementAnswer, of index: UInt16) {
        var cursor = ByteCursor(answer.reply.span.bytes)
        guard answer.status == .success, let bits = try? cursor.little(UInt32.self) else { return }
        adapters[index]?.info.current = ControllerSettings(rawValue: bits)
    }

    /// Sets up what bluetoothd would: the keys of paired devices, which replace all that the kernel has, and how to pair.
    private func takeCharge(of index: UInt16, _ adapter: RadioAdapter) async {
        let pairings = adapter.pairings
        var commands = [ManagementPacket.setNoInputNoOutput(index), .setBondable(index, true)]
        if keys != nil {
            commands += [
                .loadLongTermKeys(index, pairings.longTermKeys), .loadIdentityKeys(index, pairings.identityKeys),
            ]
        }
        if adapter.info.supported.contains(.secureConnections) { commands.append(.setSecureConnections(index, true)) }
        // It may come meanwhile.
        for command in commands where !isShared { _ = await ask(command) }
    }

    private static func powerFailure(_ status: ManagementStatus, _ name: String) -> Failure? {
        switch status {
        case .success: nil
        case .notPermitted: Failure(.notPermitted, RadioProblem.notPermitted("Switching \(name) on"))
        case .blocked: Failure(.notPermitted, RadioProblem.blocked(name, hard: false))
        case .silent:
            Failure(.failed, "\(name) does not answer. Unplug it and plug it in again, or restart the machine.")
        default: Failure(.failed, "\(name) cannot be switched on: \(status).")
        }
    }

    /// The adapters as a person may see them.
    func list() async -> AdapterList {
        do { try await start() } catch { return AdapterList(problem: error.message) }
        var list = AdapterList(adapters: described, isShared: isShared)
        list.unconfigured = Self.indices(await ask(.readUnconfiguredList).reply)
        if adapters.isEmpty { list.problem = RadioProblem.noAdapter.message }
        list.warning = KernelVersion.current?.warning
        return list
    }

    /// The adapters as they are now, in the order of their numbers.
    var described: [BluetoothAdapter] { adapters.sorted { $0.key < $1.key }.map(describe) }

    private func describe(_ index: UInt16, _ adapter: RadioAdapter) -> BluetoothAdapter {
        let info = adapter.info
        let block = system.block(index)
        var result = BluetoothAdapter(
            index: index, address: info.address.bits == 0 ? nil : info.address, alias: info.name,
            isPowered: info.current.contains(.powered), hasLowEnergy: info.supported.contains(.lowEnergy),
            isBlocked: block.soft || block.hard, links: links.values.count { $0.adapter == index })
        result.airtime = adapter.scan.airtime
        result.powerCycles = watchdogs[index]?.powerCycles ?? 0
        result.busResets = watchdogs[index]?.busResets ?? 0
        if !result.hasLowEnergy {
            result.problem = RadioProblem.noLowEnergy(result.name)
        } else if result.isBlocked {
            result.problem = RadioProblem.blocked(result.name, hard: block.hard)
        } else {
            result.problem = trouble(of: index) ?? (adapter.failure ?? adapter.scanRefusal)?.message
        }
        return result
    }
}
