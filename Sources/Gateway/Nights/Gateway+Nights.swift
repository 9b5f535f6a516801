import Analysis
import Recordings
import Runtime
package import Signals
package import Store

/// An entry of the list of nights.
package struct NightEntry: Sendable {
    /// The night.
    package var night: NightListing
    /// The device that recorded it.
    package var device: StoredDevice
    /// Who wore it for most of the night, as is believed now; nil when that was not said.
    package var wearer: Person?
    /// How many other devices have the same person's night of the date.
    package var others: Int
}

/// Which nights are listed.
package struct NightSelection: Sendable {
    /// The device that recorded them; nil for any.
    package var device: DeviceID?
    /// Who wore it; nil for anybody who may be seen.
    package var wearer: Person.ID?
    /// Whether each device's night is there; else of several of one person and date the most trusted.
    package var isAll: Bool

    /// The most trusted night of each person and date.
    package static let preferred = NightSelection()

    /// A selection.
    package init(device: DeviceID? = nil, wearer: Person.ID? = nil, isAll: Bool = false) {
        (self.device, self.wearer, self.isAll) = (device, wearer, isAll)
    }
}

extension Gateway {
    /// The nights that ended on a day of `first ... last`, in order: no recorder's and no person's hides another's.
    /// - Throws: `Failure` when the store cannot be read.
    package func nights(
        from first: CivilDate, to last: CivilDate, _ visibility: Visibility = .everything,
        _ selection: NightSelection = .preferred
    ) throws -> [NightEntry] {
        let devices = try devicesByID()
        let listing = try edited(visible(from: first, to: last, visibility), from: first, to: last)
        var entries: [NightEntry] = []
        // The place of each person's night of the last date.
        var places: [Person.ID?: Int] = [:]
        for night in listing {
            guard let device = devices[night.device] else { continue }
            let wearer = wearer(of: night)
            if selection.wearer != nil, wearer?.id != selection.wearer { continue }
            if entries.last?.night.date != night.date { places = [:] }
            if let place = places[wearer?.id], !selection.isAll, selection.device == nil {
                entries[place].others += 1
                continue
            }
            guard selection.device == nil || night.device == selection.device else { continue }
            places[wearer?.id] = entries.count
            entries.append(NightEntry(night: night, device: device, wearer: wearer, others: 0))
        }
        guard selection.isAll || selection.device != nil else { return entries }
        struct Owned: Hashable {
            var date: CivilDate
            var wearer: Person.ID?
        }
        let counts = listing.reduce(into: [Owned: Int]()) {
            $0[Owned(date: $1.date, wearer: wearer(of: $1)?.id), default: 0] += 1
        }
        for index in entries.indices {
            let entry = entries[index]
            entries[index].others = counts[Owned(date: entry.night.date, wearer: entry.wearer?.id), default: 1] - 1
        }
        return entries
    }

    private func wearer(of night: NightListing) -> Person? {
        wearerRegistry.wearer(
            of: night.device, during: NightWindow(endingOn: night.date, in: configuration.zone).interval)
    }

    /// A night with everything that its page shows.
    /// - Parameters:
    ///   - date: the day of waking up; nil for the latest night.
    ///   - device: whose; nil for the most trusted one.
    ///   - visibility: who looks; a night of somebody else is not there for them.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func night(
        _ date: CivilDate?, device: DeviceID? = nil, _ visibility: Visibility = .everything
    ) throws -> NightView {
        let (chosen, nights) = try chosenNight(date, device: device, visibility)
        return try view(chosen, among: nights, visibility, isOfDevice: device != nil)
    }

    private func view(
        _ stored: StoredNight, among nights: [StoredNight], _ visibility: Visibility, isOfDevice: Bool
    ) throws -> NightView {
        let devices = try devicesByID()
        guard let device = devices[stored.device] else {
            throw Failure(.failed, "The store does not know the device \(stored.device.rawValue) of this night.")
        }
        let (night, edit) = try edited(stored)
        let (start, end) = (night.window.lowerBound, night.window.upperBound)
        let counts = try counts(stored)
        // Steps keep to the device that was asked for, else to the person.
        let wearer = wearerRegistry.wearer(
            of: device.id, during: NightWindow(endingOn: night.date, in: configuration.zone).interval)
        let dates = try visible(
            from: night.date.adding(days: -366), to: night.date.adding(days: 366), visibility
        ).filter { isOfDevice ? $0.device == device.id : self.wearer(of: $0)?.id == wearer?.id }
        // A device that changed hands during the day shows each only their own part.
        let own = wearerRegistry.stretches(of: device.id, in: start..<end, visibility)
        let epochs = try store.epochs(of: device.id, seconds: counts.isEmpty ? 30 : 60, from: start, to: end)
            .filter { own.contain($0.start) }
        let stages = NightStaging.stage(night, epochs)
        let hypnogram = Hypnogram(night, stages)
        let beats = try store.beats(of: device.id, from: start, to: end).filter { own.contain($0.time) }
        let heart = try heart(of: night, hypnogram, device.id, own: own, beats: beats)
        let hasHeart = heart.figures.contains { $1.value != nil }
        return NightView(
            night: night, edit: edit, device: device,
            wearer: wearerRegistry.wearer(of: device.id, during: night.sleepPeriod ?? night.window),
            isImported: stored.recording != nil,
            others: Set(nights.map(\.device)).subtracting([stored.device]).compactMap { devices[$0] }
                .sorted { $0.id.rawValue < $1.id.rawValue },
            zone: (try? Zone.named(night.zone)) ?? configuration.zone,
            epochs: epochs,
            counts: counts.filter { own.contain($0.start) },
            beats: beats, heart: heart,
            usualHeart: hasHeart ? try usualHeart(before: night, of: device.id, visibility) : [:],
            channels: try NightChannels(
                of: device.id, recording: stored.recording, in: night.window, own: own, store: store),
            readings: try store.readings(of: device.id, from: start, to: end).filter { own.contain($0.time) }
                .withoutSleep(of: night),
            losses: try losses(of: night, device.id)
                + (stored.recording == nil ? refused(of: device.id, in: own) : []),
            stages: stages, hypnogram: hypnogram,
            previous: dates.last { $0.date < night.date }?.date, next: dates.first { $0.date > night.date }?.date)
    }

    /// Each device's night of each date among those that may be seen, each date's most trusted first.
    func visible(from first: CivilDate, to last: CivilDate, _ visibility: Visibility) throws -> [NightListing] {
        guard !visibility.isEverything else { return try store.nightListing(from: first, to: last) }
        return try store.nightListing(from: first, to: last) { device, date in
            self.sees(device, during: NightWindow(endingOn: date, in: self.configuration.zone).interval, visibility)
        }
    }

    /// What is missing: all that the store has of the window, and what the night itself carries, which may lack a time.
    private func losses(of night: Night, _ device: DeviceID) throws -> [Loss] {
        let stored = try store.losses(of: device, from: night.window.lowerBound, to: night.window.upperBound)
        let known = Set(stored)
        return stored + night.losses.filter { !known.contains($0) }
    }

    /// The first column of the recorder's own counts in the window of a night.
    private func counts(_ stored: StoredNight) throws -> [(start: Instant, count: Double)] {
        guard let recording = stored.recording else { return [] }
        let window = stored.night.window
        var counts: [(start: Instant, count: Double)] = []
        try store.forEachBatch(
            of: stored.device, channel: .counts, from: window.lowerBound, to: window.upperBound, recording: recording
        ) { batch in
            for index in 0..<batch.count {
                counts.append((batch.times.instant(at: index), Double(batch.values[index * batch.axes])))
            }
        }
        return counts
    }

    private func devicesByID() throws -> [DeviceID: StoredDevice] {
        Dictionary(try store.devices().map { ($0.id, $0) }) { first, _ in first }
    }
}
