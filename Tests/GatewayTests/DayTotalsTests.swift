import Analysis
import Documents
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("What days came to by hour, day, week and month")
struct DayTotalsTests {
    private static let strap = DeviceID(rawValue: "acme-strap-7")
    /// A month before the clocks of Berlin are set back.
    private static let start = Instant(nanoseconds: 1_759_276_800_000_000_000)
    private static let days = 40

    private func keep(_ samples: [HealthSample], of column: Int64, _ store: Store) async throws {
        let upload = HealthUpload(
            id: HealthIntake.uuid(), person: column, kind: .samples, source: nil, syncToken: nil,
            received: Self.start, total: samples.count)
        try await store.add(upload, pending: nil)
        try await store.keep(samples, of: upload, isLast: true)
    }

    /// Samples of two programs, some over midnight, and words of sleep that overlap.
    private func samples(_ seed: Int) -> [HealthSample] {
        var random = SeededGenerator(state: UInt64(seed))
        var samples: [HealthSample] = []
        for hour in 0..<24 * Self.days where Int.random(in: 0..<3, using: &random) > 0 {
            let time = Self.start.advanced(bySeconds: Double(hour) * 3600 + Double.random(in: 0..<3000, using: &random))
            let end = time.advanced(bySeconds: Double.random(in: 60..<9000, using: &random))
            let source = ["Watch", "Phone"].randomElement(using: &random) ?? ""
            let value = Double.random(in: 1...900, using: &random).rounded()
            samples.append(
                HealthSample(type: "steps", start: time, end: end, value: value, unit: "count", source: source))
            samples.append(
                HealthSample(
                    type: "heart_rate", start: time, end: time, value: 40 + value / 10, unit: "count/min",
                    source: source))
            let word = ["in_bed", "asleep", "light", "deep", "awake"].randomElement(using: &random) ?? ""
            samples.append(
                HealthSample(
                    type: "sleep_analysis", start: time, end: end, value: end.seconds(since: time) / 60, word: word,
                    unit: "min", source: source))
        }
        return samples
    }

    /// A gateway, and how what it says is compared with what samples come to when all are summed up at once.
    private struct Comparison {
        let gateway: Gateway
        let subject: HealthSubject
        let zone: Zone

        func check(_ comment: String, _ from: Double = 0.3, _ to: Double = 37.6) async throws {
            let range =
                DayTotalsTests.start.advanced(
                    bySeconds: from * 86_400)..<DayTotalsTests.start.advanced(
                    bySeconds: to * 86_400)
            for type in ["steps", "heart_rate", "sleep_analysis"] {
                for parts in SampleParts.allCases where parts != .minute {
                    let found = try await gateway.totals(type, in: range, by: parts, zone: zone, of: subject)
                    let wanted = try SampleSummary.totals(
                        type, in: range, by: parts, zone: zone, of: gateway.series(of: subject, zone: zone))
                    #expect(found == wanted && !found.parts.isEmpty, "\(comment): \(type) by \(parts)")
                }
            }
        }
    }

    @Test(
        "come to the same as all samples at once, whatever comes and goes",
        arguments: ["UTC", "Europe/Berlin", "America/Havana"])
    func same(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let gateway = try Gateway(.init(folder: folder.path, zone: .utc))
        let store = gateway.store
        store.register(DeviceIdentity(maker: "Acme", model: "Strap", serial: "7"), as: Self.strap)
        try await keep(samples(1), of: 0, store)
        let subject = try gateway.subject(nil, of: nil, .everything)
        let zone = try Zone.named(name)
        let comparison = Comparison(gateway: gateway, subject: subject, zone: zone)
        try await comparison.check("made")
        try await comparison.check("kept")
        try await comparison.check("whole days", 5, 30)
        let key = DayTotalsKey(person: subject.column, zone: name, type: "steps")
        let date = { (day: Int) in zone.civilTime(at: Self.start).date.adding(days: day) }
        func kept() throws -> Set<CivilDate> {
            Set(try store.dayTotals(key, byHour: true, from: date(0), to: date(Self.days)).keys)
        }
        #expect(try kept().count >= 36)

        // Only the days about what comes are made anew.
        let noon = Self.start.advanced(bySeconds: 20.5 * 86_400)
        try await keep(
            [HealthSample(type: "steps", start: noon, end: noon + 60, value: 5, unit: "count", source: "Ring")], of: 0,
            store)
        #expect(try kept().count >= 30 && !kept().contains(date(20)))
        try await comparison.check("a sample more")
        let epochs = (0..<600).map { minute in
            var epoch = Epoch(start: noon.advanced(bySeconds: Double(minute) * 60), seconds: 60)
            epoch.heart = .init(beats: 60, rate: 60 + Double(minute % 9))
            return epoch
        }
        store.append(epochs, device: Self.strap)
        try await store.flush()
        try await comparison.check("a strap")
        let person = try await gateway.wearerRegistry.add("Ada")
        _ = try await gateway.wearerRegistry.add("Ben")
        try await gateway.wearerRegistry.correct(Self.strap, person: person.id, from: Self.start, to: noon + 3600)
        let both = try gateway.wearerRegistry.people.map { try gateway.subject($0.id, of: nil, .everything) }
        try await Comparison(gateway: gateway, subject: both[0], zone: zone).check("Ada")
        try await keep(samples(2), of: both[1].column, store)
        try await Comparison(gateway: gateway, subject: both[1], zone: zone).check("Ben")
        try await Comparison(gateway: gateway, subject: both[0], zone: zone).check("Ada again")
        gateway.store.close()
    }

    @Test("are left to the first unit of all where samples are in several")
    func units() async throws {
        let folder = try TemporaryFolder()
        let gateway = try Gateway(.init(folder: folder.path, zone: .utc))
        try await keep(
            samples(3) + [
                HealthSample(
                    type: "steps", start: Self.start + 86_400 * 9, end: Self.start + 86_400 * 9 + 60, value: 2,
                    unit: "km", source: "Ring")
            ], of: 0, gateway.store)
        let subject = try gateway.subject(nil, of: nil, .everything)
        try await Comparison(gateway: gateway, subject: subject, zone: .utc).check("units")
        let all = try await gateway.totals(
            "steps", in: Self.start..<Self.start + 86_400 * 30, by: .month, zone: .utc, of: subject)
        #expect(all.otherUnits == 1)
        gateway.store.close()
    }
}
