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
    /// The tags that people gave it.
    package var tags: [String] = []
    /// Whether it is the one that is shown of its person and date.
    package var isPreferred = true
    /// Whether a person chose that; else the rule did.
    package var isChosen = false
}

/// Which nights are listed.
package struct NightSelection: Sendable {
    /// The device that recorded them; nil for any.
    package var device: DeviceID?
    /// Who wore it; nil for anybody who may be seen.
    package var wearer: Person.ID?
    /// Whether each device's night is there; else of several of one person and date the preferred.
    package var isAll: Bool
    /// The tag that they have; nil for any.
    package var tag: String?

    /// The preferred night of each person and date.
    package static let preferred = NightSelection()

    /// A selection.
    package init(device: DeviceID? = nil, wearer: Person.ID? = nil, isAll: Bool = false, tag: String? = nil) {
        (self.device, self.wearer, self.isAll, self.tag) = (device, wearer, isAll, tag)
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
        let said = try store.nightNotes(from: first, to: last)
        let tags = Dictionary(grouping: said.filter { $0.kind == .tag }) { $0.night }
            .mapValues { $0.map(\.text).sorted() }
        let chosen = Set(said.filter { $0.kind == .preferred }.map(\.night))
        let wearers = listing.map { wearer(of: $0) }
        // The devices of each person's night of a date, the one to show first.
        let groups = zip(listing, wearers).reduce(into: [OwnedDate: [DeviceID]]()) {
            $0[OwnedDate(date: $1.0.date, wearer: $1.1?.id), default: []].append($1.0.device)
        }
        var entries: [NightEntry] = []
        var told: Set<OwnedDate> = []
        for (night, wearer) in zip(listing, wearers) {
            let (key, owned) = (NightKey(night.device, night.date), OwnedDate(date: night.date, wearer: wearer?.id))
            guard let device = devices[night.device], selection.device == nil || night.device == selection.device,
                selection.wearer == nil || wearer?.id == selection.wearer,
                selection.tag.map({ tags[key]?.contains($0) == true }) ?? true
            else { continue }
            let isFirst = told.insert(owned).inserted
            guard selection.isAll || selection.device != nil || isFirst else { continue }
            let group = groups[owned] ?? []
            var entry = NightEntry(night: night, device: device, wearer: wearer, others: max(0, group.count - 1))
            entry.tags = tags[key] ?? []
            (entry.isPreferred, entry.isChosen) = (group.first == night.device, chosen.contains(key))
            entries.append(entry)
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
        let (night, edit, diary) = try edited(stored)
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
            night: night, edit: edit, words: try words(stored, as: night, edit, diary, among: nights), device: device,
            wearer: wearerRegistry.wearer(of: device.id, during: night.sleepPeriod ?? night.window),
            recording: stored.recording,
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
        let seen =
            visibility.isEverything
            ? try store.nightListing(from: first, to: last)
            : try store.nightListing(from: first, to: last) { device, date in
                self.sees(device, during: NightWindow(endingOn: date, in: self.configuration.zone).interval, visibility)
            }
        return try ordered(seen, from: first, to: last) { NightKey($0.device, $0.date) }
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
