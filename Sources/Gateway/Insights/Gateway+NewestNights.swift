import Analysis
import Signals
import Store

extension Gateway {
    /// The newest nights of a person in the last week in which they slept.
    struct NewestNights {
        /// The date of the newest that is over; nil for none.
        var over: CivilDate?
        /// The date of a newer one that goes on, and when it will be over if nothing more comes; nil for none.
        var goesOn: (date: CivilDate, until: Instant)?
    }

    /// The newest nights of a person in the last week in which they slept.
    /// - Throws: `Failure` when the store cannot be read.
    func newestNights(of subject: HealthSubject, at now: Instant) async throws -> NewestNights {
        let zone = configuration.zone
        let today = zone.civilTime(at: now).date
        let nights = try await store.reading { _ in
            try self.preferred(from: today.adding(days: -6), to: today.adding(days: 1), subject.visibility)
        }
        var newest = NewestNights()
        for stored in nights {
            guard let end = stored.end else { continue }
            let date = stored.night.date
            // Sleep that ended before midnight belongs to the next day.
            let until = max(end, zone.start(of: date))
            newest = until <= now ? NewestNights(over: date) : NewestNights(over: newest.over, goesOn: (date, until))
        }
        return newest
    }
}

extension StoredNight {
    /// Seconds awake after which somebody does not fall asleep again in most nights.
    private static let upFor = 3600.0

    /// From when on nothing more of it will come: it was recorded by a recorder, its window has ended, or its sleep ended a
    /// good while ago. Nil without sleep.
    fileprivate var end: Instant? {
        guard let period = night.sleepPeriod else { return nil }
        if recording != nil { return period.upperBound }
        return min(night.window.upperBound, period.upperBound.advanced(bySeconds: Self.upFor))
    }
}
