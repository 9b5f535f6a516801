import Runtime
import Signals
import Store

extension WearerRegistry {
    /// The stretches of `interval` of which a device's stream is not kept, however late it comes: those whose wearer
    /// refused it then, or refuses it by now, or was deleted. What a device had stored is of who wore it at that time.
    func withheld(_ channel: Channel, of device: DeviceID, in interval: Range<Instant>) -> [Range<Instant>] {
        let then = refused([channel], of: device, from: interval.lowerBound, to: interval.upperBound).compactMap {
            loss in
            loss.first.flatMap { first in loss.end.map { first..<$0 } }
        }
        let refusing = Visibility(isOwner: false) { self.refused(by: $0)[channel] != nil }
        return then + stretches(of: device, in: interval, refusing) + erased(of: device).intersection([interval])
    }

    /// What is missing of a device that streamed in because of what its wearers refuse, whoever wore it when.
    /// - Parameters:
    ///   - channels: the streams that the device has.
    ///   - device: which.
    ///   - start: where to look from.
    ///   - end: where to look to.
    /// - Returns: One for each stretch and stream, in seconds, in the order of time.
    func refused(_ channels: Set<Channel>, of device: DeviceID, from start: Instant, to end: Instant) -> [Loss] {
        let worn = wearings(of: device)
        let said = (worn.map(\.person) + [nil]).flatMap { refusals(of: $0) }
        guard start < end, !said.isEmpty else { return [] }
        let turns = worn.flatMap { [$0.start, $0.end ?? end] } + said.flatMap { [$0.made, $0.withdrawn ?? end] }
        let times = Set(turns + [start, end]).filter { $0 >= start && $0 <= end }.sorted()
        var open: [Channel: (since: Instant, because: Channel)] = [:]
        var losses: [Loss] = []
        func close(_ channel: Channel, at time: Instant) {
            guard let (since, because) = open.removeValue(forKey: channel) else { return }
            let detail = because == channel ? "the wearer refuses it" : "the wearer refuses \(because.rawValue)"
            losses.append(
                Loss(
                    .refused, count: time.seconds(since: since), unit: .seconds, first: since, end: time,
                    channel: channel, detail: detail))
        }
        for time in times where time < end {
            let refused = refused(by: wearer(of: device, at: time)?.id, at: time).filter { channels.contains($0.key) }
            for channel in open.keys.sorted(by: { $0.rawValue < $1.rawValue }) where refused[channel] == nil {
                close(channel, at: time)
            }
            for (channel, refusal) in refused where open[channel] == nil { open[channel] = (time, refusal.channel) }
        }
        for channel in open.keys.sorted(by: { $0.rawValue < $1.rawValue }) { close(channel, at: end) }
        return losses
    }
}

extension Gateway {
    /// What is missing of what streamed in from a device because of what its wearers refuse, in stretches of time.
    func refused(of device: DeviceID, in stretches: [Range<Instant>]) -> [Loss] {
        let streams = devices.entries.first { $0.device == device }?.streams ?? []
        let channels = Set(streams.map(\.channel))
        return stretches.flatMap { stretch in
            wearerRegistry.refused(
                channels, of: device, from: stretch.lowerBound, to: min(stretch.upperBound, configuration.clock.now))
        }
    }
}
