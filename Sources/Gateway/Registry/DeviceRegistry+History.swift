package import Signals
import Store
import Synchronization

/// A battery charge that a device reported.
package struct BatteryLevel: Hashable, Sendable {
    /// When it was reported.
    package var time: Instant
    /// Charge, 0 ... 100 %.
    package var percent: Int
}

/// A device was put on or taken off.
package struct WearChange: Hashable, Sendable {
    /// When skin contact began or ended.
    package var time: Instant
    /// Whether the device touches the skin from then on.
    package var isWorn: Bool
}

extension DeviceRegistry {
    /// The charges that a device told in `start ..< end`, in order.
    /// - Throws: `Failure` when the store cannot be read.
    package func battery(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> [BatteryLevel] {
        try values(of: device, .batteryLevel, start, end).map { BatteryLevel(time: $0, percent: Int($1)) }
    }

    /// When a device was put on and taken off in `start ..< end`, in order; empty for one that cannot tell.
    /// - Throws: `Failure` when the store cannot be read.
    package func wear(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> [WearChange] {
        try values(of: device, .contact, start, end).map { WearChange(time: $0, isWorn: $1 > 0) }
    }

    /// What the owner calls a device; nil for its own name.
    func name(of device: DeviceID) -> String? {
        state.withLock { state in state.known.values.first { $0.device == device }?.givenName }
    }

    private func values(
        of device: DeviceID, _ channel: Channel, _ start: Instant, _ end: Instant
    ) throws(Failure) -> [(Instant, Float)] {
        var values: [(Instant, Float)] = []
        try store.forEachBatch(of: device, channel: channel, from: start, to: end) { batch in
            for index in 0..<batch.count where batch.values[index * batch.axes].magnitude <= 1000 {
                values.append((batch.times.instant(at: index), batch.values[index * batch.axes]))
            }
        }
        return values
    }
}
