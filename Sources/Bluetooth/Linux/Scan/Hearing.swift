import Signals

/// How well each adapter hears each device, and which one carried its last link.
struct Hearing {
    /// How one adapter hears one device.
    private struct Entry {
        /// Smoothed signal strength in dBm.
        var strength: Double
        var heard: Duration
    }

    private struct Device {
        var adapters: [UInt16: Entry] = [:]
        /// When it was last heard as one that takes connections, and as one that takes none.
        var connectable: Duration?
        var closed: Duration?
        /// The adapter of its last link.
        var carrier: UInt16?
    }

    /// What was heard so long ago counts no more.
    static let memory = Duration.seconds(60)
    /// A device that took connections so long ago may be one that takes none by itself.
    static let connectableMemory = Duration.seconds(3600)
    /// Another adapter must hear a device so much better, in dB, before links move to it: strengths swing by half of that while
    /// nothing moves, and a device must not go back and forth.
    static let margin = 8.0
    /// So many devices are remembered at most.
    static let capacity = 1024

    private var devices: [BluetoothAddress: Device] = [:]

    /// An advertisement was heard.
    mutating func heard(
        _ address: BluetoothAddress, by adapter: UInt16, rssi: Int?, isConnectable: Bool, isLinked: Bool = false,
        at now: Duration
    ) {
        if devices[address] == nil, devices.count >= Self.capacity { forgetOld(at: now) }
        var device = devices[address] ?? Device()
        // While a link of ours holds it, it takes no other.
        if isConnectable { device.connectable = now } else if !isLinked { device.closed = now }
        if let rssi {
            let strength = Double(max(-127, min(20, rssi)))
            let before = device.adapters[adapter].flatMap { now - $0.heard < Self.memory ? $0.strength : nil }
            device.adapters[adapter] = Entry(
                strength: before.map { $0 * 0.75 + strength * 0.25 } ?? strength, heard: now)
        }
        devices[address] = device
    }

    /// A link to a device is up.
    mutating func linked(_ address: BluetoothAddress, by adapter: UInt16) {
        guard devices[address] != nil || devices.count < Self.capacity else { return }
        devices[address, default: Device()].carrier = adapter
    }

    /// A link of ours to a device has ended: it takes connections, until it is heard to take none.
    mutating func unlinked(_ address: BluetoothAddress, at now: Duration) {
        devices[address]?.closed = nil
        devices[address]?.connectable = now
    }

    /// Whether a device is heard and takes no connection: whoever has a link to it is somebody else.
    func isHeldElsewhere(_ address: BluetoothAddress, at now: Duration) -> Bool {
        guard let device = devices[address], let closed = device.closed, now - closed < .seconds(20) else {
            return false
        }
        // It was seen to take connections, so that it is no mere tag; not since it began to refuse them, and not so long ago
        // that it may do something else by now.
        return device.connectable.map { (.seconds(5)..<Self.connectableMemory).contains(closed - $0) } ?? false
    }

    /// What is known of an adapter with which a device could be connected.
    struct Candidate: Hashable {
        var adapter: UInt16
        /// The links that it carries or is making.
        var links: Int
        /// Whether it holds a bond with the device.
        var hasBond: Bool
    }

    /// The adapters in the order in which they are to be tried: those that hold the bond, and of these the one that hears the
    /// device best; the one that carried it last stays first unless another is better by ``margin``.
    func order(_ candidates: [Candidate], for address: BluetoothAddress, at now: Duration) -> [UInt16] {
        let device = devices[address]
        func strength(_ one: Candidate) -> Double? { self.strength(of: address, with: one.adapter, at: now) }
        // A bond is of no use where the device is not heard, while another adapter hears it.
        let isHeard = candidates.contains { strength($0) != nil }
        func lacksBond(_ one: Candidate) -> Int { one.hasBond && (!isHeard || strength(one) != nil) ? 0 : 1 }
        let most = candidates.map(lacksBond).min()
        let best = candidates.filter { lacksBond($0) == most }.compactMap(strength).max()
        func moves(_ one: Candidate) -> Int {
            guard one.adapter == device?.carrier else { return 1 }
            return best.map { $0 - (strength(one) ?? -.infinity) < Self.margin } ?? true ? 0 : 1
        }
        // In steps: where two hear it about as well, the one with fewer links is better.
        func loudness(_ one: Candidate) -> Int { strength(one).map { Int(($0 / Self.margin).rounded(.down)) } ?? -1000 }
        return candidates.sorted { a, b in
            let left = (lacksBond(a), moves(a), -loudness(a), a.links),
                right = (lacksBond(b), moves(b), -loudness(b), b.links)
            return left != right ? left < right : a.adapter < b.adapter
        }.map(\.adapter)
    }

    /// Whether a link that is being made with an adapter is better made with another one by now: one that is to be tried first and
    /// hears the device better by ``margin``.
    func isOutdone(
        _ adapter: UInt16, among candidates: [Candidate], for address: BluetoothAddress, at now: Duration
    ) -> Bool {
        guard let first = order(candidates, for: address, at: now).first, first != adapter,
            let best = strength(of: address, with: first, at: now)
        else { return false }
        return best - (strength(of: address, with: adapter, at: now) ?? -.infinity) >= Self.margin
    }

    private func strength(of address: BluetoothAddress, with adapter: UInt16, at now: Duration) -> Double? {
        guard let entry = devices[address]?.adapters[adapter], now - entry.heard < Self.memory else { return nil }
        return entry.strength
    }

    private mutating func forgetOld(at now: Duration) {
        devices = devices.filter { _, device in
            device.carrier != nil || device.adapters.values.contains { now - $0.heard < Self.memory }
        }
        while devices.count >= Self.capacity, let any = devices.first { devices[any.key] = nil }
    }
}
