import Accounts
import Analysis
import Devices
import Documents
import Exports
import Foundation
import Gateway
import Signals
import Store
import TestKit
import Testing

@testable import API

/// Two people with data, a third without, and the owner: nobody sees what is another's, whatever the route.
@Suite("Other people's data")
struct CrossUserTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")
    private static let date = "2023-11-14"

    private let fixture: AccountsFixture
    private let relay: RelayFeed
    /// Tokens of the owner, of the two with data and of the third.
    private let ada: String, ben: String, cy: String
    /// What of Ben's must stand in no answer to anybody else.
    private let marks: [String]
    private let ids: [String: String]

    init() async throws {
        fixture = try AccountsFixture(sources: [Simulated(seed: 3)])
        relay = try RelayFeed(fixture.gateway)
        ada = try await fixture.enter("ada")
        ben = try await fixture.enter("ben", by: ada)
        cy = try await fixture.enter("cy", by: ada)
        let gateway = fixture.gateway
        let person = Person.ID(rawValue: try #require(gateway.accounts.accounts.first { $0.displayName == "ben" }).id)
        let noon = fixture.clock.now
        try await gateway.wearerRegistry.correct(
            Self.device, person: person, from: noon.advanced(bySeconds: -40 * 86_400), to: nil)
        var wearer = SimulatedWearer(.init(seed: 3, routine: .showcase(origin: noon, preroll: 0)), from: noon)
        let pipeline = gateway.pipelines[0]
        for second in 1...240 {
            wearer.advance(into: pipeline)
            if second.isMultiple(of: 60) { pipeline.tick(at: wearer.now) }
        }
        gateway.store.append([Self.night(of: noon)], device: Self.device)
        try await gateway.store.flush()
        let recording = try gateway.recorder.start(person: person, devices: [Self.device])
        let schedule = try gateway.recorder.add(.init(person: person, from: 60, to: 120, zone: "Pacific/Fiji"))
        let alert = try gateway.store.add(
            Alert(
                time: noon, severity: .warning, kind: .batteryLow, device: Self.device, recording: recording.id,
                message: "Ben's strap is low"))
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: 60)
        let begun = try await fixture.ask(
            "POST", "/api/v1/imports?name=bens-arm.cwa&zone=UTC", bytes: writer.bytes, token: ben)
        let importing = try #require(begun.object["id"] as? String, "\(begun)")
        var status: [String: Any] = [:]
        for _ in 0..<1000 where status["recording"] as? Int == nil {
            status = try await fixture.ask("GET", "/api/v1/imports/\(importing)", token: ben).object
            try await Task.sleep(for: .milliseconds(5))
        }
        let file = try #require(status["recording"] as? Int, "\(status)")
        ids = [
            "night-recordings": "\(recording.id.rawValue)", "night-schedules": "\(schedule.id.rawValue)",
            "alerts": "\(alert.id.rawValue)", "imports": importing, "recordings": "\(file)",
            "devices": Self.device.rawValue, "wearers": "\(person.rawValue)", "people": "\(person.rawValue)",
            "sessions": try #require(gateway.accounts.sessions(of: person.rawValue).first).id,
        ]
        marks = [Self.device.rawValue, "bens-arm", "Ben's strap", "Pacific/Fiji", importing, ids["sessions"] ?? ""]
    }

    static func night(of noon: Instant, on date: String = date) -> Night {
        let method = Method("hdcza", version: 1)
        let unknown = Estimate(unknown: "made for a test", method: method)
        let start = noon.advanced(bySeconds: -40_000)
        return Night(
            date: CivilDate(date) ?? CivilDate(daysSince1970: 0), zone: "UTC",
            window: noon.advanced(bySeconds: -86_400)..<noon, sleepPeriod: start..<start.advanced(bySeconds: 20_000),
            sleepPeriodReason: nil, naps: [], statesStart: start, epochSeconds: 30,
            states: Array(repeating: .asleep, count: 600), awakenings: [],
            measures: SleepMeasures(
                totalSleepTime: Estimate(300, method: method), sleepOnsetLatency: unknown,
                wakeAfterSleepOnset: unknown, sleepEfficiency: unknown, awakenings: unknown, sleepPeriod: unknown,
                timeInBed: unknown, midSleep: unknown),
            confidence: NightConfidence(completeness: 1, wear: 1, agreement: 1), periodMethod: method,
            scoringMethod: method, losses: [])
    }

    /// The path of a route with Ben's ids in it.
    private func path(_ pattern: String) -> String {
        var parts = pattern.split(separator: "/").map(String.init)
        for index in parts.indices where parts[index].hasPrefix("{") {
            parts[index] = parts[index] == "{date}" ? Self.date : ids[parts[index - 1]] ?? "1"
        }
        return "/" + parts.joined(separator: "/")
    }

    @Test("shows Ben his own: what the others are looked for is really there")
    func own() async throws {
        for path in [
            "nights/\(Self.date)", "nights/latest/export?format=csv",
            "recordings/\(ids["recordings"] ?? "")/export?format=csv",
            "night-recordings/latest/export?format=csv", "devices/\(Self.device.rawValue)",
        ] {
            let answer = try await fixture.ask("GET", "/api/v1/\(path)", token: ben)
            #expect(answer.status == 200, "\(path): \(answer)")
        }
        for subject in ["nights/\(Self.date)", "recordings/\(ids["recordings"] ?? "")", "night-recordings/latest"] {
            let path = "/api/v1/\(subject)/export?format=csv&signals=raw"
            #expect(try await fixture.ask("GET", path, token: ben).status == 200, "\(path)")
            #expect(try await fixture.ask("GET", path, token: ada).status == 404, "\(path)")
            #expect(try await fixture.ask("GET", path, token: cy).status == 404, "\(path)")
        }
        for (path, name) in [
            ("nights", "nights"), ("recordings", "recordings"), ("imports", "imports"), ("alerts", "alerts"),
            ("night-recordings", "recordings"), ("night-schedules", "schedules"), ("devices", "devices"),
            ("live", "devices"), ("wearers", "wearers"), ("auth/sessions", "sessions"),
        ] {
            let answer = try await fixture.ask("GET", "/api/v1/\(path)", token: ben)
            // Of recordings there is a file and one that is live.
            let count = path == "recordings" ? 2 : 1
            #expect(answer.object.objects(name).count == count, "\(path): \(answer)")
        }
    }

    @Test("lets Ben alone take home what his device sent: every sample that the store keeps, as it came")
    func raw() throws {
        let gateway = fixture.gateway
        let noon = fixture.clock.now
        fixture.clock.advance(bySeconds: 600)
        var content = ExportContent(
            device: DeviceIdentity(maker: "", model: "", serial: "3"), label: "live", zone: .utc,
            window: noon..<noon.advanced(bySeconds: 300))
        content.source = Self.device
        let people = gateway.accounts.accounts
        for name in ["ben", "cy"] {
            let person = try #require(people.first { $0.displayName == name }).id
            let raw = try gateway.raw(of: content, gateway.visibility(of: .init(rawValue: person), isOwner: false))
            var found: [Channel: [Float]] = [:]
            try raw.forEachBatch { found[$0.channel, default: []] += $0.values }
            guard name == "ben" else {
                #expect(found.isEmpty)
                continue
            }
            #expect((found[.acceleration]?.count ?? 0) > 10_000)
            for (channel, values) in found {
                let kept = try gateway.store.raw(
                    of: Self.device, channel: channel, from: content.window.lowerBound, to: content.window.upperBound)
                #expect(kept.flatMap(\.values) == values, "\(channel)")
            }
        }
    }

    @Test("answers every reading route to the others without a word of Ben's, and with 404 where it is his")
    func reading() async throws {
        for (method, route) in fixture.router.routes where method == .get && route.pattern.hasPrefix("/api/v1/") {
            guard !route.pattern.hasSuffix("/stream"), !route.pattern.contains("/ws") else { continue }
            for (who, token) in [("cy", cy), ("ada", ada)] {
                let answer = try await fixture.ask("GET", path(route.pattern), token: token)
                let isDevice = route.pattern.contains("/devices") || route.pattern.hasSuffix("/openapi.json")
                // Owners see devices, people and what alerts say of devices, but no data of another.
                if who == "ada", isDevice || ["/alerts", "/live", "/people"].contains(where: route.pattern.contains) {
                    continue
                }
                for mark in marks where answer.status < 400 {
                    #expect(!answer.body.contains(mark), "\(who) \(route.pattern): \(mark)")
                }
                if ids.keys.contains(where: { route.pattern.hasPrefix("/api/v1/\($0)/{") })
                    // Each has days of their own.
                    || route.pattern.contains("{date}")
                        && !["/summary/", "/insights/daily/"].contains(where: route.pattern.contains),
                    !route.pattern.contains("{id}/wearers"), who == "cy" || !route.pattern.contains("/wearers")
                {
                    // The id of a sign-in is no number, as that of a reading session is.
                    #expect([400, 403, 404].contains(answer.status), "\(who) \(route.pattern): \(answer.status)")
                }
            }
            #expect(
                try await fixture.ask("GET", path(route.pattern)).status == (route.access == .everybody ? 200 : 401),
                "\(route.pattern)")
        }
        let live = try await fixture.ask("GET", "/api/v1/live", token: ada).object
        #expect(live.objects("devices").isEmpty && live.object("recent").isEmpty)
        #expect(try await fixture.ask("GET", "/api/v1/nights", token: ada).object.objects("nights").isEmpty)
    }

    @Test("lets the others change nothing of Ben's by any route")
    func writing() async throws {
        let before = try await everything()
        for (method, route) in fixture.router.routes where !method.isSafe && route.pattern.contains("{") {
            let bodies = ["{}", #"{"sleep_start_s":1699920000,"sleep_end_s":1699930000}"#, #"{"on":false}"#]
            for json in bodies {
                let answer = try await fixture.ask(method.rawValue, path(route.pattern), json, token: cy)
                #expect((400..<500).contains(answer.status), "\(method.rawValue) \(route.pattern): \(answer.status)")
                for mark in marks where answer.status < 400 {
                    #expect(!answer.body.contains(mark), "\(route.pattern): \(mark)")
                }
                #expect(
                    try await fixture.ask(method.rawValue, path(route.pattern), json).status == 401, "\(route.pattern)")
            }
        }
        #expect(try await everything() == before)
    }

    @Test("sends live events to their wearer alone, and nobody's after signing out")
    func live() async throws {
        let own = try await listen(ben), other = try await listen(cy), owner = try await listen(ada)
        let pipeline = fixture.gateway.pipelines[0]
        pipeline.deliver(.loss(Loss(.late, count: 1, unit: .samples, first: fixture.clock.now)), at: fixture.clock.now)
        _ = try await own.read(until: "event: loss\n")
        let out = try await fixture.ask("POST", "/api/v1/auth/logout", token: ben)
        #expect(out.status == 200)
        pipeline.deliver(.loss(Loss(.gap, count: 1, unit: .samples, first: fixture.clock.now)), at: fixture.clock.now)
        fixture.feed.events.publish("household", data: Array("{}".utf8))
        for wire in [other, owner] {
            let text = try await wire.read(until: "event: household\n")
            #expect(!text.contains("event: loss"))
        }
        #expect(try await TestServer.eventually { fixture.feed.events.clientCount == 2 })
        own.halfClose()
    }

    private func listen(_ token: String) async throws -> Wire {
        let wire = try Wire(port: fixture.server.addresses[0].port)
        try await wire.send(
            "GET /api/v1/live/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n")
        let text = try await wire.read(until: "\n\n")
        #expect(text.contains("event: snapshot"))
        return wire
    }

    /// What Ben sees of his own.
    private func everything() async throws -> [String] {
        var bodies: [String] = []
        for path in [
            "nights", "recordings", "imports", "alerts", "night-schedules", "wearers", "auth/sessions", "nights/latest",
        ] {
            bodies.append(try await fixture.ask("GET", "/api/v1/\(path)", token: ben).body)
        }
        return bodies
    }
}
