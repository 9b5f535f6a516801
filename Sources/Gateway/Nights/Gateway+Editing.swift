package import Analysis
import Runtime
package import Signals
package import Store

/// One scoring of a night, and what the one that is shown has changed against it.
package struct NightVersion: Sendable {
    /// The night as this version scored it, without a person's word.
    package var night: Night
    /// When the version was scored.
    package var made: Instant
    /// The recording it was found in; nil when its data came in live.
    package var recording: RecordingID?
    /// The change from this version to the current night.
    package var difference: NightDifference
}

extension Gateway {
    /// Stores the bounds that a person entered for a night, or when they turned the lights out alone; nothing of both removes
    /// them.
    /// - Throws: `Failure` with code `notFound` when there is no such night, `usage` when the bounds do not fit it.
    package func edit(
        _ date: CivilDate?, device: DeviceID? = nil, bounds: NightBounds?, lightsOut: Instant? = nil,
        by author: Person.ID? = nil, _ visibility: Visibility = .everything
    ) async throws {
        let stored = try chosenNight(date, device: device, visibility).night
        var bounds = bounds
        // Who says more of a night that they have corrected takes nothing back.
        if bounds == nil, lightsOut != nil, var known = try edited(stored).edit?.bounds {
            known.lightsOut = lightsOut
            bounds = known
        }
        if let bounds {
            let night = try stored.night.measured(within: bounds, zone: zone(of: stored.night))
            if let lightsOut = bounds.lightsOut { _ = try night.measured(lightsOut: lightsOut) }
        } else if let lightsOut {
            _ = try stored.night.measured(lightsOut: lightsOut)
        }
        try await store.edit(
            stored.night.date, of: stored.device, bounds: bounds, lightsOut: lightsOut, by: author,
            at: configuration.clock.now)
        bus.publish(.nights([stored.night.date], of: whose(stored.device, stored.night.date)))
    }

    /// Every scoring of a night that the store has of one device, the shown one first.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func versions(
        _ date: CivilDate?, device: DeviceID? = nil, _ visibility: Visibility = .everything
    ) throws -> [NightVersion] {
        let (chosen, all) = try chosenNight(date, device: device, visibility)
        let shown = try edited(chosen).night
        return all.filter { $0.device == chosen.device }.map { stored in
            NightVersion(
                night: stored.night, made: stored.made, recording: stored.recording,
                difference: NightDifference(from: stored.night, to: shown))
        }
    }

    /// All that was ever said of when a night's sleep was, the latest first, with the names of who said it.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func edits(
        _ date: CivilDate?, device: DeviceID? = nil, _ visibility: Visibility = .everything
    ) throws -> (edits: [NightEdit], authors: [Person.ID: String]) {
        let chosen = try chosenNight(date, device: device, visibility).night
        let edits = try store.nightEditHistory(of: chosen.device, on: chosen.night.date)
        return (edits, names(of: edits.map(\.author)))
    }

    /// The night to show of a date, and all of that date.
    func chosenNight(
        _ date: CivilDate?, device: DeviceID?, _ visibility: Visibility = .everything
    ) throws -> (night: StoredNight, all: [StoredNight]) {
        guard let date = try date ?? lastDate(visibility) else {
            throw Failure(.notFound, "There is no night yet; import a recording, or wear a device for a night.")
        }
        let seen = try store.nights(on: date).filter { stored in
            let day = NightWindow(endingOn: date, in: configuration.zone).interval
            return sees(stored.device, during: day, visibility)
        }
        let nights = try ordered(seen, from: date, to: date) { NightKey($0.device, date) }
        guard let chosen = nights.first(where: { device == nil || $0.device == device }) else {
            let whose = device.map { " of \($0.rawValue)" } ?? ""
            throw Failure(.notFound, "There is no night\(whose) that ended on \(date).")
        }
        return (chosen, nights)
    }

    /// The newest date with a night that the caller may see.
    private func lastDate(_ visibility: Visibility) throws -> CivilDate? {
        guard let last = try store.lastNightDate() else { return nil }
        if let seen = try nights(from: last, to: last, visibility).last { return seen.night.date }
        return try nights(from: last.adding(days: -3660), to: last, visibility).last?.night.date
    }

    /// A stored night between the bounds that a person gave it, where one did, else between those of their diary.
    func edited(_ stored: StoredNight) throws -> (night: Night, edit: NightEdit?, diary: NightDiary?) {
        let date = stored.night.date
        let known = try store.diary(of: diaryOwner(of: whose(stored.device, date)), from: date, to: date).first
        let edit = try store.nightEdits(from: date, to: date).first { $0.device == stored.device }
        let said = edit.map { edited(stored, $0) }
        guard let known else { return (said?.night ?? stored.night, said?.edit, nil) }
        let zone = zone(of: stored.night)
        if let said, let edit = said.edit, edit.bounds != nil {
            var night = said.night
            // Who corrected the sleep alone did not say when the lights went out.
            let hasDark = edit.lightsOut == nil && known.night.apply(to: &night)
            return (night, edit, NightDiary(entry: known, isLightsOut: hasDark, reason: NightDiary.corrected))
        }
        var (night, diary) = NightDiary.measured(stored.night, by: known, zone: zone)
        // Nor did who said that alone say when the sleep was.
        if let dark = edit?.lightsOut, edit?.bounds == nil, let said = try? night.measured(lightsOut: dark) {
            (night, diary.isLightsOut) = (said, false)
            return (night, edit, diary)
        }
        return (night, nil, diary)
    }

    private func edited(_ stored: StoredNight, _ edit: NightEdit) -> (night: Night, edit: NightEdit?) {
        if let bounds = edit.bounds {
            guard let night = try? stored.night.measured(within: bounds, zone: zone(of: stored.night)) else {
                return (stored.night, nil)
            }
            return (night, edit)
        }
        // A later version may find sleep where this time makes no sense.
        guard let lightsOut = edit.lightsOut, let night = try? stored.night.measured(lightsOut: lightsOut) else {
            return (stored.night, nil)
        }
        return (night, edit)
    }

    /// The lines of nights with what people said of them.
    func edited(_ listing: [NightListing], from first: CivilDate, to last: CivilDate) throws -> [NightListing] {
        let edits = try store.nightEdits(from: first, to: last)
        let diaries = Set(
            try store.diary(of: nil, from: first, to: last).map { DiaryKey(person: $0.person, date: $0.night.date) })
        guard !edits.isEmpty || !diaries.isEmpty else { return listing }
        let edited = Set(edits.map { NightKey($0.device, $0.date) })
        return try listing.map { line in
            guard edited.contains(NightKey(line.device, line.date)) || holds(diaries, of: line),
                let stored = try store.nights(on: line.date).first(where: { $0.device == line.device })
            else { return line }
            let night = try self.edited(stored).night
            var line = line
            line.hasSleepPeriod = night.sleepPeriod != nil
            line.totalSleepTime = night.measures.totalSleepTime.value
            line.sleepEfficiency = night.measures.sleepEfficiency.value
            line.confidence = night.confidence.value
            return line
        }
    }

    private func holds(_ diaries: Set<DiaryKey>, of line: NightListing) -> Bool {
        guard !diaries.isEmpty else { return false }
        let owner = diaryOwner(of: whose(line.device, line.date))
        return diaries.contains(DiaryKey(person: owner.number, date: line.date))
            || diaries.contains(DiaryKey(person: owner.former, date: line.date))
    }

    private func zone(of night: Night) -> Zone { (try? Zone.named(night.zone)) ?? configuration.zone }
}

/// The entries of one day of one diary.
private struct DiaryKey: Hashable {
    var person: Int64
    var date: CivilDate
}
