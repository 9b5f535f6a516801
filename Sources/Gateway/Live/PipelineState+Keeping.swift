import Devices
import Signals

extension PipelineState {
    /// Nanoseconds after which an unchanged charge is stored again, as part of its history.
    private static let batteryInterval: Int64 = 1_800_000_000_000

    /// Keeps a charge for the history of the battery.
    mutating func keep(battery percent: Int, at instant: Instant) {
        if let kept = keptBattery, kept.percent == percent,
            instant.nanoseconds(since: kept.at) < Self.batteryInterval
        {
            return
        }
        keptBattery = (percent, instant)
        keep(.batteryLevel, .percent, Float(percent), instant)
    }

    /// Stores a change of skin contact.
    mutating func keep(contact: Bool?, at instant: Instant) {
        guard let contact, contact != keptContact else { return }
        keptContact = contact
        keep(.contact, .one, contact ? 1 : 0, instant)
    }

    private mutating func keep(_ channel: Channel, _ unit: SignalUnit, _ value: Float, _ instant: Instant) {
        yield.batches.append(
            SampleBatch(
                device: device.id, channel: channel, unit: unit, values: [value],
                times: .stamped([instant.nanoseconds]), received: instant))
    }
}
