import Analysis
import Runtime
package import Signals
package import Store

extension Gateway {
    /// All that was ever said of a night, the earliest first, with the names of who said it.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func nightNotes(
        _ date: CivilDate?, device: DeviceID?, _ visibility: Visibility
    ) throws -> (notes: [NightNote], authors: [Person.ID: String]) {
        let stored = try chosenNight(date, device: device, visibility).night
        let notes = try store.nightNoteHistory(of: NightKey(stored.device, stored.night.date))
        return (notes, names(of: notes.map(\.author)))
    }

    /// Keeps notes and tags of a night, and takes tags back.
    /// - Throws: `Failure` with code `notFound` when there is no such night, `conflict` where it has too many already.
    package func say(
        notes: [String] = [], tags: [String] = [], without removed: Set<String> = [], of date: CivilDate?,
        device: DeviceID?, by author: Person.ID?, _ visibility: Visibility
    ) async throws {
        let stored = try chosenNight(date, device: device, visibility).night
        let (night, now) = (NightKey(stored.device, stored.night.date), configuration.clock.now)
        if !removed.isEmpty { try await store.unsay(removed, .tag, of: [night.device], on: night.date, at: now) }
        for (texts, kind) in [(notes, NightNote.Kind.note), (tags, .tag)] where !texts.isEmpty {
            try await store.say(texts, kind, of: night, within: stored.night.moment, by: author, at: now)
        }
        bus.publish(.nights([night.date], of: whose(night.device, night.date)))
    }

    /// Changes a note of a night; nil takes it back.
    /// - Throws: `Failure` with code `notFound` when there is no such night or note.
    package func change(
        note: NightNote.ID, to text: String?, of date: CivilDate?, device: DeviceID?, by author: Person.ID?,
        _ visibility: Visibility
    ) async throws {
        let stored = try chosenNight(date, device: device, visibility).night
        let night = NightKey(stored.device, stored.night.date)
        try await store.change(note, to: text, of: night, by: author, at: configuration.clock.now)
        bus.publish(.nights([night.date], of: whose(night.device, night.date)))
    }

    /// Has the night of one device be the one that is shown of its person and date, or leaves that to the rule again.
    /// - Parameters:
    ///   - date: the day of waking up; nil for the latest night.
    ///   - device: which is shown; nil for whichever is, to undo.
    ///   - isUndone: whether the rule holds again.
    ///   - author: who says so.
    ///   - visibility: who asks.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func prefer(
        _ date: CivilDate?, device: DeviceID?, isUndone: Bool, by author: Person.ID?, _ visibility: Visibility
    ) async throws {
        let (stored, all) = try chosenNight(date, device: device, visibility)
        let (night, now) = (NightKey(stored.device, stored.night.date), configuration.clock.now)
        let wearer = whose(night.device, night.date)
        let devices = Set(all.map(\.device).filter { whose($0, night.date) == wearer })
        try await store.unsay(
            nil, .preferred, of: devices.sorted { $0.rawValue < $1.rawValue }, on: night.date, at: now)
        if !isUndone {
            try await store.say([""], .preferred, of: night, within: stored.night.moment, by: author, at: now)
        }
        bus.publish(.nights([night.date], of: wearer))
    }

    /// Nights in their order, but of each person and date those first that a person wants to be shown.
    func ordered<Entry>(
        _ nights: [Entry], from first: CivilDate, to last: CivilDate, by key: (Entry) -> NightKey
    ) throws -> [Entry] {
        let preferred = try preferredNights(from: first, to: last)
        guard !preferred.isEmpty else { return nights }
        let dates = Set(preferred.map(\.date))
        var places: [OwnedDate: [Int]] = [:]
        for (place, night) in nights.enumerated() {
            let key = key(night)
            guard dates.contains(key.date) else { continue }
            places[OwnedDate(date: key.date, wearer: whose(key.device, key.date)), default: []].append(place)
        }
        var result = nights
        for group in places.values {
            let sorted =
                group.filter { preferred.contains(key(nights[$0])) }
                + group.filter { !preferred.contains(key(nights[$0])) }
            for (place, source) in zip(group, sorted) { result[place] = nights[source] }
        }
        return result
    }

    /// The nights that people want to be shown.
    func preferredNights(from first: CivilDate, to last: CivilDate) throws -> Set<NightKey> {
        Set(try store.nightNotes(from: first, to: last).filter { $0.kind == .preferred }.map(\.night))
    }

    /// What people said of a night that is shown.
    /// - Parameters:
    ///   - stored: the night.
    ///   - night: the same between the bounds that a person gave it.
    ///   - edit: these bounds.
    ///   - diary: what the sleep diary says of it.
    ///   - all: the nights of the date, in order.
    func words(
        _ stored: StoredNight, as night: Night, _ edit: NightEdit?, _ diary: NightDiary?, among all: [StoredNight]
    ) throws -> NightWords {
        let (date, key) = (night.date, NightKey(stored.device, night.date))
        let said = try store.nightNotes(from: date, to: date)
        let wearer = whose(stored.device, date)
        let preferred = all.first { whose($0.device, date) == wearer }?.device ?? stored.device
        var words = NightWords(preferred: preferred)
        words.isChosen = said.contains { $0.kind == .preferred && $0.night == NightKey(preferred, date) }
        words.notes = said.filter { $0.kind == .note && $0.night == key }
        words.tags = said.filter { $0.kind == .tag && $0.night == key }.map(\.text).sorted()
        words.diary = diary
        words.authors = names(of: words.notes.map(\.author) + [edit?.author, diary?.entry.author])
        words.lightsOut = lightsOut(of: night, edit)
        return words
    }

    private func lightsOut(of night: Night, _ edit: NightEdit?) -> NightWords.LightsOut {
        if let said = edit?.lightsOut { return .init(time: said, source: .person) }
        if let time = night.lightsOut { return .init(time: time, source: night.lightsOutSource) }
        return .init(
            reason: night.measures.timeInBed.reason ?? night.sleepPeriodReason ?? "it is not known")
    }

    /// What people are called.
    func names(of people: [Person.ID?]) -> [Person.ID: String] {
        var names: [Person.ID: String] = [:]
        for case let person? in people { names[person] = wearerRegistry.person(person)?.name }
        return names
    }
}

/// The nights of one date of one person.
struct OwnedDate: Hashable {
    var date: CivilDate
    var wearer: Person.ID?
}

extension Night {
    /// A moment within the night, by which what is said of it goes along where the recorder's clock is corrected.
    fileprivate var moment: Instant {
        var span = sleepPeriod
        let isKnown = { (state: SleepState) in state != .unknown }
        if span == nil, let first = states.firstIndex(where: isKnown), let last = states.lastIndex(where: isKnown) {
            span = epoch(at: first).lowerBound..<epoch(at: last).upperBound
        }
        let whole = span ?? window
        return whole.lowerBound.advanced(byNanoseconds: whole.upperBound.nanoseconds(since: whole.lowerBound) / 2)
    }
}
