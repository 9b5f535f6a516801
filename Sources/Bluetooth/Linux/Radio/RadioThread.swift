import Glibc
import Runtime
import Signals
import Synchronization

/// Everything of the radio that happens on its one thread: the management channel, the adapters, scans and links.
///
/// The actor runs on the thread that waits for the sockets, so what the kernel delivers is dealt with where it arrives.
actor RadioThread {
    /// The descriptor's token of the management channel; links count from 1.
    static let controlToken: UInt64 = 0
    /// How long the kernel may take to answer a command.
    private static let answerTime = Duration.seconds(15)
    /// How long it may take for a command that a controller carries out at once: it waits two seconds for each step.
    static let patience = Duration.seconds(8)

    nonisolated let loop: LinkLoop
    let system: RadioSystem
    let clock: any HostClock
    let server: GATTServer
    let keys: KeyQueue?
    /// The adapters as they were told last, for who cannot wait.
    nonisolated let latest = Mutex<[BluetoothAdapter]>([])
    private var latestTold = Duration.zero

    var control: ControlSocket?
    var answers = AwaitedAnswers()
    var starting: Task<Failure?, Never>?
    /// Whether bluetoothd runs, which manages the adapters then.
    var isShared = false
    /// Follows whether bluetoothd runs.
    var following: Task<Void, Never>?
    /// Tells one departure of bluetoothd from the next.
    var departure: UInt64 = 0
    var adapters: [UInt16: RadioAdapter] = [:]
    /// Adapters whose keys are being read.
    var arriving: [UInt16: ArrivingAdapter] = [:]
    /// What is known of each adapter's answers, over its resets too.
    var watchdogs: [UInt16: AdapterWatchdog] = [:]
    /// Those of adapters that a reset of their bus took away, by the address under which they come back.
    var returning: [BluetoothAddress: (index: UInt16, watchdog: AdapterWatchdog)] = [:]
    var troubleListeners: [UInt64: AsyncStream<String?>.Continuation] = [:]
    var toldTrouble: String?
    var scans: [UInt64: RadioScan] = [:]
    var links: [UInt64: RadioLink] = [:]
    /// What we offer to others; nil for nothing.
    var offer: HeartRateOffer?
    var memories: [BluetoothAddress: GATTMemory] = [:]
    /// How well each adapter hears each device.
    var hearing = Hearing()
    private var sleepers: [UInt64: Sleeper] = [:]
    private var lastToken: UInt64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(system: RadioSystem, clock: any HostClock, server: GATTServer, keys: KeyFolder?) throws {
        loop = try LinkLoop()
        self.system = system
        self.clock = clock
        self.server = server
        self.keys = keys.map(KeyQueue.init)
        try loop.start { [weak self] wake in
            guard let self else { return }
            self.assumeIsolated { $0.handle(wake) }
        }
    }

    deinit {
        following?.cancel()
        loop.stop()
    }

    /// The time of the monotonic clock.
    var uptime: Duration { system.uptime() }

    /// A token that has not been used before.
    func newToken() -> UInt64 {
        lastToken += 1
        return lastToken
    }

    private func handle(_ wake: LinkLoop.Wake) {
        switch wake {
        case .settled: settle()
        case .ready(Self.controlToken, _, _, _): readControl()
        case .ready(let token, let readable, let writable, let failed):
            guard !serveOffer(token, readable: readable, writable: writable, failed: failed) else { return }
            serve(token, readable: readable, writable: writable, failed: failed)
        }
    }

    /// Does what is due and says when to be called again.
    private func settle() {
        let now = uptime
        for reply in answers.takeLate(at: now) { reply.resume(returning: ManagementAnswer(status: .silent)) }
        tickWatchdogs(at: now)
        tickScans(at: now)
        tickLinks(at: now)
        tickOffer(at: now)
        tickSleepers(at: now)
        if now >= latestTold + .seconds(2) {
            latestTold = now
            let told = described
            latest.withLock { $0 = told }
        }
        loop.setAlarm(in: deadline.map { $0 - now })
    }

    /// When something is due at the latest; nil for nothing before something comes.
    var deadline: Duration? {
        let deadlines =
            [answers.deadline, offer?.deadline] + adapters.values.map(\.scanDeadline) + watchdogs.values.map(\.deadline)
            + returning.values.map(\.watchdog.deadline)
            + links.values.map(\.deadline)
            + sleepers.values.map(\.deadline)
        return deadlines.compactMap(\.self).min()
    }
}

extension RadioThread {
    /// Gives the kernel a command and waits for its answer.
    func ask(_ command: ManagementPacket, within time: Duration = answerTime) async -> ManagementAnswer {
        await withCheckedContinuation { continuation in
            guard let control, control.send(command) == nil else {
                return continuation.resume(returning: ManagementAnswer(status: .unsent))
            }
            answers.add(command, until: uptime + time, continuation)
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
        for reply in answers.takeAll(index: nil) { reply.resume(returning: ManagementAnswer(status: .unsent)) }
        adapters = [:]
        (watchdogs, returning) = ([:], [:])
        tellTroubles()
        arriving = [:]
        endOffer(RadioProblem.controlEnded)
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
        case .longTermKey(let key, let isLasting):
            if isLasting, isOurs(key.address, on: index) { keep(index) { $0.add(key) } }
        case .identityKey(let key, let random, let isLasting):
            guard isLasting, isOurs(random, on: index) || isOurs(key.address, on: index) else { return }
            keep(index) { $0.add(key, metAs: random) }
        case .parameters(let address, let parameters, let isLasting):
            if isLasting, isOurs(address, on: index) { keep(index) { $0.parameters[address] = parameters } }
        case .unpaired(let address): keep(index) { $0.forget(metAs(address, on: index)) }
        case .advertisingRemoved(let instance): advertisingRemoved(instance, on: index)
        case .monitorRemoved(let monitor): adapters[index]?.scan.removed(monitor: monitor)
        // Only the controller makes links: it works, though no scan may have been answered yet.
        case .connected: note(.success, after: .zero, on: index)
        case .connectFailed, .passkeyRequested, .other: break
        }
    }
}

extension RadioThread {
    /// Performs a request on a link.
    func request(_ request: GATTRequest, on token: UInt64) async throws -> GATTReply {
        guard let link = links[token] else { throw Failure(.failed, "The link is down.") }
        let number = RequestNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled, links[token] != nil,
                    let id = link.session?.submit(request, mayRaiseSecurity: link.options.mayPair, at: uptime)
                else { return continuation.resume(throwing: CancellationError()) }
                number.id = id
                link.requests[id] = continuation
                act(on: link)
            }
        } onCancel: {
            Task { await self.cancel(number, on: token) }
        }
    }

    private func cancel(_ number: RequestNumber, on token: UInt64) {
        guard let link = links[token], let id = number.id else { return }
        link.session?.cancel(id, at: uptime)
        act(on: link)
    }

    /// Signal strength of a link in dBm; nil when the adapter cannot tell.
    func signalStrength(of token: UInt64) async -> Int? {
        guard let link = links[token] else { return nil }
        let answer = await ask(.readConnection(link.adapter, link.address))
        guard answer.status == .success, answer.reply.count > 7, answer.reply[7] != 127 else { return nil }
        return Int(Int8(bitPattern: answer.reply[7]))
    }

    /// Ends a link and waits until it is down; others may use it too, so not for long.
    func disconnect(_ token: UInt64) async {
        guard let address = links[token]?.address else { return }
        giveUp(token)
        // The kernel keeps a link for two seconds after its last user. Who connects before it is down gets the same link
        // again, silent as it was.
        await waitUntilDown(address, limit: .seconds(6))
    }

    /// A request's number, once it has been submitted; nil before.
    private final class RequestNumber: @unchecked Sendable {
        // `@unchecked Sendable`: touched only on the radio's thread.
        var id: GATTRequestID?
    }
}

/// Who waits for a time, or for a change of the adapters before it.
struct Sleeper {
    var deadline: Duration?
    /// The device whose link must end first; nil for none.
    var device: BluetoothAddress?
    var wakesOnAdapters: Bool
    var continuation: CheckedContinuation<Void, Never>
}

extension RadioThread {
    /// Waits; ends early when an adapter comes or changes, or when the task is cancelled.
    func pause(_ duration: Duration) async {
        await sleep(duration, device: nil, wakesOnAdapters: true)
    }

    /// Waits by the host's clock.
    func wait(_ duration: Duration) async throws {
        try await clock.wait(seconds: duration / .seconds(1))
    }

    /// Waits for so long, whatever changes.
    func sleep(_ duration: Duration) async { await sleep(duration, device: nil, wakesOnAdapters: false) }

    /// Waits until the kernel says that the link to a device is down, `limit` at most.
    func waitUntilDown(_ device: BluetoothAddress, limit: Duration) async {
        await sleep(limit, device: device, wakesOnAdapters: false)
    }

    func sleep(_ duration: Duration, device: BluetoothAddress?, wakesOnAdapters: Bool) async {
        let token = newToken()
        let deadline = uptime + duration
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume() }
                sleepers[token] = Sleeper(
                    deadline: deadline, device: device, wakesOnAdapters: wakesOnAdapters, continuation: continuation)
            }
        } onCancel: {
            Task { await self.wakeSleepers { token == $0 } }
        }
    }

    private func tickSleepers(at now: Duration) {
        for (token, sleeper) in sleepers where sleeper.deadline.map({ $0 <= now }) ?? false {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }

    /// Wakes the sleepers that wait for a change of adapters.
    func adaptersChanged() {
        for (token, sleeper) in sleepers where sleeper.wakesOnAdapters {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }

    /// Wakes the sleepers that wait for this device's link to end.
    private func deviceIsDown(_ device: BluetoothAddress) {
        for (token, sleeper) in sleepers where sleeper.device == device {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }

    private func wakeSleepers(_ isMeant: (UInt64) -> Bool) {
        for token in sleepers.keys where isMeant(token) {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }
}
