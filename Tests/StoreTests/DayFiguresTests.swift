import Signals
import Testing

@testable import Store

@Suite("What days came to")
struct DayFiguresTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let date: CivilDate

    init() throws {
        folder = try TemporaryFolder(.memory)
        store = try Store(folder: folder.path)
        date = CivilDate(daysSince1970: Int(Sample.origin.nanoseconds / 86_400_000_000_000))
    }

    private func day(_ date: CivilDate, _ steps: Double?) -> DayFigures {
        var day = DayFigures(date)
        day.figures = ["steps": .init(steps, "a watch"), "hrv_ms": .init(nil, "no beats")]
        day.newest = Sample.second(5)
        return day
    }

    private func keep(_ days: [DayFigures], of person: Int64 = 0, mark: Int64 = 1) async throws {
        try await store.beginDayFigures(days.map(\.date), of: person, in: "UTC", mark: mark)
        try await store.keep(days, of: person, in: "UTC", mark: mark)
    }

    private func kept(_ person: Int64 = 0, _ zone: String = "UTC") throws -> [DayFigures] {
        try store.dayFigures(of: person, in: zone, from: date.adding(days: -30), to: date.adding(days: 30))
    }

    @Test("is kept as it was made, for one person and one zone")
    func kept() async throws {
        let days = [day(date, 900), day(date.adding(days: 1), nil)]
        try await keep(days)
        #expect(try kept() == days)
        #expect(try kept(1).isEmpty && kept(0, "Europe/Berlin").isEmpty)
    }

    @Test("is not kept where something of the day has come since it was read")
    func race() async throws {
        let days = [date, date.adding(days: 7)]
        try await store.beginDayFigures(days, of: 0, in: "UTC", mark: 1)
        store.append([Epoch(start: Sample.origin, seconds: 60)], device: Sample.device)
        try await store.flush()
        try await store.keep(days.map { day($0, 1) }, of: 0, in: "UTC", mark: 1)
        #expect(try kept().map(\.date) == [date.adding(days: 7)])
        // Who began anew meanwhile keeps their own.
        try await store.beginDayFigures([date], of: 0, in: "UTC", mark: 2)
        try await store.keep([day(date, 1)], of: 0, in: "UTC", mark: 1)
        #expect(try kept().map(\.date) == [date.adding(days: 7)])
        try await store.keep([day(date, 2)], of: 0, in: "UTC", mark: 2)
        #expect(try kept().first == day(date, 2))
    }

    @Test("is no part of what the first account takes over: it may be made of what somebody else wore")
    func takenOver() async throws {
        try await keep([day(date, 900)])
        let account = AccountRow(
            person: .init(rawValue: 0), name: "Ada", email: "ada@example.org", role: "admin", password: nil,
            issuer: nil, subject: nil, created: Sample.origin)
        let ada = try store.add(account, for: nil).person
        #expect(try kept(ada.rawValue).isEmpty && kept().isEmpty)
    }

    /// What changes a day.
    enum Change: CaseIterable {
        case epochs, beats, steps, samples, wearing
    }

    @Test("is forgotten with whatever changes the day, and stays where other days change", arguments: Change.allCases)
    func outdated(_ change: Change) async throws {
        let far = date.adding(days: 20)
        try await keep([day(date, 900), day(far, 1)])
        switch change {
        case .epochs: store.append([Epoch(start: Sample.origin, seconds: 60)], device: Sample.device)
        case .beats:
            store.append(
                [Beat(time: Sample.origin, rr: 900, label: .normal, isProvisional: false)], device: Sample.device)
        case .steps:
            store.append(
                SampleBatch(
                    device: Sample.device, channel: Channel(rawValue: "steps"), unit: .count, axes: 1, values: [1],
                    times: .stamped([Sample.origin.nanoseconds]), received: Sample.origin))
        case .samples:
            let upload = HealthUpload(
                id: "u", person: 0, kind: .samples, source: nil, syncToken: nil, received: Sample.origin, total: 1)
            try await store.add(upload, pending: nil)
            #expect(try kept().count == 2)
            let sample = HealthSample(
                type: "steps", start: Sample.origin, end: Sample.second(60), value: 9, unit: "count", source: "x")
            try await store.keep([sample], of: upload, isLast: true)
        case .wearing:
            let person = try await store.addPerson(named: "Ada")
            try await keep([day(date, 900), day(far, 1)])
            try await store.correctWearing(of: Sample.device, person: person.id, from: Sample.origin, to: nil)
        }
        try await store.flush()
        // Who wore what concerns all days.
        #expect(try kept().map(\.date) == (change == .wearing ? [] : [far]))
    }
}
