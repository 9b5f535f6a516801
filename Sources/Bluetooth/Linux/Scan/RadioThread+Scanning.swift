import Runtime
import Signals

extension RadioThread {
    /// Listens on all adapters until the task is cancelled.
    func scan(_ filter: ScanFilter, receive: @escaping @Sendable (Advertisement) -> Void) async throws {
        try await start()
        guard !adapters.isEmpty else { throw RadioProblem.noAdapter }
        var failures: [Failure] = []
        for index in adapters.keys.sorted() {
            do { try await prepare(index) } catch { failures.append(error) }
        }
        if let failure = failures.first, failures.count == adapters.count { throw failure }
        // It may have ended meanwhile, and the scan would wait for nothing.
        guard control != nil else { throw RadioProblem.controlEnded }
        let token = newToken()
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                    scans[token] = RadioScan(filter: filter, receive: receive, end: continuation)
                    wishScans(isNew: filter.isActive)
                }
            } onCancel: {
                Task { await self.endScan(token) }
            }
        } catch {
            // The program may be about to end, and the adapter is not to listen for ever for nobody.
            await Task { await self.rest() }.value
            throw error
        }
    }

    /// Waits until the adapters have stopped what nobody wants any more, for two seconds at most.
    private func rest() async {
        for _ in 0..<40 {
            guard scans.isEmpty, adapters.values.contains(where: { $0.isPrepared && !$0.scan.isAtRest }) else { return }
            await sleep(.milliseconds(50))
        }
    }

    private func endScan(_ token: UInt64) {
        scans.removeValue(forKey: token)?.end.resume(throwing: CancellationError())
        wishScans()
    }

    /// Tells every adapter what all scans together want.
    func wishScans(isNew: Bool = false) {
        let demand = Self.demand(of: scans.values.map(\.filter))
        for index in adapters.keys {
            adapters[index]?.scan.demand = demand
            if isNew { adapters[index]?.scan.begin() }
        }
    }

    /// One scan that hears what any of the filters wants.
    static func demand(of filters: [ScanFilter]) -> ScanPlan.Demand {
        guard !filters.isEmpty else { return .nothing }
        let asking = filters.filter(\.isActive)
        guard !asking.isEmpty else { return .listening }
        // The kernel's filter goes by services only, so it serves when nobody wants anything else.
        let byServiceOnly = filters.allSatisfy {
            !$0.services.isEmpty && $0.manufacturers.isEmpty && $0.namePrefixes.isEmpty
        }
        guard byServiceOnly else { return .asking([]) }
        return .asking(Set(filters.flatMap(\.services)).sorted { ($0.high, $0.low) < ($1.high, $1.low) })
    }

    /// Starts and stops discovery on each adapter, as its plan says.
    func tickScans(at now: Duration) {
        for index in adapters.keys where adapters[index]?.isPrepared == true && adapters[index]?.isResetting == false {
            tell(index)
            guard let action = adapters[index]?.scan.next(at: now) else { continue }
            let number = adapters[index]?.scan.number
            Task { await perform(action, number, on: index) }
        }
    }

    /// Tells an adapter's plan how its links are; without an array, as this is done with every value.
    private func tell(_ index: UInt16) {
        var (carriesLinks, isSettingUp, heard) = (false, false, Duration.zero)
        for link in links.values where link.adapter == index {
            carriesLinks = carriesLinks || link.isUp
            isSettingUp = isSettingUp || link.isSettingUp
            heard = max(heard, link.lastHeard)
        }
        adapters[index]?.scan.carriesLinks = carriesLinks
        adapters[index]?.scan.isSettingUp = isSettingUp
        adapters[index]?.scan.heardOverLink(at: heard)
    }

    private func perform(_ action: ScanPlan.Action, _ number: Int?, on index: UInt16) async {
        let answer: ManagementAnswer
        let began = uptime
        switch action {
        case .start(let services):
            answer = await ask(
                services.isEmpty ? .startDiscovery(index) : .startServiceDiscovery(index, services),
                within: Self.patience)
        case .stop: answer = await ask(.stopDiscovery(index), within: Self.patience)
        case .listen: answer = await ask(.addListening(index), within: Self.patience)
        case .stopListening(let monitor):
            answer = await ask(.removeListening(index, monitor: monitor), within: Self.patience)
        }
        let monitor =
            action == .listen && answer.reply.count >= 2 ? UInt16(answer.reply[0]) | UInt16(answer.reply[1]) << 8 : nil
        adapters[index]?.scan.answered(answer.status, monitor: monitor, to: number, at: uptime)
        switch action {
        case .start, .stop: note(answer.status, after: uptime - began, on: index)
        // The kernel answers these by itself, unless the controller does not let it.
        case .listen, .stopListening:
            if answer.status != .success { note(answer.status, after: uptime - began, on: index) }
        }
        noteScan(action, answer.status, on: index)
    }

    private func noteScan(_ action: ScanPlan.Action, _ status: ManagementStatus, on index: UInt16) {
        switch (action, status) {
        case (.stop, _), (.stopListening, _): return
        case (_, .notPermitted):
            adapters[index]?.scanRefusal = Failure(
                .notPermitted, RadioProblem.notPermitted("Scanning with hci\(index)"))
        case (_, .success), (_, .busy): adapters[index]?.scanRefusal = nil
        default: break
        }
        let refusals = adapters.values.compactMap(\.scanRefusal)
        guard let refusal = refusals.first, refusals.count == adapters.count, refusal.code == .notPermitted else {
            return
        }
        endScans(refusal)
    }

    /// Ends all scans, as none of them can hear anything any more.
    func endScans(_ failure: Failure) {
        for token in scans.keys { scans.removeValue(forKey: token)?.end.resume(throwing: failure) }
        wishScans()
    }

    /// Hands an advertisement to everybody who wants it.
    func heard(_ report: AdvertisingReport, by index: UInt16) {
        adapters[index]?.scan.heard(report.address, answers: report.isConnectable, at: uptime)
        let address = metAs(report.address, on: index)
        hearing.heard(
            address, by: index, rssi: report.rssi, isConnectable: report.isConnectable,
            isLinked: links.values.contains { $0.isUp && $0.address == address }, at: uptime)
        reconsiderLink(to: address)
        guard !scans.isEmpty else { return }
        var data = AdvertisingData()
        data.add(report.data.span.bytes)
        let advertisement = Advertisement(
            address: address, adapter: index, received: clock.now, rssi: report.rssi,
            isConnectable: report.isConnectable, name: data.name, services: data.services,
            manufacturerData: data.manufacturerData, serviceData: data.serviceData)
        for scan in scans.values where scan.filter.matches(advertisement) { scan.receive(advertisement) }
    }
}
