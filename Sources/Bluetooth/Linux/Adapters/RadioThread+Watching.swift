import Documents
import Runtime
import Signals

extension RadioThread {
    /// Notes whether the controller answered a command that it has to carry out, and whether that shows that a reset helped.
    func note(
        _ status: ManagementStatus, after duration: Duration, isProof: Bool = true, on index: UInt16
    ) {
        guard adapters[index] != nil, let isAnswer = AdapterWatchdog.isAnswer(status, after: duration) else { return }
        let recoveries = watchdogs[index]?.recoveries
        let weight = status == .silent ? AdapterWatchdog.patience : 1
        watchdogs[index, default: AdapterWatchdog()]
            .answered(isAnswer, weight: weight, isProof: isProof, at: uptime)
        if let recoveries, watchdogs[index]?.recoveries != recoveries {
            Log.info("A Bluetooth adapter answers again.", fields(of: index))
        }
        tellTroubles()
    }

    /// Resets the adapters that hang.
    func tickWatchdogs(at now: Duration) {
        // Most often none is due, and this is called with every value.
        for index in watchdogs.keys where watchdogs[index]?.deadline.map({ $0 <= now }) == true {
            let means = AdapterWatchdog.Means(power: !isShared, bus: system.hasBus(index))
            let wasGivenUp = watchdogs[index]?.isGivenUp
            if let reset = watchdogs[index]?.next(at: now, means: means) {
                Task { await perform(reset, on: index) }
            } else if watchdogs[index]?.isGivenUp == true, wasGivenUp == false {
                Log.error("A Bluetooth adapter does not answer, and no reset helped.", fields(of: index))
            }
            tellTroubles()
        }
        for address in returning.keys where returning[address]?.watchdog.deadline.map({ $0 <= now }) == true {
            returning[address] = nil
            tellTroubles()
        }
    }

    /// An adapter is gone, and so is what it was taken for: its number may be another's next. Only one that a reset of ours took
    /// away is waited for, under whichever number it comes back.
    func forgetWatchdog(of index: UInt16) {
        guard var watchdog = watchdogs.removeValue(forKey: index) else { return }
        guard watchdog.isResetOnBus, let address = adapters[index]?.info.address else { return tellTroubles() }
        watchdog.done(true, at: uptime)
        returning[address] = (index, watchdog)
    }

    private func perform(_ reset: AdapterWatchdog.Reset, on index: UInt16) async {
        Log.warning("A Bluetooth adapter does not answer and is reset.", fields(of: index))
        adapters[index]?.isResetting = true
        let isDone =
            switch reset {
            case .power: await cyclePower(of: index)
            case .bus: await blocking { [system] in system.resetBus(index) }
            }
        adapters[index]?.isResetting = false
        watchdogs[index]?.done(isDone, at: uptime)
        // To be switched on, a controller has answered a dozen commands: proof enough where nobody scans.
        if reset == .power, isDone { note(.success, after: .zero, isProof: scans.isEmpty, on: index) }
        tellTroubles()
        guard reset == .power, isDone, !scans.isEmpty else { return }
        adapters[index]?.isPrepared = false
        try? await prepare(index)
    }

    private func cyclePower(of index: UInt16) async -> Bool {
        // Some versions give it up with the first command that the controller does not answer; then it is forced.
        if await ask(.setPowered(index, false), within: Self.patience).status != .success {
            _ = await blocking { [system] in system.forceDown(index) }
        }
        // The kernel may still be about switching it off, and says that it is busy.
        for _ in 0..<10 {
            let answer = await ask(.setPowered(index, true))
            guard answer.status == .busy else {
                takeSettings(answer, of: index)
                return answer.status == .success
            }
            await sleep(.seconds(2))
            // Unplugged meanwhile, its number may be another's.
            guard watchdogs[index] != nil else { return false }
        }
        return false
    }

    /// Does what may take seconds on a thread of its own.
    private func blocking(_ work: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            do { _ = try LoopThread { continuation.resume(returning: work()) } } catch {
                continuation.resume(returning: false)
            }
        }
    }

    private func fields(of index: UInt16) -> KeyValuePairs<String, JSONValue> {
        let watchdog = watchdogs[index] ?? AdapterWatchdog()
        return [
            "adapter": .string("hci\(index)"), "power_cycles": .number(Double(watchdog.powerCycles)),
            "bus_resets": .number(Double(watchdog.busResets)), "recoveries": .number(Double(watchdog.recoveries)),
        ]
    }

    /// What is wrong with an adapter that hangs; nil for one that does not.
    func trouble(of index: UInt16) -> String? {
        watchdogs[index].flatMap { Self.trouble(of: index, $0) }
    }

    private static func trouble(of index: UInt16, _ watchdog: AdapterWatchdog) -> String? {
        guard watchdog.isHung else { return nil }
        return watchdog.isGivenUp
            ? "hci\(index) answers nothing, and resetting it did not help. Unplug it and plug it in again, or restart the machine."
            : "hci\(index) answers nothing and is being reset."
    }

    /// Tells who listens what hangs, when that is another than before.
    func tellTroubles() {
        let all = watchdogs.map { (index: $0.key, watchdog: $0.value) } + returning.values
        let troubles = all.sorted { $0.index < $1.index }.compactMap { Self.trouble(of: $0.index, $0.watchdog) }
        let text = troubles.isEmpty ? nil : troubles.joined(separator: " ")
        guard text != toldTrouble else { return }
        toldTrouble = text
        for listener in troubleListeners.values { listener.yield(text) }
    }

    /// What keeps adapters from working although they are there, as it changes; nil when all is well again.
    func troubles() -> AsyncStream<String?> {
        let (stream, continuation) = AsyncStream<String?>.makeStream(bufferingPolicy: .bufferingNewest(8))
        let token = newToken()
        troubleListeners[token] = continuation
        continuation.onTermination = { _ in Task { await self.forgetTroubles(token) } }
        if let toldTrouble { continuation.yield(toldTrouble) }
        return stream
    }

    private func forgetTroubles(_ token: UInt64) { troubleListeners[token] = nil }
}
