import Runtime
import Signals
import Synchronization
import SystemBus

extension BluetoothDaemon {
    /// bluetoothd on a bus, by its name `org.bluez`: a service that may not look at other processes sees it too.
    static func bluez(on bus: SystemBus) -> BluetoothDaemon {
        let pairing = BlueZPairing(bus: bus)
        return BluetoothDaemon(
            presence: {
                let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
                let listening = Task {
                    for await presence in bus.presence(of: BlueZPairing.service) {
                        let isThere = Self.isThere(
                            presence, busMayBeThere: bus.mayBeThere,
                            isRunning: SystemRadioState.isRunning("bluetoothd"),
                            seesProcesses: SystemRadioState.seesProcesses)
                        continuation.yield(isThere)
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in listening.cancel() }
                return stream
            }, pair: { await pairing.pair($0, adapter: $1) })
    }

    /// Whether bluetoothd is to be taken for there. Where the bus does not tell, the processes are all there is to look at; where
    /// they are hidden too, as from a service, it is left the adapters: its keys, once replaced, are gone. Without a bus
    /// it cannot run.
    static func isThere(
        _ presence: BusPresence, busMayBeThere: Bool, isRunning: Bool, seesProcesses: Bool
    ) -> Bool {
        switch presence {
        case .there: true
        case .gone: false
        case .unknown: isRunning || busMayBeThere && !seesProcesses
        }
    }
}

/// Pairs through bluetoothd, with an agent that is registered meanwhile: a desktop's own agent is not asked then, and none is
/// needed. bluetoothd keeps the bond, and every link that this machine makes is encrypted by it.
final class BlueZPairing: Sendable {
    static let service = "org.bluez"
    private static let agent = "/org/nightjar/agent"
    private static let manager = "org.bluez.AgentManager1"
    private static let device = "org.bluez.Device1"

    private struct State {
        var hasAgent = false
        /// The devices that are being paired, by the paths of bluetoothd's objects.
        var paths: [String] = []
    }

    /// Calls a method of bluetoothd's.
    typealias Call = @Sendable (BusCall, Duration) async throws(BusFailure) -> [BusValue]
    /// Answers what bluetoothd calls at a path.
    typealias Serve = @Sendable (String, @escaping @Sendable (String, [BusValue]) -> BusFailure?) -> Void

    private let caller: Call
    private let serve: Serve
    private let state = Mutex(State())

    convenience init(bus: SystemBus) {
        self.init(
            call: { (call, timeout) throws(BusFailure) in try await bus.call(call, timeout: timeout) },
            serve: { bus.serve($0, $1) })
    }

    init(call: @escaping Call, serve: @escaping Serve) { (caller, self.serve) = (call, serve) }

    private func call(_ call: BusCall, timeout: Duration = .seconds(10)) async throws(BusFailure) -> [BusValue] {
        try await caller(call, timeout)
    }

    func pair(_ addresses: [BluetoothAddress], adapter: UInt16) async -> BluetoothDaemon.Pairing {
        let path: String
        do throws(BusFailure) {
            let (found, isPaired) = try await find(addresses.map { Self.path(of: $0, adapter) })
            if isPaired { return .bonded }
            path = found
        } catch {
            return .refused(Self.advice(error, addresses))
        }
        guard !Task.isCancelled else { return .refused(Self.cancelled) }
        await begin(path)
        let outcome = await ask(path, addresses)
        await end(path)
        return outcome
    }

    /// What a call comes to, once it has.
    private final class Answer: Sendable { let result = Mutex<Result<Void, BusFailure>?>(nil) }

    /// Asks for the pairing; again where somebody else pairs just now. bluetoothd answers when it has read the services too, for
    /// which it waits in vain where the link is ours, so what it says of the device meanwhile decides.
    private func ask(_ path: String, _ addresses: [BluetoothAddress]) async -> BluetoothDaemon.Pairing {
        for attempt in 0... {
            let answer = Answer()
            Task {
                let result: Result<Void, BusFailure>
                do throws(BusFailure) {
                    _ = try await call(
                        BusCall(Self.service, path, Self.device, "Pair"), timeout: RadioLink.pairingTime)
                    result = .success(())
                } catch { result = .failure(error) }
                answer.result.withLock { $0 = result }
            }
            var failure: BusFailure?
            while failure == nil {
                // The link or the consent is gone, and the device is not to be asked any more.
                guard !Task.isCancelled else {
                    await cancel(path)
                    return .refused(Self.cancelled)
                }
                let paired = try? await call(.property(Self.service, path, Self.device, "Paired"))
                if paired?.first == .number(1) { return .paired }
                switch answer.result.withLock(\.self) {
                case .success?: return .paired
                case .failure(let error)?: failure = error
                case nil: try? await Task.sleep(for: .milliseconds(100))
                }
            }
            guard let failure else { continue }
            if failure.name == "org.bluez.Error.AlreadyExists" { return .bonded }
            if failure.name == "org.bluez.Error.InProgress", attempt < 5 {
                try? await Task.sleep(for: .seconds(1))
                guard !Task.isCancelled else { return .refused(Self.cancelled) }
                continue
            }
            if failure.name.hasSuffix(".NoReply") || failure.name.hasSuffix(".Timeout") {
                await cancel(path)
            }
            return .refused(Self.advice(failure, addresses))
        }
        return .refused("pairing took too long")
    }

    private static let cancelled = "the pairing was cancelled, as nobody waits for it any more"

    private func cancel(_ path: String) async {
        _ = try? await call(BusCall(Self.service, path, Self.device, "CancelPairing"))
    }

    /// The object of a device, and whether it is paired. bluetoothd makes it when the kernel tells of the link, which may be
    /// a moment after we know of it.
    private func find(_ paths: [String]) async throws(BusFailure) -> (String, Bool) {
        var last = BusFailure.noBus
        for _ in 0..<30 where !Task.isCancelled {
            for path in paths {
                do throws(BusFailure) {
                    let values = try await call(.property(Self.service, path, Self.device, "Paired"))
                    return (path, values.first == .number(1))
                } catch {
                    last = error
                    guard error.name.contains(".Unknown") || error.name.hasSuffix(".InvalidArgs") else { throw error }
                }
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
        throw last
    }

    /// Registers the agent with the first device that is being paired.
    private func begin(_ path: String) async {
        let (isFirst, isNew) = state.withLock { state in
            defer { (state.hasAgent, state.paths) = (true, state.paths + [path]) }
            return (state.paths.isEmpty, !state.hasAgent)
        }
        if isNew {
            serve(Self.agent) { [weak self] member, parameters in self?.answer(member, parameters) }
        }
        guard isFirst else { return }
        // Neither display nor keyboard: straps and watches have none either. Refused, the desktop's agent is asked.
        _ = try? await call(
            BusCall(
                Self.service, "/org/bluez", Self.manager, "RegisterAgent",
                [.path(Self.agent), .text("NoInputNoOutput")]))
    }

    /// Takes the agent away with the last one: what others pair is none of ours.
    private func end(_ path: String) async {
        let isLast = state.withLock { state in
            if let index = state.paths.firstIndex(of: path) { state.paths.remove(at: index) }
            return state.paths.isEmpty
        }
        guard isLast else { return }
        _ = try? await call(
            BusCall(Self.service, "/org/bluez", Self.manager, "UnregisterAgent", [.path(Self.agent)]))
    }

    /// What bluetoothd asks the agent: yes to what we pair, no to everything else.
    func answer(_ member: String, _ parameters: [BusValue]) -> BusFailure? {
        switch (member, parameters.first) {
        case ("Release", _), ("Cancel", _): return nil
        case ("RequestConfirmation", .text(let path)?), ("RequestAuthorization", .text(let path)?):
            if state.withLock({ $0.paths.contains(path) }) { return nil }
        default: break
        }
        return BusFailure(name: "org.bluez.Error.Rejected", message: "Nightjar does not pair with it")
    }

    /// The path of bluetoothd's object for a device.
    static func path(of address: BluetoothAddress, _ adapter: UInt16) -> String {
        "/org/bluez/hci\(adapter)/dev_" + address.description.map { $0 == ":" ? "_" : String($0) }.joined()
    }

    /// What to tell of a pairing that failed.
    static func advice(_ failure: BusFailure, _ addresses: [BluetoothAddress]) -> String {
        let address = addresses.first.map(\.description) ?? ""
        let anew = "put the device into pairing mode; `bluetoothctl remove \(address)` forgets an old pairing with it"
        switch failure.name.split(separator: ".").last {
        case "AuthenticationFailed", "ConnectionAttemptFailed", "AuthenticationTimeout":
            return "the device refused bluetoothd's pairing; \(anew)"
        case "AuthenticationRejected", "AuthenticationCanceled":
            return
                "the pairing was refused or cancelled on this machine; try again, and confirm it where the desktop asks"
        case "InProgress": return "another program is pairing with the device; end that, then try again"
        case "AccessDenied":
            return
                "bluetoothd does not let this account pair; `sudo make install` puts nightjar.conf into D-Bus's system.d"
        case "UnknownObject", "UnknownMethod", "UnknownInterface", "InvalidArgs":
            return "bluetoothd does not know the device; `sudo systemctl restart bluetooth`, then try again"
        case "NoReply", "Timeout", "NoServer", "ServiceUnknown", "NameHasNoOwner":
            return "bluetoothd did not answer; `systemctl status bluetooth` tells why"
        default: return "pairing through bluetoothd failed (\(failure.message)); \(anew)"
        }
    }
}
