import Analysis
import Signals
import Store

extension Gateway {
    /// Scores a window of a live device from its stored epochs and keeps the night when there is one.
    /// - Returns: the night; nil when too little was recorded.
    /// - Throws: `Failure` when the store cannot be read.
    func score(_ device: DeviceID, _ window: NightWindow) throws -> Night? {
        let interval = window.interval
        // A strap without motion has epochs of heart rate alone; sleep is scored from the arm.
        let epochs = try store.epochs(of: device, seconds: 5, from: interval.lowerBound, to: interval.upperBound)
            .filter { $0.motion != nil }
        // An hour at least, or a wearer who has just come would have a night of nothing.
        guard epochs.count >= 720 else { return nil }
        let losses = try store.losses(of: device, from: interval.lowerBound, to: interval.upperBound)
        let nights = try NightAnalysis.nights(
            angleZ: epochs, zone: configuration.zone, losses: losses, off: try withoutContact(device, interval))
        guard let night = nights.first(where: { $0.date == window.date }) else { return nil }
        let known = try store.nights(on: window.date).filter { $0.device == device && $0.recording == nil }
        if !known.contains(where: { $0.night == night }) {
            store.append([night], device: device)
            bus.publish(.nights([night.date], of: whose(device, night.date)))
        }
        return night
    }

    /// The stretches of a minute or longer in which a device said that it touched no skin. A touch is told when it changes.
    private func withoutContact(_ device: DeviceID, _ interval: Range<Instant>) throws -> [Range<Instant>] {
        var changes: [(time: Instant, isOn: Bool)] = []
        // What holds at the beginning was told before it.
        try store.forEachBatch(
            of: device, channel: .contact, from: interval.lowerBound.advanced(bySeconds: -86_400),
            to: interval.upperBound
        ) { batch in
            for index in 0..<batch.count {
                changes.append((batch.times.instant(at: index), batch.values[index * batch.axes] != 0))
            }
        }
        changes.sort { $0.time < $1.time }
        let ends = changes.dropFirst().map(\.time) + [interval.upperBound]
        return zip(changes, ends).filter { !$0.isOn && $1.seconds(since: $0.time) >= 60 }.map { $0.time..<$1 }
    }

    /// The person whom a night belongs to in lists; nil for nobody in particular.
    func whose(_ device: DeviceID, _ date: CivilDate) -> Person.ID? {
        wearerRegistry.wearer(of: device, during: NightWindow(endingOn: date, in: configuration.zone).interval)?.id
    }
}
