import Runtime
import Signals

/// Beside bluetoothd: it manages the adapters, their power and their keys, and whether it is there changes at any time.
extension RadioThread {
    /// How long bluetoothd must be gone before its work is taken over: a restart is no departure, and two who give keys to
    /// the kernel at once would leave it with neither's.
    private static let departureTime = Duration.seconds(3)

    /// Learns whether bluetoothd runs, and follows it from then on.
    func followDaemon() async {
        guard following == nil else { return }
        await withCheckedContinuation { continuation in
            following = Task { [weak self, presence = system.daemon.presence] in
                var first: CheckedContinuation<Void, Never>? = continuation
                for await isThere in presence() {
                    guard let self else { break }
                    if let waiting = first {
                        await self.begin(beside: isThere)
                        first = nil
                        waiting.resume()
                    } else {
                        await self.daemonChanged(isThere)
                    }
                }
                first?.resume()
            }
        }
    }

    private func begin(beside isThere: Bool) { isShared = isThere }

    private func daemonChanged(_ isThere: Bool) {
        departure &+= 1
        guard !isThere else {
            isShared = true
            return
        }
        guard isShared else { return }
        let token = departure
        Task {
            await sleep(Self.departureTime, device: nil, wakesOnAdapters: false)
            if departure == token { takeOver() }
        }
    }

    /// bluetoothd is gone for good: its work is ours now.
    private func takeOver() {
        isShared = false
        for index in adapters.keys {
            adapters[index]?.isPrepared = false
            adapters[index]?.failure = nil
            let isUsed = !scans.isEmpty || links.values.contains { $0.adapter == index }
            if isUsed { Task { try? await prepare(index) } }
        }
        adaptersChanged()
    }

    /// Has bluetoothd pair with a device: its keys are the kernel's, and the agent of a desktop, or none, would refuse what
    /// the kernel asks for a link of ours.
    func pairThroughDaemon(_ link: RadioLink) {
        let (token, index) = (link.token, link.adapter)
        let addresses = [link.address, lasting(link.address, on: index)]
        link.pairing?.cancel()
        link.pairing = Task {
            let outcome = await system.daemon.pair(
                addresses.first == addresses.last ? [addresses[0]] : addresses, index)
            guard let link = links[token] else { return }
            switch outcome {
            case .paired:
                link.session?.securityRaised(at: uptime)
                act(on: link)
            case .bonded:
                encrypt(link)
                act(on: link)
            case .refused(let reason): failPairing(link, reason)
            }
        }
    }
}
