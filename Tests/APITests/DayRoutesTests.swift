import Analysis
import Documents
import Gateway
import Signals
import Store
import Testing

@Suite("What days came to")
struct DayRoutesTests {
    private let strap = DeviceID(rawValue: "acme-strap-7")

    private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    /// A night of 18 June 2025 with a heart that beats at 52, at 44 from three to half past three, and at 75 after six.
    private func wear(_ store: Store) async throws {
        store.register(DeviceIdentity(maker: "Acme", model: "Strap", serial: "7"), as: strap)
        let (start, end) = (try at("2025-06-17T22:00:00Z"), try at("2025-06-18T14:00:00Z"))
        let period = try at("2025-06-17T22:30:00Z")..<at("2025-06-18T06:00:00Z")
        let deep = try at("2025-06-18T03:00:00Z")..<at("2025-06-18T03:30:00Z")
        let epochs = stride(from: 0.0, to: end.seconds(since: start), by: 60).map { second in
            let time = start.advanced(bySeconds: second)
            var epoch = Epoch(start: time, seconds: 60)
            epoch.heart = .init(beats: 50, rate: deep.contains(time) ? 44 : period.contains(time) ? 52 : 75)
            return epoch
        }
        store.append(epochs, device: strap)
        let beats = (0..<27_000).map { index in
            Beat(
                time: period.lowerBound.advanced(bySeconds: Double(index)), rr: index.isMultiple(of: 2) ? 1020 : 980,
                label: .normal, isProvisional: false)
        }
        store.append(beats, device: strap)
        let known = { (value: Double) in Estimate(value, method: Method("test")) }
        let window = NightWindow(endingOn: try #require(CivilDate("2025-06-18")), in: .utc).interval
        store.append(
            [
                Night(
                    date: try #require(CivilDate("2025-06-18")), zone: "UTC", window: window, sleepPeriod: period,
                    statesStart: period.lowerBound, epochSeconds: 1800,
                    states: Array(repeating: .asleep, count: 14) + [.awake],
                    measures: SleepMeasures(
                        totalSleepTime: known(420), sleepOnsetLatency: known(0), wakeAfterSleepOnset: known(30),
                        sleepEfficiency: known(93.3), awakenings: known(1), sleepPeriod: known(450),
                        timeInBed: known(450), midSleep: known(2.25)),
                    confidence: NightConfidence(completeness: 1, wear: 1, agreement: 1),
                    periodMethod: Method("test"), scoringMethod: Method("test"))
            ], device: strap)
        try await store.flush()
    }

    private func walk(_ store: Store, _ start: String, _ end: String, _ steps: Double, _ source: String) async throws {
        let upload = HealthUpload(
            id: "\(source)-\(start)", person: 0, kind: .samples, source: nil, syncToken: nil,
            received: try at("2025-06-18T20:00:00Z"), total: 1)
        try await store.add(upload, pending: nil)
        let sample = HealthSample(
            type: "steps", start: try at(start), end: try at(end), value: steps, unit: "count", source: source)
        try await store.keep([sample], of: upload, isLast: true)
    }

    @Test("is told figure by figure with its method or reason, and follows what comes later")
    func summary() async throws {
        let fixture = try GatewayFixture()
        let store = fixture.gateway.store
        let empty = try await fixture.get("/api/v1/summary/2025-06-18")
        #expect(empty.isNull("steps") && empty.isNull("sleep_hours") && empty.isNull("as_of"))
        #expect(empty.object("reasons")["resting_heart_rate"] as? String == "fewer than 60 heart rates")
        try await wear(store)
        try await walk(store, "2025-06-18T09:00:00Z", "2025-06-18T10:00:00Z", 900, "Phone")
        for _ in 0..<2 {
            let day = try await fixture.get("/api/v1/summary/2025-06-18")
            #expect(day["sleep_hours"] as? Double == 7 && day["sleep_efficiency"] as? Double == 93.3)
            #expect(day["resting_heart_rate"] as? Double == 44 && day["hrv_ms"] as? Double == 40)
            // Six hours of sleep and eight awake.
            let mean = 54_480.0 / 840
            #expect(abs((day["average_heart_rate"] as? Double ?? 0) - mean) < 0.06)
            #expect(day["steps"] as? Int == 900 && day["stale"] as? Bool == false && day.isNull("step_goal"))
            #expect(day["as_of"] as? String == "2025-06-18T13:59:00Z")
            #expect(day.object("methods")["resting_heart_rate"] as? String == "lowest half hour of sleep")
            #expect(day.object("reasons").names == ["active_energy", "active_minutes"])
        }
        #expect(
            try store.dayFigures(
                of: 0, in: "UTC", from: #require(CivilDate("2025-06-18")), to: #require(CivilDate("2025-06-18"))
            ).count == 1)
        try await walk(store, "2025-06-18T15:00:00Z", "2025-06-18T16:00:00Z", 500, "Phone")
        #expect(try await fixture.get("/api/v1/summary/2025-06-18")["steps"] as? Int == 1400)
        #expect(try await fixture.get("/api/v1/summary/today").isNull("steps"))
        for wrong in ["tomorrow", "2025-02-30", "1"] {
            #expect(try await fixture.ask("GET", "/api/v1/summary/\(wrong)").status == 400, "\(wrong)")
        }
        #expect(try await fixture.ask("GET", "/api/v1/summary/today?person=77").status == 404)
    }

    @Test("goes by days, weeks and months, with what half of the days come to")
    func trends() async throws {
        let fixture = try GatewayFixture()
        for (day, steps) in [(2, 100.0), (3, 200), (9, 400), (10, 700)] {
            let date = "2025-06-\(day < 10 ? "0" : "")\(day)"
            try await walk(fixture.gateway.store, "\(date)T09:00:00Z", "\(date)T10:00:00Z", steps, "Phone")
        }
        let path = "/api/v1/trends?metric=steps&days=10&to=2025-06-10"
        let days = try await fixture.get(path)
        #expect(days["from"] as? String == "2025-06-01" && days["to"] as? String == "2025-06-10")
        #expect(days.objects("points").count == 10 && days["days"] as? Int == 4 && days["unit"] as? String == "count")
        #expect(days.objects("points")[0].isNull("value") && days.objects("points")[1]["value"] as? Double == 100)
        #expect(days["mean"] as? Double == 350 && days["median"] as? Double == 300)
        #expect(days["lower_quartile"] as? Double == 175 && days["upper_quartile"] as? Double == 475)
        let weeks = try await fixture.get(path + "&by=week").objects("points")
        // The first of June 2025 was a Sunday.
        #expect(weeks.map { $0["date"] as? String } == ["2025-06-01", "2025-06-02", "2025-06-09"])
        #expect(
            weeks.map { $0["value"] as? Double } == [nil, 150, 550] && weeks.map { $0["days"] as? Int } == [0, 2, 2])
        let months = try await fixture.get("/api/v1/trends?metric=steps&days=41&to=2025-06-10&by=month")
        #expect(months.objects("points").map { $0["date"] as? String } == ["2025-05-01", "2025-06-01"])
        for wrong in [
            "metric=weight", "days=9", "metric=steps&days=0", "metric=steps&days=3661", "metric=steps&by=hour",
        ] {
            #expect(try await fixture.ask("GET", "/api/v1/trends?\(wrong)").status == 422, "\(wrong)")
        }
    }

    @Test("stands on the dashboard beside the last night, devices and what is wrong")
    func dashboard() async throws {
        let fixture = try GatewayFixture()
        #expect(try await fixture.get("/api/v1/dashboard").isNull("last_night"))
        try await wear(fixture.gateway.store)
        try await walk(fixture.gateway.store, "2025-06-18T09:00:00Z", "2025-06-18T10:00:00Z", 900, "Phone")
        let page = try await fixture.get("/api/v1/dashboard")
        #expect(page.names == ["summary", "insight", "last_night", "devices", "sync", "errors"])
        #expect(page.object("last_night")["date"] as? String == "2025-06-18")
        #expect(page.object("summary")["zone"] as? String == "UTC" && page.objects("devices").count == 1)
        #expect(page.object("sync")["last_upload"] as? String == "2025-06-18T20:00:00Z")
        #expect(page.object("sync")["pending"] as? Int == 0)
    }

    @Test("rests on one set of samples: what a strap measured, what programs sent, and metrics, page by page")
    func samples() async throws {
        let fixture = try GatewayFixture()
        try await wear(fixture.gateway.store)
        let metric = """
            {"user_id":"u","upload_source":"app","client_timestamp":"2025-06-18T10:00:00Z","metrics":[\
            {"metric_id":"a","metric_type":"heart_rate","biometric_data":{"heart_rate":61},"created_at":"2025-06-18T03:00:30Z"},\
            {"metric_id":"b","metric_type":"activity_level","activity_data":{"steps":800},"created_at":"2025-06-18T12:00:00Z"},\
            {"metric_id":"c","metric_type":"activity_level","activity_data":{"steps":500,"distance":3.2},"created_at":"2025-06-18T09:00:00Z"}]}
            """
        #expect(try await fixture.send("POST", "/api/v1/health-data/upload", metric).status == 201)
        let path = "/api/v1/samples?type=heart_rate&start=2025-06-18T02:59:00Z&end=2025-06-18T03:02:00Z"
        let all = try await fixture.get(path).objects("samples")
        #expect(all.map { $0["value"] as? Double } == [52, 44, 61, 44])
        #expect(all.map { $0["source"] as? String } == ["nightjar", "nightjar", "app", "nightjar"])
        #expect(all[0]["device_id"] as? String == strap.rawValue && all[0]["end"] as? String == "2025-06-18T03:00:00Z")
        var paged: [[String: Any]] = []
        var cursor = ""
        for _ in 0..<4 {
            let page = try await fixture.get(path + "&limit=1" + cursor)
            paged += page.objects("samples")
            guard let next = page["next_cursor"] as? String else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(paged.map { $0["start"] as? String } == all.map { $0["start"] as? String })
        // A metric tells what the day came to so far.
        let day = "start=2025-06-18&end=2025-06-19"
        #expect(try await fixture.get("/api/v1/samples/sum?type=steps&\(day)")["sum"] as? Double == 800)
        let sleep = try await fixture.get("/api/v1/samples/sum?type=sleep_analysis&start=2025-06-17&end=2025-06-19")
        #expect(sleep["sum"] as? Double == 420)
        let mean = try await fixture.get("/api/v1/samples/sum?type=heart_rate&\(day)&by=hour").objects("parts")
        #expect(mean.count == 14 && mean[13]["mean"] as? Double == 75)
        let types = try await fixture.get("/api/v1/samples/types").objects("types").map { $0["type"] as? String }
        #expect(types == ["distance", "heart_rate", "sleep_analysis", "steps"])
        // What one program tells as a metric and another as samples is of one type, and not added up.
        let way =
            #"{"quantity_samples":[{"identifier":"HKQuantityTypeIdentifierDistanceWalkingRunning","value":900,"#
            + #""unit":"m","start_date":"2025-06-18T08:00:00Z","end_date":"2025-06-18T08:30:00Z","#
            + #""source_name":"Phone"}]}"#
        #expect(try await fixture.send("POST", "/api/v1/healthkit/upload", way).status == 202)
        await fixture.gateway.health.settle()
        #expect(try await fixture.get("/api/v1/samples/sum?type=distance&\(day)")["sum"] as? Double == 3.2)
    }

    @Test("is each person's own where several wear devices")
    func people() async throws {
        let fixture = try GatewayFixture()
        try await wear(fixture.gateway.store)
        let registry = fixture.gateway.wearerRegistry
        let (ada, bo) = (try await registry.add("Ada"), try await registry.add("Bo"))
        #expect(try await fixture.get("/api/v1/summary/2025-06-18")["sleep_hours"] as? Double == 7)
        try await registry.correct(strap, person: bo.id, from: try at("2025-06-01T00:00:00Z"), to: nil)
        let first = try await fixture.get("/api/v1/summary/2025-06-18")
        #expect(first["person"] as? String == "Ada" && first.isNull("sleep_hours") && first.isNull("hrv_ms"))
        let second = try await fixture.get("/api/v1/summary/2025-06-18?person=\(bo.id.rawValue)")
        #expect(second["person"] as? String == "Bo" && second["sleep_hours"] as? Double == 7)
        try await registry.correct(strap, person: ada.id, from: try at("2025-06-01T00:00:00Z"), to: nil)
        #expect(try await fixture.get("/api/v1/summary/2025-06-18")["sleep_hours"] as? Double == 7)
        let dashboard = try await fixture.get("/api/v1/dashboard?person=\(bo.id.rawValue)")
        #expect(dashboard.isNull("last_night"))
    }
}
