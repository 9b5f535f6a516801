import Documents
import Runtime
import Signals
import Store
import Testing

@testable import Gateway

@Suite("What samples come to")
struct SampleSummaryTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let berlin: Zone

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
        berlin = try Zone.named("Europe/Berlin")
    }

    private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    private func steps(
        _ start: String, _ end: String, _ value: Double, _ source: String, unit: String = "count"
    ) throws -> HealthSample {
        HealthSample(type: "steps", start: try at(start), end: try at(end), value: value, unit: unit, source: source)
    }

    private func sleep(_ start: String, _ end: String, _ word: String, _ source: String) throws -> HealthSample {
        let (start, end) = (try at(start), try at(end))
        return HealthSample(
            type: "sleep_analysis", start: start, end: end, value: end.seconds(since: start) / 60, word: word,
            unit: "min", source: source)
    }

    private func keep(_ samples: [HealthSample]) async throws {
        let upload = HealthUpload(
            id: HealthIntake.uuid(), person: 1, kind: .samples, source: nil, syncToken: nil,
            received: Instant(nanoseconds: 0), total: samples.count)
        try await store.add(upload, pending: nil)
        try await store.keep(samples, of: upload, isLast: true)
    }

    private func totals(
        _ type: String, _ start: String, _ end: String, by parts: SampleParts = .all, _ zone: Zone = .utc
    ) throws -> SampleTotals {
        try SampleSummary.totals(
            type, in: try at(start)..<at(end), by: parts, zone: zone, of: HealthSeries(store, of: 1, zone: zone))
    }

    @Test("counts what a phone alone saw beside what a watch saw, by day as by hour")
    func pieces() async throws {
        try await keep([
            steps("2025-06-18T09:00:00Z", "2025-06-18T09:20:00Z", 200, "Watch"),
            steps("2025-06-18T09:20:00Z", "2025-06-18T09:40:00Z", 200, "Watch"),
            steps("2025-06-18T09:40:00Z", "2025-06-18T10:00:00Z", 200, "Watch"),
            steps("2025-06-18T09:00:00Z", "2025-06-18T10:00:00Z", 590, "Phone"),
            steps("2025-06-18T14:00:00Z", "2025-06-18T15:00:00Z", 500, "Phone"),
        ])
        for parts in SampleParts.allCases {
            let found = try totals("steps", "2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z", by: parts)
            #expect(found.sum == 1100, "\(parts)")
        }
        let hours = try totals("steps", "2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z", by: .hour).parts
        #expect(hours.map(\.sum) == [600, 500] && hours.map(\.sources) == [["Watch"], ["Phone"]])
    }

    @Test("takes of a sample that a preferred source overlaps only the time that is left, in whole steps")
    func overlap() async throws {
        try await keep([
            steps("2025-06-18T09:00:00Z", "2025-06-18T09:30:00Z", 300, "Watch"),
            steps("2025-06-18T09:30:00Z", "2025-06-18T10:00:00Z", 300, "Watch"),
            steps("2025-06-18T09:40:00Z", "2025-06-18T10:40:00Z", 100, "Phone"),
        ])
        let found = try totals("steps", "2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z", by: .minute)
        // 40 of 60 minutes of 100 steps.
        #expect(found.sum == 667)
        #expect(found.parts.allSatisfy { $0.sum == $0.sum?.rounded() })
    }

    @Test("adds nothing for an hour's total whose minutes are counted, only what goes beyond them")
    func enclosed() async throws {
        try await keep(
            (0..<10).map { try steps("2025-06-18T09:1\($0):00Z", "2025-06-18T09:1\($0):30Z", 50, "Watch") } + [
                steps("2025-06-18T09:00:00Z", "2025-06-18T10:00:00Z", 500, "Phone"),
                steps("2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z", 620, "Total"),
            ])
        #expect(try totals("steps", "2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z").sum == 620)
    }

    @Test("leaves out what is in another unit, and says so; levels have a mean and no sum")
    func units() async throws {
        try await keep([
            steps("2025-06-18T09:00:00Z", "2025-06-18T09:30:00Z", 300, "Watch"),
            steps("2025-06-18T10:00:00Z", "2025-06-18T10:30:00Z", 3, "Phone", unit: "km"),
        ])
        let found = try totals("steps", "2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z")
        #expect(found.sum == 300 && found.otherUnits == 1)
        let time = try at("2025-06-18T09:00:00Z")
        try await keep(
            [60.0, 70].enumerated().map { index, value in
                let time = time.advanced(bySeconds: Double(index) * 600)
                return HealthSample(
                    type: "heart_rate", start: time, end: time, value: value, unit: "count/min", source: "Watch")
            })
        let heart = try totals("heart_rate", "2025-06-18T00:00:00Z", "2025-06-19T00:00:00Z")
        #expect(heart.sum == nil && !heart.isAmount && heart.parts.first?.mean == 65)
    }

    @Test("is of sleep the time asleep, of one source a night, and of overlapping words the finer one")
    func sleeping() async throws {
        try await keep([
            // Seven hours: a watch with stages, over its own time in bed and a summary; and a phone that guesses.
            sleep("2025-06-17T22:00:00Z", "2025-06-18T06:00:00Z", "in_bed", "Watch"),
            sleep("2025-06-17T22:30:00Z", "2025-06-18T06:00:00Z", "asleep", "Watch"),
            sleep("2025-06-17T22:30:00Z", "2025-06-18T01:30:00Z", "light", "Watch"),
            sleep("2025-06-18T01:30:00Z", "2025-06-18T02:00:00Z", "awake", "Watch"),
            sleep("2025-06-18T02:00:00Z", "2025-06-18T04:00:00Z", "deep", "Watch"),
            sleep("2025-06-18T04:00:00Z", "2025-06-18T06:00:00Z", "rem", "Watch"),
            sleep("2025-06-17T22:00:00Z", "2025-06-18T06:30:00Z", "asleep", "Phone"),
        ])
        for parts in SampleParts.allCases {
            let found = try totals("sleep_analysis", "2025-06-17T12:00:00Z", "2025-06-18T12:00:00Z", by: parts)
            #expect(found.sum == 420, "\(parts)")
        }
        let night = try totals("sleep_analysis", "2025-06-17T12:00:00Z", "2025-06-18T12:00:00Z").parts[0]
        #expect(night.minutes == ["light": 180, "deep": 120, "rem": 120, "awake": 30, "in_bed": 30])
        #expect(night.sources == ["Watch"] && night.count == 3)
        // A night of which only the time in bed is known has no time asleep.
        try await keep([sleep("2025-06-19T22:00:00Z", "2025-06-20T06:00:00Z", "in_bed", "Phone")])
        let bed = try totals("sleep_analysis", "2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z")
        #expect(bed.sum == nil && bed.parts.first?.minutes == ["in_bed": 480])
        // The words of an export, too.
        #expect(HealthKitIdentifier.sleepWord("HKCategoryValueSleepAnalysisAsleepCore") == "light")
        #expect(HealthKitIdentifier.sleepWord("HKCategoryValueSleepAnalysisAsleepREM") == "rem")
        #expect(HealthKitIdentifier.sleepWord("HKCategoryValueSleepAnalysisInBed") == "in_bed")
    }

    @Test("cuts days where the clock changes, months, weeks and half-hour zones on the wall")
    func calendar() throws {
        let day = { (text: String) in SampleParts.day.interval(containing: try at(text), in: berlin) }
        #expect(try day("2025-03-30T05:00:00Z") == at("2025-03-29T23:00:00Z")..<at("2025-03-30T22:00:00Z"))
        #expect(try day("2025-10-26T05:00:00Z") == at("2025-10-25T22:00:00Z")..<at("2025-10-26T23:00:00Z"))
        let month = SampleParts.month.interval(containing: try at("2025-10-31T22:59:00Z"), in: berlin)
        #expect(try month == at("2025-09-30T22:00:00Z")..<at("2025-10-31T23:00:00Z"))
        let week = SampleParts.week.interval(containing: try at("2025-06-18T09:00:00Z"), in: .utc)
        #expect(try week == at("2025-06-16T00:00:00Z")..<at("2025-06-23T00:00:00Z"))
        let kolkata = try Zone.named("Asia/Kolkata")
        let hour = SampleParts.hour.interval(containing: try at("2025-06-18T09:00:00Z"), in: kolkata)
        #expect(try hour == at("2025-06-18T08:30:00Z")..<at("2025-06-18T09:30:00Z"))
        // Lord Howe puts its clocks back by half an hour: parts still follow one another.
        let howe = try Zone.named("Australia/Lord_Howe")
        var time = try at("2025-04-05T12:10:00Z")
        var before: Range<Instant>?
        while time < (try at("2025-04-05T19:00:00Z")) {
            let part = SampleParts.hour.interval(containing: time, in: howe)
            #expect(part.contains(time) && (before == nil || before?.upperBound == part.lowerBound))
            (before, time) = (part, part.upperBound)
        }
    }

    @Test("is the same however time is cut, into parts or into requests", arguments: 0..<12)
    func invariance(seed: Int) async throws {
        var generator = SeededGenerator(state: UInt64(seed))
        let zones = ["Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns"]
        let zone = try Zone.named(zones[seed % zones.count])
        // Around a change of the clock, and around the turn of a month.
        let origin = try at(seed % 2 == 0 ? "2025-03-28T00:00:00Z" : "2025-10-24T00:00:00Z")
        let words = HealthKitIdentifier.sleepWords
        var samples: [HealthSample] = []
        for index in 0..<400 {
            let start = origin.advanced(bySeconds: Double(Int.random(in: 0..<10 * 86_400, using: &generator)))
            let length = [0, 1, 59, 600, 3600, 40_000, 200_000].randomElement(using: &generator) ?? 0
            let end = start.advanced(bySeconds: Double(length))
            let source = ["Watch", "Phone", "Ring"].randomElement(using: &generator) ?? ""
            let isSleep = index % 2 == 0
            samples.append(
                HealthSample(
                    type: isSleep ? "sleep_analysis" : "steps", start: start, end: end,
                    value: Double(Int.random(in: 0...900, using: &generator)),
                    word: isSleep ? words.randomElement(using: &generator) ?? "" : "",
                    unit: isSleep ? "min" : "count", source: source))
        }
        try await keep(samples)
        let whole = origin.advanced(bySeconds: -4321)..<origin.advanced(bySeconds: 14 * 86_400 + 777)
        let cut = origin.advanced(bySeconds: Double(Int.random(in: 0..<10 * 86_400, using: &generator)))
        for type in ["steps", "sleep_analysis"] {
            let series = HealthSeries(store, of: 1, zone: zone)
            let read = { (range: Range<Instant>, parts: SampleParts) in
                try SampleSummary.totals(type, in: range, by: parts, zone: zone, of: series)
            }
            let all = try read(whole, .all)
            let sum = try #require(all.sum)
            #expect(sum > 0)
            for parts in SampleParts.allCases {
                let found = try read(whole, parts)
                #expect(found.sum == sum, "\(type) \(parts)")
                #expect(found.parts.reduce(0) { $0 + $1.amount } == all.parts.reduce(0) { $0 + $1.amount })
                #expect(found.parts.reduce(0) { $0 + $1.count } == all.parts[0].count)
                #expect(
                    zip(found.parts, found.parts.dropFirst()).allSatisfy { $0.span.upperBound <= $1.span.lowerBound })
            }
            let halves = try [read(whole.lowerBound..<cut, .hour), read(cut..<whole.upperBound, .day)]
            #expect(halves.reduce(Int128(0)) { $0 + $1.parts.reduce(0) { $0 + $1.amount } } == all.parts[0].amount)
            // No instant is asleep twice.
            if type == "sleep_analysis" { #expect(sum <= 15 * 1440) }
        }
    }

    @Test("holds against samples at the ends of time and values beyond counting")
    func hostile() async throws {
        try await keep([
            HealthSample(
                type: "steps", start: Instant(nanoseconds: .min), end: Instant(nanoseconds: .max), value: 1e300,
                unit: "count", source: "Bad"),
            HealthSample(
                type: "steps", start: try at("2025-06-18T09:00:00Z"), end: try at("2025-06-18T10:00:00Z"),
                value: 1.7e308, unit: "count", source: "Bad"),
        ])
        let found = try totals("steps", "1680-01-01T00:00:00Z", "2260-01-01T00:00:00Z", by: .month)
        #expect(found.sum == found.parts.first?.sum && found.parts.count == 1)
    }
}
