import Documents
import Runtime
import Signals
import Store
import Testing

@testable import Gateway

@Suite("What of the samples has changed")
struct SampleChangesTests {
    private static let start = Instant(nanoseconds: 1_750_204_800_000_000_000)
    private static let strap = DeviceID(rawValue: "acme-strap-7")

    /// A copy that somebody keeps: what a program does with the pages.
    private struct Copy {
        var samples: [String: [HealthSample]] = [:]
        var token: SampleToken?

        mutating func take(_ page: SampleChanges) {
            for stretch in page.stretches {
                samples[stretch.type, default: []].removeAll { stretch.range.contains($0.start) }
                samples[stretch.type, default: []] += stretch.samples
            }
            token = page.token
        }

        var all: Set<HealthSample> { Set(samples.values.joined()) }
        var count: Int { samples.values.reduce(0) { $0 + $1.count } }
    }

    private func open(_ folder: String) throws -> Gateway { try Gateway(.init(folder: folder, zone: .utc)) }

    private func subject(_ person: Person, _ gateway: Gateway) throws -> HealthSubject {
        try gateway.subject(person.id, of: nil, .everything)
    }

    /// All samples, read type by type.
    private func all(of subject: HealthSubject, _ gateway: Gateway) throws -> Set<HealthSample> {
        let series = try gateway.series(of: subject)
        let types = try Set(series.types().map(\.type)).union(MetricSamples.kinds.keys)
        return Set(
            try types.flatMap { type in
                try series.samples(.init(type, in: SampleChange.always, limit: 100_000)).map(\.sample)
            })
    }

    private func sample(_ type: String, _ hour: Int, _ value: Double) -> HealthSample {
        let start = Self.start.advanced(bySeconds: Double(hour) * 3600 + value)
        return HealthSample(
            type: type, start: start, end: start.advanced(bySeconds: 60), value: value, unit: "count", source: "x")
    }

    private func keep(_ samples: [HealthSample], _ id: String, of column: Int64, _ store: Store) async throws {
        let upload = HealthUpload(
            id: id, person: column, kind: .samples, source: nil, syncToken: nil, received: Self.start,
            total: samples.count)
        try await store.add(upload, pending: nil)
        try await store.keep(samples, of: upload, isLast: true)
    }

    private func keepMetric(_ id: String, hour: Int, of column: Int64, _ store: Store) async throws {
        let time = Self.start.advanced(bySeconds: Double(hour) * 3600)
        let upload = HealthUpload(
            id: id, person: column, kind: .metrics, source: "app", syncToken: nil, received: time, total: 1)
        let body = """
            {"metric_type":"activity_level","activity_data":{"steps":\(hour * 10),"resting_heart_rate":60},
            "created_at":"\(time.rfc3339)"}
            """
        let metric = HealthMetric(
            id: id, upload: id, type: "activity_level", device: nil, source: "app", time: time, body: Array(body.utf8))
        try await store.keep([metric], of: upload)
    }

    @Test(
        "lead a copy that follows them to what there is, whatever comes, goes or is restarted, for each of two people",
        arguments: 1...6)
    func follow(_ seed: Int) async throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(state: UInt64(seed))
        let people = try await {
            let store = try Store(folder: folder.path)
            let people = [try await store.addPerson(named: "Ada"), try await store.addPerson(named: "Ben")]
            store.register(DeviceIdentity(maker: "Acme", model: "Strap", serial: "7"), as: Self.strap)
            try await store.flush()
            // Ben wears the strap on the first day, Ada from then on.
            let noon = Self.start.advanced(bySeconds: 86_400)
            try await store.correctWearing(
                of: Self.strap, person: people[1].id, from: Self.start.advanced(bySeconds: -86_400), to: noon)
            try await store.correctWearing(of: Self.strap, person: people[0].id, from: noon, to: nil)
            store.close()
            return people
        }()
        var gateway = try open(folder.path)
        var copies = [Copy(), Copy()]
        var uploads: [(id: String, column: Int64, kind: HealthUpload.Kind)] = []
        for step in 0..<60 {
            let who = Int.random(in: 0...1, using: &random)
            let subject = try subject(people[who], gateway)
            let hour = Int.random(in: 0..<72, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let type = ["heart_rate", "steps", "mood"].randomElement(using: &random) ?? ""
                let samples = (0..<Int.random(in: 1...40, using: &random)).map { sample(type, hour, Double($0 * 97)) }
                try await keep(samples, "u\(step)", of: subject.column, gateway.store)
                uploads.append(("u\(step)", subject.column, .samples))
            case 2:
                try await keepMetric("m\(step)", hour: hour, of: subject.column, gateway.store)
                uploads.append(("m\(step)", subject.column, .metrics))
            case 3 where !uploads.isEmpty:
                let gone = uploads.remove(at: Int.random(in: uploads.indices, using: &random))
                let isGone = try await gateway.store.deleteHealthUpload(gone.id, of: gone.column, kind: gone.kind)
                #expect(isGone)
            case 4, 5:
                let epochs = (0..<90).map { minute in
                    var epoch = Epoch(
                        start: Self.start.advanced(bySeconds: Double(hour * 60 + minute) * 60), seconds: 60)
                    epoch.heart = .init(beats: 40 + step, rate: 50 + Double(step))
                    return epoch
                }
                gateway.store.append(epochs, device: Self.strap)
                try await gateway.store.flush()
            case 6:
                gateway.store.close()
                gateway = try open(folder.path)
            default:
                // One page at a time, so that much changes in the middle of reading.
                let page = try #require(
                    await gateway.sampleChanges(
                        since: copies[who].token, of: subject, limit: Int.random(in: 1...60, using: &random)))
                copies[who].take(page)
            }
        }
        for who in 0...1 {
            let subject = try subject(people[who], gateway)
            var hasMore = true
            while hasMore {
                let page = try #require(
                    await gateway.sampleChanges(since: copies[who].token, of: subject, limit: 50))
                copies[who].take(page)
                hasMore = page.hasMore
            }
            let all = try all(of: subject, gateway)
            #expect(copies[who].all == all && copies[who].count == all.count && !all.isEmpty)
            #expect(copies[who].all.symmetricDifference(all).isEmpty)
            // Nothing has changed since.
            let page = try #require(await gateway.sampleChanges(since: copies[who].token, of: subject, limit: 50))
            #expect(page.stretches.isEmpty && !page.hasMore)
        }
        gateway.store.close()
    }

    @Test("tell only what changed, to whom it concerns, and nothing for the token of somebody else or another store")
    func narrow() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let gateway = try open(folder.path)
        let people = [
            try await gateway.wearerRegistry.add("Ada"), try await gateway.wearerRegistry.add("Ben"),
        ]
        let (ada, ben) = (try subject(people[0], gateway), try subject(people[1], gateway))
        try await keep([sample("steps", 0, 1), sample("steps", 40, 2)], "a", of: ada.column, gateway.store)
        let first = try #require(await gateway.sampleChanges(since: nil, of: ada, limit: 100))
        #expect(first.stretches.flatMap(\.samples).count == 2 && !first.hasMore)
        let none = try #require(await gateway.sampleChanges(since: nil, of: ben, limit: 100))
        #expect(none.stretches.flatMap(\.samples).isEmpty)
        try await keep([sample("steps", 40, 30)], "b", of: ada.column, gateway.store)
        let second = try #require(await gateway.sampleChanges(since: first.token, of: ada, limit: 100))
        #expect(second.stretches.map(\.type) == ["steps"] && second.stretches.first?.samples.count == 2)
        #expect(
            second.stretches.first?.range
                == Self.start.advanced(bySeconds: 40 * 3600)..<Self.start.advanced(bySeconds: 41 * 3600))
        #expect(try await gateway.sampleChanges(since: none.token, of: ben, limit: 100)?.stretches.isEmpty == true)
        #expect(try await gateway.sampleChanges(since: first.token, of: ben, limit: 100) == nil)
        let elsewhere = try open(other.path)
        let nobody = try elsewhere.subject(nil, of: nil, .everything)
        #expect(try await elsewhere.sampleChanges(since: first.token, of: nobody, limit: 100) == nil)
        // What was noted is forgotten after 60 days, and who comes after that begins anew.
        _ = try await gateway.store.beginSampleTurn(
            at: gateway.configuration.clock.now.advanced(bySeconds: 61 * 86_400))
        #expect(try await gateway.sampleChanges(since: first.token, of: ada, limit: 100) == nil)
        #expect(try await gateway.sampleChanges(since: nil, of: ada, limit: 100)?.stretches.isEmpty == false)
    }
}

/// Numbers that follow from a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
