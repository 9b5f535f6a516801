import Analysis
import Devices
import Recordings
import Signals
import Store

/// Withdraws data: of streams that the wearer refuses, and of earlier wearers of the device.
extension PipelineState {
    private static let heartChannels = RawHeart.channels.union([.heartRate, .rrInterval])

    /// Why nothing may be told of the heart: the rate, or whatever the device has of it, is refused by the wearer or not
    /// allowed on the device; nil where something may.
    var heartRefusal: String? {
        if withheld.contains(.heartRate) { return LoadReading.refusal }
        let own = Set(device.channels.map(\.channel)).intersection(Self.heartChannels)
        guard !own.isEmpty, own.isSubset(of: withheld.union(status.switchedOff)) else { return nil }
        return own.isSubset(of: status.switchedOff) ? LoadReading.switchedOff : LoadReading.refusal
    }

    /// Says which streams an owner does not allow on the device.
    mutating func switchOff(allBut streams: Set<Channel>?) {
        guard let streams else { return }
        status.switchedOff = Set(device.channels.map(\.channel)).subtracting(streams)
        analysis.isMotionRefused = status.switchedOff.contains(.acceleration)
    }

    /// Takes these streams for refused and no others; what was told of those that are so anew is over.
    mutating func withhold(_ channels: Set<Channel>) {
        let added = channels.subtracting(withheld)
        withheld = channels
        status.refused = channels.intersection(device.channels.map(\.channel))
        analysis.isMotionRefused = channels.union(status.switchedOff).contains(.acceleration)
        forget(added)
        yield.events.append(.device(status))
        if !added.isDisjoint(with: Self.heartChannels), let reason = heartRefusal {
            publishRefusal(at: told, motion: nil, because: reason)
        }
    }

    /// Changes the wearer, and with it the baseline.
    mutating func change(wearer: Person.ID?, baseline: LoadBaseline?) {
        guard self.wearer != wearer else { return }
        // What was learned before it was said who wears it is this person's; what was told so far is not.
        if self.wearer != nil { analysis.changePerson(baseline: baseline) }
        forgetAll()
        self.wearer = wearer
    }

    /// Removes everything that was published so far.
    mutating func forgetAll() { forget(Self.heartChannels.union([.acceleration])) }

    private mutating func forget(_ channels: Set<Channel>) {
        guard !channels.isEmpty else { return }
        // Movement that waits was allowed when it came: it is kept, and no second of it is told.
        drain()
        if isTold(channels) { forgetHeart() }
        if channels.contains(.acceleration) {
            analysis.forgetMotion()
            motionSince = status.lastSample ?? now
            history.forgetMotion()
            load?.motion = nil
            seen[.motion] = nil
        }
        if channels.contains(.contact), withheld.contains(.contact) {
            (status.contact, keptContact) = (nil, nil)
            analysis.receive(contact: true, at: now)
        }
        if channels.contains(.batteryLevel), withheld.contains(.batteryLevel) {
            (status.batteryPercent, status.batteryNote, keptBattery) = (nil, nil, nil)
        }
        yield.events.append(.withdrawn(device.id, channels, wearer))
    }

    /// Whether what is told of the heart was made of one of these streams: of raw signals only where they are counted.
    private func isTold(_ channels: Set<Channel>) -> Bool {
        !channels.isDisjoint(with: [.heartRate, .rrInterval])
            || rawHeart.channel.map { channels.contains($0) } ?? false
    }

    /// Stores the beats that have arrived, and publishes nothing derived from them any more.
    private mutating func forgetHeart() {
        analysis.finish()
        settle(tells: false)
        analysis.forgetHeart()
        rawHeart.forget()
        (heart, load, deviceRate) = (nil, nil, nil)
        history.forgetHeart()
        closedMinutes = []
        seen[.heart] = nil
    }

    /// Says in the place of a load that it is refused; that is told, and kept in no table.
    mutating func publishRefusal(at time: Instant, motion: Double?, because reason: String) {
        let reading = LoadReading.refused(at: time, motion: motion, because: reason)
        load = reading
        history.add(reading)
        yield.events.append(.load(device.id, reading))
    }

    /// The time of the data as they are told: the host's, unless they are of another time.
    private var told: Instant {
        let last = device.origin == .replayed ? status.lastSample ?? now : now
        return max(last, load?.time ?? last)
    }
}
