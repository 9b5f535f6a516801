import Analysis
import Documents
import Runtime
package import Signals
package import Store

extension Gateway {
    /// What days of a person came to, in order. What is known of days that are over is kept, and made anew once something of
    /// them has changed.
    /// - Parameters:
    ///   - first: the first day.
    ///   - last: the last one.
    ///   - subject: whose.
    ///   - zone: whose days; nil for the gateway's.
    ///   - isFresh: whether what is kept is made anew all the same.
    /// - Throws: `Failure` when the store cannot be read.
    package func days(
        from first: CivilDate, to last: CivilDate, of subject: HealthSubject, zone: Zone? = nil, isFresh: Bool = false
    ) async throws -> [DayFigures] {
        let zone = zone ?? configuration.zone
        let today = zone.civilTime(at: configuration.clock.now).date
        let dates = Array(
            sequence(state: first) { (date: inout CivilDate) -> CivilDate? in
                guard date <= last else { return nil }
                defer { date = date.adding(days: 1) }
                return date
            })
        let kept =
            isFresh
            ? []
            : try await store.reading { store in
                try store.dayFigures(of: subject.column, in: zone.name, from: first, to: last)
            }
        var found = Dictionary(kept.map { ($0.date, $0) }) { $1 }
        // Of today and of days to come more may arrive at any moment.
        let over = dates.filter { found[$0] == nil && $0 < today }
        let mark = configuration.clock.now.nanoseconds
        // A store that cannot write now is read all the same.
        var isKept = false
        if !over.isEmpty {
            let begun: Void? = try? await store.beginDayFigures(over, of: subject.column, in: zone.name, mark: mark)
            isKept = begun != nil
        }
        let missing = dates.filter { found[$0] == nil }
        for start in stride(from: 0, to: missing.count, by: 32) {
            try Task.checkCancellation()
            let part = Array(missing[start..<min(start + 32, missing.count)])
            let made = try await store.reading { _ in try self.make(part, of: subject, zone) }
            for day in made { found[day.date] = day }
            if isKept {
                try? await store.keep(
                    made.filter { $0.date < today }, of: subject.column, in: zone.name, mark: mark)
            }
        }
        return dates.compactMap { found[$0] }
    }

    private func make(_ dates: [CivilDate], of subject: HealthSubject, _ zone: Zone) throws -> [DayFigures] {
        guard let first = dates.first, let last = dates.last else { return [] }
        let nights = try preferred(from: first, to: last, subject.visibility)
        let wearers = wearerRegistry
        let maker = DayMaker(
            store: store, series: try series(of: subject, zone: zone, isKept: true), zone: zone,
            nights: Dictionary(nights.map { ($0.night.date, $0) }) { first, _ in first },
            worn: { wearers.stretches(of: $0, in: $1, subject.visibility) })
        return try dates.map(maker.make)
    }

    /// The night to show of each date of somebody, between the bounds that a person gave it, where one did.
    func preferred(
        from first: CivilDate, to last: CivilDate, _ visibility: Visibility
    ) throws -> [StoredNight] {
        var found: [StoredNight] = []
        let nights = try store.nights(from: first, to: last).filter { stored in
            let day = NightWindow(endingOn: stored.night.date, in: configuration.zone).interval
            return sees(stored.device, during: day, visibility)
        }
        for stored in try ordered(nights, from: first, to: last, by: { NightKey($0.device, $0.night.date) })
        where found.last?.night.date != stored.night.date {
            var night = stored
            night.night = try edited(stored).night
            found.append(night)
        }
        return found
    }
}

extension Gateway {
    /// The newest night of a person; nil before the first.
    /// - Throws: `Failure` when the store cannot be read.
    package func lastNight(of subject: HealthSubject) throws -> NightEntry? {
        guard let last = try store.lastNightDate() else { return nil }
        for days in [7, 370, 36_600] {
            if let night = try nights(from: last.adding(days: -days), to: last, subject.visibility).last {
                return night
            }
        }
        return nil
    }
}
