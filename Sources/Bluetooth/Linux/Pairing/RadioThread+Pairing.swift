import Runtime
import Signals

extension RadioThread {
    /// Has the kernel encrypt a link, with the key of an earlier pairing or by a new one.
    func raiseSecurity(of link: RadioLink) {
        guard link.options.mayPair else {
            link.session?.securityRefused("pairing is switched off for this device", at: uptime)
            return
        }
        if isShared { return pairThroughDaemon(link) }
        encrypt(link)
    }

    /// Has the kernel encrypt a link, which tells by the socket that it is done.
    func encrypt(_ link: RadioLink) {
        if let refusal = system.encrypt(link.socket.descriptor) {
            let reason =
                "hci\(link.adapter) cannot pair (\(SystemError(refusal.number, "setsockopt").reason)); switch it off and let Nightjar switch "
                + "it on"
            link.session?.securityRefused(reason, at: uptime)
        } else {
            link.pairingDeadline = uptime + RadioLink.pairingTime
        }
    }

    /// The kernel asks whether to pair: yes, when one of our links is the cause.
    func answerPairing(with address: BluetoothAddress, on index: UInt16) {
        let isOurs = links.values.contains { link in
            link.adapter == index && link.options.mayPair && isSame(link.address, address, on: index)
        }
        // Beside bluetoothd its agent answers.
        guard isOurs, !isShared else { return }
        Task { _ = await ask(.confirmPairing(index, address)) }
    }

    /// Pairing failed: the socket will take nothing any more.
    func pairingFailed(with address: BluetoothAddress, on index: UInt16, _ status: ManagementStatus) {
        for link in links.values
        where link.adapter == index && link.pairingDeadline != nil && isSame(link.address, address, on: index) {
            failPairing(
                link,
                "pairing failed (\(status)); put the device into pairing mode, and forget an old pairing with "
                    + (isShared
                        ? "`bluetoothctl remove \(link.address)`" : "`nightjar bluetooth forget \(link.address)`"))
        }
    }

    /// Ends a link whose encryption failed.
    func failPairing(_ link: RadioLink, _ reason: String) {
        // What the session still wants to send, the socket takes no more.
        link.session?.securityRefused(reason, at: uptime)
        act(on: link)
        end(link, LinkLoss(kind: .lasting, reason: reason))
    }

    /// Whether there is a link of ours to a device: the keys of what others pair with this machine are none of ours.
    func isOurs(_ named: BluetoothAddress, on index: UInt16) -> Bool {
        links.values.contains { $0.adapter == index && isSame($0.address, named, on: index) }
    }

    /// Whether a link's address is the one that the kernel names, or the changing one of that device.
    func isSame(_ own: BluetoothAddress, _ named: BluetoothAddress, on index: UInt16) -> Bool {
        own == named || lasting(own, on: index) == named
    }

    /// The address under which a device was met and is known here, where the kernel names the lasting one of a paired
    /// device that changes its address: such a device would be found a second time otherwise.
    func metAs(_ named: BluetoothAddress, on index: UInt16) -> BluetoothAddress {
        if let met = adapters[index]?.pairings.metAs(named) { return met }
        return adapters.values.lazy.compactMap { $0.pairings.metAs(named) }.min { $0.bits < $1.bits } ?? named
    }

    /// The address by which the kernel knows a device.
    func lasting(_ own: BluetoothAddress, on index: UInt16) -> BluetoothAddress {
        adapters[index]?.pairings.identities[own] ?? own
    }

    /// Answers to Unpair Device after which the kernel has no keys of it: done, not connected, not paired, disconnected, and of an
    /// adapter that is gone.
    private static let unpaired: Set<UInt8> = [0x00, 0x02, 0x06, 0x0E, ManagementStatus.invalidIndex.rawValue]

    /// Forgets a device: its keys, here and in the kernel, and what it offers. A link to it ends.
    /// - Throws: `Failure` when there is no Bluetooth, the kernel keeps its keys, or the file of keys cannot be written.
    func forget(_ address: BluetoothAddress) async throws(Failure) {
        try await start()
        remember(nil, of: address)
        var problem: Failure?
        for index in adapters.keys.sorted() {
            let identity = lasting(address, on: index)
            keep(index) { $0.forget(address) }
            let status = await ask(.unpair(index, identity)).status
            if Self.unpaired.contains(status.rawValue) { continue }
            if status == .notPowered, !isShared {
                // Its keys are loaded anew when it is switched on.
                adapters[index]?.isPrepared = false
            } else {
                problem = problem ?? Self.notForgotten(address, index, status)
            }
        }
        // Adapters that are not plugged in now would bring the keys back.
        let present = Set(adapters.values.map { $0.info.address.bits })
        await keys?.forget(address) { !present.contains($0.bits) }
        // A power cut now must not bring them back.
        do { try await keys?.settle() } catch { problem = problem ?? error }
        if let problem { throw problem }
    }

    private static func notForgotten(
        _ address: BluetoothAddress, _ index: UInt16, _ status: ManagementStatus
    ) -> Failure {
        switch status {
        case .notPermitted: Failure(.notPermitted, RadioProblem.notPermitted("Forgetting a pairing of hci\(index)"))
        case .notPowered: Failure(.failed, RadioProblem.off("hci\(index)"))
        default: Failure(.failed, "hci\(index) has not forgotten the pairing with \(address): \(status). Try again.")
        }
    }

    /// Keeps what a device offers, for the next link and the next start.
    func remember(_ memory: GATTMemory?, of address: BluetoothAddress) {
        guard memories[address] != memory || memory == nil else { return }
        memories[address] = memory
        keys?.keep(memory, of: address)
    }

    /// Changes what is kept of an adapter's paired devices, and stores it.
    func keep(_ index: UInt16, _ change: (inout Pairings) -> Void) {
        guard var adapter = adapters[index] else { return }
        let before = adapter.pairings
        change(&adapter.pairings)
        guard adapter.pairings != before else { return }
        adapters[index] = adapter
        keys?.keep(adapter.pairings, of: adapter.info.address)
    }
}
