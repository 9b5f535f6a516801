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
}

extension Gateway {
    /// One line for each date of `first ... last` that has a night.
    /// - Throws: `Failure` when the store cannot be read.
    package func nights(
        from first: CivilDate, to last: CivilDate, _ visibility: Visibility = .everything
    ) throws -> [NightEntry] {
        let devices = try devicesByID()
        let listing = try edited(visible(from: first, to: last, visibility), from: first, to: last)
        return listing.compactMap { night in
            devices[night.device].map { device in
                let window = NightWindow(endingOn: night.date, in: configuration.zone).interval
                return NightEntry(
                    night: night, device: device, wearer: wearerRegistry.wearer(of: night.device, during: window))
            }
        }
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
        return try view(chosen, among: nights, visibility)
    }

    private func view(
        _ stored: StoredNight, among nights: [StoredNight], _ visibility: Visibility
    ) throws -> NightView {
        let devices = try devicesByID()
        guard let device = devices[stored.device] else {
            throw Failure(.failed, "The store does not know the device \(stored.device.rawValue) of this night.")
        }
        let (night, edit) = try edited(stored)
        let (start, end) = (night.window.lowerBound, night.window.upperBound)
        let counts = try counts(stored)
        let dates = try visible(from: night.date.adding(days: -366), to: night.date.adding(days: 366), visibility)
        // A device that changed hands during the day shows each only their own part.
        let own = wearerRegistry.stretches(of: device.id, in: start..<end, visibility)
        let epochs = try store.epochs(of: device.id, seconds: counts.isEmpty ? 30 : 60, from: start, to: end)
            .filter { own.contain($0.start) }
        return NightView(
            night: night, edit: edit, device: device,
            wearer: wearerRegistry.wearer(of: device.id, during: night.sleepPeriod ?? night.window),
            isImported: stored.recording != nil,
            others: Set(nights.map(\.device)).subtracting([stored.device]).compactMap { devices[$0] }
                .sorted { $0.id.rawValue < $1.id.rawValue },
            zone: (try? Zone.named(night.zone)) ?? configuration.zone,
            epochs: epochs,
            counts: counts.filter { own.contain($0.start) },
            beats: try store.beats(of: device.id, from: start, to: end).filter { own.contain($0.time) },
            readings: try store.readings(of: device.id, from: start, to: end).filter { own.contain($0.time) },
            losses: try losses(of: night, device.id)
                + (stored.recording == nil ? refused(of: device.id, in: own) : []),
            stages: NightStaging.stage(night, epochs),
            previous: dates.last { $0.date < night.date }?.date, next: dates.first { $0.date > night.date }?.date)
    }

    /// The best night of each date among those that may be seen.
    private func visible(from first: CivilDate, to last: CivilDate, _ visibility: Visibility) throws -> [NightListing] {
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
