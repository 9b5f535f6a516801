import Accounts
import Runtime
package import Signals
package import Store

extension Gateway {
    /// Whose diary says something of the nights of a wearer: nobody's nights are the first owner's, and where nobody signs in
    /// the first person's who was entered.
    func diaryOwner(of wearer: Person.ID?) -> DiaryOwner {
        if let owner = accounts.firstOwner {
            let number = wearer?.rawValue ?? owner.id
            return DiaryOwner(number: number, former: number)
        }
        let first = wearerRegistry.people.first?.id
        let number = (wearer ?? first)?.rawValue ?? 0
        return DiaryOwner(number: number, former: wearer == nil || wearer == first ? 0 : number)
    }

    /// A person's diary, by date.
    package func diary(of subject: HealthSubject, from first: CivilDate, to last: CivilDate) throws -> [DiaryEntry] {
        try store.diary(of: diaryOwner(of: subject.person?.id), from: first, to: last)
    }

    /// The entry of a day.
    package func diary(of subject: HealthSubject, on date: CivilDate) throws -> DiaryEntry {
        guard let entry = try diary(of: subject, from: date, to: date).first else {
            throw Failure(.notFound, "The diary says nothing of the night of \(date).")
        }
        return entry
    }

    /// Has what is said of a day take the place of what was said before.
    package func write(_ night: DiaryNight, to subject: HealthSubject, by author: Person.ID?) async throws {
        let change = try await store.keep(
            [night], of: diaryOwner(of: subject.person?.id), file: nil, adding: false, by: author,
            at: configuration.clock.now)
        tell(change.added + change.changed, subject)
    }

    /// Takes what is said of a day out of a diary.
    /// - Throws: `Failure` with code `notFound` where nothing is.
    package func removeDiary(_ date: CivilDate, of subject: HealthSubject) async throws {
        try await store.removeDiary(date, of: diaryOwner(of: subject.person?.id), at: configuration.clock.now)
        tell([date], subject)
    }

    /// Keeps the nights of a file in a diary; what it does not say of a night stays as it is.
    /// - Returns: what changed.
    package func importDiary(
        _ nights: [DiaryNight], file: String, to subject: HealthSubject, by author: Person.ID?
    ) async throws -> DiaryChange {
        try check(nights)
        let change = try await store.keep(
            nights, of: diaryOwner(of: subject.person?.id), file: file, adding: true, by: author,
            at: configuration.clock.now)
        tell(change.added + change.changed, subject)
        return change
    }

    /// What importing nights would change.
    package func diaryChange(_ nights: [DiaryNight], to subject: HealthSubject) throws -> DiaryChange {
        try check(nights)
        var change = DiaryChange()
        guard let first = nights.first?.date, let last = nights.last?.date else { return change }
        let known = Dictionary(
            try diary(of: subject, from: first, to: last).map { ($0.night.date, $0.night) }, uniquingKeysWith: { $1 })
        for night in nights {
            switch known[night.date] {
            case nil: change.added.append(night.date)
            case let before? where night.adding(to: before) == before: change.unchanged.append(night.date)
            default: change.changed.append(night.date)
            }
        }
        return change
    }

    /// Takes an import back.
    /// - Returns: how many days it was about.
    package func undoDiary(_ imported: Int64, of subject: HealthSubject) async throws -> Int {
        let dates = try await store.undoDiary(
            imported, of: diaryOwner(of: subject.person?.id), at: configuration.clock.now)
        tell(dates, subject)
        return dates.count
    }

    /// What people who wrote in a diary are called.
    package func authors(of entries: [DiaryEntry]) -> [Person.ID: String] { names(of: entries.map(\.author)) }

    private func check(_ nights: [DiaryNight]) throws {
        guard nights.count <= Store.mostDiaryEntries else {
            throw Failure(.usage, "A file may have \(Store.mostDiaryEntries) nights; this one has \(nights.count).")
        }
    }

    private func tell(_ dates: [CivilDate], _ subject: HealthSubject) {
        guard !dates.isEmpty else { return }
        bus.publish(.nights(dates, of: subject.person?.id))
    }
}
