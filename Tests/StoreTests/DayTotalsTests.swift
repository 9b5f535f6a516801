import Signals
import Testing

@testable import Store

@Suite("What samples of days came to")
struct DayTotalsTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let date: CivilDate

    init() throws {
        folder = try TemporaryFolder(.memory)
        store = try Store(folder: folder.path)
        date = CivilDate(daysSince1970: Int(Sample.origin.nanoseconds / 86_400_000_000_000))
    }

    private var totals: SampleTotals {
        var totals = SampleTotals()
        (totals.unit, totals.isAmount, totals.otherUnits) = ("count", true, 2)
        totals.sources = ["Watch", "Phone"]
        for hour in [3, 9] {
            var part = SampleTotals.Part(span: Sample.second(hour * 3600)..<Sample.second(hour * 3600 + 3600))
            (part.count, part.least, part.most, part.values) = (hour, -0.5, 900, -1 << 70)
            part.amounts = ["Watch": 1 << 65, "Phone": -7]
            part.stages = ["deep": 60_000_000]
            totals.parts.append(part)
        }
        return totals
    }

    private func key(_ person: Int64 = 0, _ zone: String = "UTC", _ type: String = "steps") -> DayTotalsKey {
        DayTotalsKey(person: person, zone: zone, type: type)
    }

    private func keep(_ dates: [CivilDate], _ key: DayTotalsKey, mark: Int64 = 1) async throws {
        try await store.beginDayTotals(dates, key, mark: mark)
        let days = dates.map { (date: $0, hours: totals, whole: totals.whole(Sample.origin..<Sample.second(86_400))) }
        try await store.keep(days, key, mark: mark)
    }

    private func kept(_ key: DayTotalsKey, byHour: Bool = true) throws -> [CivilDate: SampleTotals] {
        try store.dayTotals(key, byHour: byHour, from: date.adding(days: -30), to: date.adding(days: 30))
    }

    @Test("are kept bit by bit, hour by hour and as a whole, for one person, zone and type")
    func same() async throws {
        try await keep([date], key())
        #expect(try kept(key()) == [date: totals])
        let whole = try #require(try kept(key(), byHour: false)[date])
        #expect(whole.parts.map(\.count) == [12] && whole.sum == totals.sum)
        #expect(try kept(key(1)).isEmpty && kept(key(0, "Asia/Tokyo")).isEmpty && kept(key(0, "UTC", "heart")).isEmpty)
    }

    @Test("are not kept where something of the day has come since it was read, nor the evening before a night")
    func race() async throws {
        let dates = [-7, -1, 0, 7].map { date.adding(days: $0) }
        try await keep(dates, key())
        try await store.beginDayTotals([date], key(), mark: 2)
        store.append([Epoch(start: Sample.origin, seconds: 60)], device: Sample.device)
        try await store.flush()
        try await store.keep([(date, totals, totals)], key(), mark: 2)
        #expect(try kept(key()).keys.sorted() == [dates[0], dates[3]])
    }

    @Test("go with their person, stay with another, and are nothing of people in a store of made-up wearers")
    func erased() async throws {
        try await keep([date], key())
        #expect(try store.madeUp().own.isEmpty)
        let (ada, ben) = (try await store.addPerson(named: "Ada"), try await store.addPerson(named: "Ben"))
        for person in [ada, ben] { try await keep([date], key(person.id.rawValue)) }
        let counts = try store.erase(Erasure(person: ada.id, worn: [], recordings: []))
        #expect(counts["day_totals"] == 2)
        #expect(try kept(key(ada.id.rawValue)).isEmpty)
        // What is left may be made of what went: it is made anew.
        #expect(try kept(key(ben.id.rawValue)).isEmpty)
    }
}
