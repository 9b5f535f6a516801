import Documents
import Foundation
import Gateway
import Store
import Testing

@Suite("Health data that programs send")
struct HealthDataTests {
    private func upload(_ metrics: String, user: String = "u-1") -> String {
        "{\"user_id\":\"\(user)\",\"metrics\":[\(metrics)],\"upload_source\":\"apple_health\","
            + "\"client_timestamp\":\"2025-06-18T10:00:00Z\",\"sync_token\":\"t1\"}"
    }

    private func heart(_ id: Int, _ rate: Double, minute: Int = 0) -> String {
        "{\"metric_id\":\"m\(id)\",\"metric_type\":\"heart_rate\",\"biometric_data\":{\"heart_rate\":\(rate)},"
            + "\"device_id\":\"w\",\"created_at\":\"2025-06-18T09:\(minute < 10 ? "0" : "")\(minute):00Z\"}"
    }

    @Test("is kept where it is good, told where it is not, and never kept twice")
    func upload() async throws {
        let fixture = try GatewayFixture()
        let body = upload([heart(1, 61), heart(2, 900), heart(3, 62.5)].joined(separator: ","))
        let first = try await fixture.send("POST", "/api/v1/health-data/upload", body)
        let reply = try first.object
        #expect(first.status == 201 && reply["status"] as? String == "requires_review")
        #expect(reply["accepted_metrics"] as? Int == 2 && reply["rejected_metrics"] as? Int == 1)
        let fault = try #require(reply.objects("validation_errors").first)
        #expect(fault["field"] as? String == "metrics[1].biometric_data.heart_rate")
        #expect(fault["code"] as? String == "out_of_range" && fault["value"] as? Double == 900)
        #expect(reply["sync_token"] as? String == "t1" && reply["estimated_processing_time"] as? Int == 0)
        #expect(
            reply.names == [
                "processing_id", "status", "accepted_metrics", "rejected_metrics", "validation_errors",
                "estimated_processing_time", "sync_token", "message", "timestamp",
            ])
        #expect(try await fixture.send("POST", "/api/v1/health-data/upload", body).status == 201)
        #expect(try await fixture.get("/api/v1/health-data").objects("data").count == 2)
        let other = try await fixture.send("POST", "/api/v1/health-data/upload", upload(heart(1, 99)))
        #expect(try other.status == 422 && other.object.objects("errors").first?["code"] as? String == "duplicate")

        let id = try #require(reply["processing_id"] as? String)
        let status = try await fixture.get("/api/v1/health-data/processing/\(id)")
        #expect(status["status"] as? String == "requires_review" && status.objects("validation_errors").count == 1)
        let deleted = try await fixture.send("DELETE", "/api/v1/health-data/\(id)")
        #expect(try deleted.status == 200 && deleted.object.names == ["message", "processing_id", "deleted_at"])
        #expect(try await fixture.ask("GET", "/api/v1/health-data/processing/\(id)").status == 404)
        #expect(try await fixture.send("DELETE", "/api/v1/health-data/\(id)").status == 404)
    }

    @Test("is refused as a whole when its envelope makes no sense")
    func envelope() async throws {
        let fixture = try GatewayFixture()
        let two = upload(heart(1, 60) + "," + heart(1, 60))
        let bodies = [
            two, upload(""), upload(Array(repeating: "{}", count: 101).joined(separator: ",")), "{}", upload("3"),
            upload("{\"metric_type\":\"sleep_analysis\"}"), upload("{\"metric_type\":\"weather\"}"),
        ]
        for body in bodies {
            let answer = try await fixture.send("POST", "/api/v1/health-data/upload", body)
            #expect(answer.status == 422 && answer.type == "application/problem+json")
            #expect(try answer.object.objects("errors").first?["field"] != nil)
        }
        #expect(try await fixture.send("POST", "/api/v1/health-data/upload", "{").status == 400)
        #expect(try await fixture.get("/api/v1/health-data").objects("data").isEmpty)
        let gone = try await fixture.ask("GET", "/api/v1/health-data/query")
        #expect(try gone.status == 410 && gone.object.object("migration")["new_endpoint"] != nil)
    }

    @Test("accepts nights with much wake, and refuses more sleep than time")
    func sleep() async throws {
        let fixture = try GatewayFixture()
        let night = { (minutes: Int) in
            "{\"metric_type\":\"sleep_analysis\",\"sleep_data\":{\"total_sleep_minutes\":\(minutes),"
                + "\"sleep_efficiency\":0.6,\"sleep_stages\":{\"light\":200,\"awake\":160},"
                + "\"sleep_start\":\"2025-06-17T22:00:00Z\",\"sleep_end\":\"2025-06-18T06:00:00Z\"}}"
        }
        #expect(try await fixture.send("POST", "/api/v1/health-data/upload", upload(night(320))).status == 201)
        let refused = try await fixture.send("POST", "/api/v1/health-data/upload", upload(night(500)))
        #expect(try refused.object.objects("errors").first?["code"] as? String == "inconsistent")
    }

    @Test("is listed page by page in both directions, and by type and time")
    func pages() async throws {
        let fixture = try GatewayFixture()
        let metrics = (0..<25).map { heart($0, 60, minute: $0) }.joined(separator: ",")
        #expect(try await fixture.send("POST", "/api/v1/health-data/upload", upload(metrics)).status == 201)
        var seen: [String] = []
        var path: String? = "/api/v1/health-data?limit=10&data_type=heart_rate"
        var pages: [[String: Any]] = []
        while let next = path {
            let page = try await fixture.get(next)
            pages.append(page)
            seen += page.objects("data").compactMap { $0["metric_id"] as? String }
            path = page.object("links")["next"] as? String
        }
        #expect(seen == (0..<25).reversed().map { "m\($0)" } && pages.count == 3)
        #expect(pages[0].object("pagination")["total_count"] as? Int == 25)
        #expect(pages[0].object("pagination")["has_previous"] as? Bool == false)
        let back = try #require(pages[2].object("links")["previous"] as? String)
        let before = try await fixture.get(back)
        #expect(
            before.objects("data").map { $0["metric_id"] as? String }
                == pages[1].objects("data").map { $0["metric_id"] as? String })
        let last = try #require(pages[0].object("links")["last"] as? String)
        #expect(try await fixture.get(last).objects("data").count == 5)
        let some = try await fixture.get(
            "/api/v1/health-data?start_date=2025-06-18T09:05:00Z&end_date=2025-06-18T09:08:00%2B00:00")
        #expect(some.objects("data").count == 3)
        #expect(try await fixture.get("/api/v1/health-data?data_type=sleep_analysis").objects("data").isEmpty)
        for query in ["limit=0", "limit=1001", "cursor=x", "start_date=never", "offset=-1"] {
            #expect(try await fixture.ask("GET", "/api/v1/health-data?\(query)").status == 422, "\(query)")
        }
    }
}

@Suite("Samples in HealthKit's shape")
struct HealthKitTests {
    private func sample(_ name: String, _ value: String, _ unit: String, minute: Int, source: String = "Watch")
        -> String
    {
        let time = "2025-06-18T09:\(minute < 10 ? "0" : "")\(minute):00Z"
        return "{\"identifier\":\"\(name)\",\"type\":\"quantity\",\"value\":\(value),\"unit\":\"\(unit)\","
            + "\"start_date\":\"\(time)\",\"end_date\":\"\(time)\",\"source_name\":\"\(source)\",\"metadata\":{}}"
    }

    @Test("are queued, kept with true progress, and summed without adding what two programs measured")
    func upload() async throws {
        let fixture = try GatewayFixture()
        let steps =
            (0..<30).map { sample("HKQuantityTypeIdentifierStepCount", "10", "count", minute: $0) }
            + (0..<20).map { sample("HKQuantityTypeIdentifierStepCount", "11", "count", minute: $0, source: "Phone") }
        let others = [
            sample("HKQuantityTypeIdentifierHeartRate", "1.2", "count/s", minute: 1),
            sample("HKQuantityTypeIdentifierHeartRate", "7", "count/min", minute: 2),
            sample("HKQuantityTypeIdentifierOxygenSaturation", "0.97", "%", minute: 1),
        ]
        let pressure = sample(
            "HKCorrelationTypeIdentifierBloodPressure", "{\"systolic\":120,\"diastolic\":80}", "mmHg", minute: 1)
        let sleep = sample("HKCategoryTypeIdentifierSleepAnalysis", "5", "", minute: 3)
        let body =
            "{\"user_id\":\"x\",\"quantity_samples\":[\((steps + others).joined(separator: ","))],"
            + "\"category_samples\":[\(sleep)],\"workouts\":[],\"correlation_samples\":[\(pressure)],"
            + "\"upload_metadata\":{},\"sync_token\":null}"
        for _ in 0..<2 {
            let answer = try await fixture.send("POST", "/api/v1/healthkit/upload", body)
            let reply = try answer.object
            #expect(answer.status == 202 && reply["status"] as? String == "queued")
            #expect(reply.object("samples_received")["quantity_samples"] as? Int == 53)
            let id = try #require(reply["upload_id"] as? String)
            #expect(id.hasPrefix("0-") && id.count == 34)
            await fixture.gateway.health.settle()
            let status = try await fixture.get("/api/v1/healthkit/status/\(id)")
            #expect(status["status"] as? String == "requires_review" && status["progress"] as? Double == 1)
            #expect(status["accepted_samples"] as? Int == 54 && status["rejected_samples"] as? Int == 1)
            #expect(status.objects("validation_errors").first?["field"] as? String == "quantity_samples[51].value")
        }
        let range = "start=2025-06-18&end=2025-06-19"
        let heart = try await fixture.get("/api/v1/samples?type=heart_rate&\(range)").objects("samples")
        #expect(heart.count == 1 && heart[0]["value"] as? Double == 72 && heart[0]["unit"] as? String == "count/min")
        let sum = try await fixture.get("/api/v1/samples/sum?type=steps&\(range)")
        #expect(sum["sum"] as? Double == 300 && sum["count"] as? Int == 30)
        let stage = try await fixture.get("/api/v1/samples?type=sleep_analysis&\(range)").objects("samples")
        #expect(stage.first?["word"] as? String == "rem")
        #expect(try await fixture.get("/api/v1/samples/types").objects("types").count == 6)
        let page = try await fixture.get("/api/v1/samples?type=steps&limit=40&\(range)")
        let cursor = try #require(page["next_cursor"] as? String)
        let rest = try await fixture.get("/api/v1/samples?type=steps&limit=40&\(range)&cursor=\(cursor)")
        #expect(rest.objects("samples").count == 10 && rest.isNull("next_cursor"))
    }

    @Test("of workouts keep sport, energy and distance, whichever way they are spelled, and refuse what is none")
    func workouts() async throws {
        let fixture = try GatewayFixture()
        func workout(_ hour: Int, _ members: String) -> String {
            #"{"start_date":"2025-06-18T1\#(hour):00:00Z","end_date":"2025-06-18T1\#(hour):30:00Z",\#(members)}"#
        }
        let workouts = [
            workout(0, #""identifier":"HKWorkoutActivityTypeRunning","value":{"energy":310.5,"distance":5.2}"#),
            workout(
                1,
                #""identifier":"HKWorkoutTypeIdentifier","metadata":{"HKWorkoutActivityType":13,"totalEnergyBurned":1255.2,"#
                    + #""totalEnergyBurnedUnit":"kJ","totalDistance":{"value":12000,"unit":"m"}}"#),
            workout(2, #""type":"yoga""#),
            workout(3, #""type":"rowing","value":{"distance":-1}"#),
            workout(4, #""type":"rowing","metadata":{"energy":"much"}"#),
            workout(5, #""type":"workout","metadata":{"energy":3,"energy_unit":"parsec"}"#),
            workout(6, #""type":"workout""#),
        ]
        let answer = try await fixture.send(
            "POST", "/api/v1/healthkit/upload", "{\"workouts\":[\(workouts.joined(separator: ","))]}")
        let id = try #require(try answer.object["upload_id"] as? String)
        await fixture.gateway.health.settle()
        let status = try await fixture.get("/api/v1/healthkit/status/\(id)")
        #expect(
            status.objects("validation_errors").map { $0["field"] as? String } == [
                "workouts[3].value.distance", "workouts[4].metadata.energy", "workouts[5].metadata.energy",
            ])
        let kept = try await fixture.get("/api/v1/samples?type=workout&start=2025-06-18&end=2025-06-19")
            .objects("samples")
        #expect(kept.map { $0["word"] as? String } == ["running", "cycling", "yoga", "workout"])
        #expect(kept.map { $0["value"] as? Double } == [30, 30, 30, 30])
        #expect(kept.map { $0["energy_kcal"] as? Double } == [310.5, 300, nil, nil])
        #expect(kept.map { $0["distance_km"] as? Double } == [5.2, 12, nil, nil])
        // Sent again with more, and by its other name, it takes the place of what was there.
        let again = workout(2, #""type":"HKWorkoutActivityTypePilates","value":{"energy":120}"#)
        _ = try await fixture.send("POST", "/api/v1/healthkit/upload", "{\"workouts\":[\(again)]}")
        await fixture.gateway.health.settle()
        let later = try await fixture.get("/api/v1/samples?type=workout&start=2025-06-18&end=2025-06-19")
            .objects("samples")
        #expect(later.map { $0["word"] as? String } == ["running", "cycling", "pilates", "workout"])
        #expect(later[2]["energy_kcal"] as? Double == 120)
        // What a workout took is part of the day's energy, which is told by itself.
        let sum = try await fixture.get("/api/v1/samples/sum?type=active_energy&start=2025-06-18&end=2025-06-19")
        #expect(sum.isNull("sum"))
    }

    @Test("that were left by another version are read as far as their lists go, and never taken for none")
    func resumed() async throws {
        let fixture = try GatewayFixture()
        let steps = sample("HKQuantityTypeIdentifierStepCount", "10", "count", minute: 1)
        let kept = [
            "odd": #"{"user_id":7,"sync_token":["x"],"quantity_samples":[\#(steps)]}"#,
            "broken": #"{"quantity_samples":{"0":\#(steps)}}"#, "cut": #"{"quantity_samples":["#, "none": "{}",
        ]
        for (id, body) in kept {
            var upload = HealthUpload(
                id: id, person: 0, kind: .samples, source: "healthkit", syncToken: nil, received: GatewayFixture.noon,
                total: 1)
            upload.status = .received
            try await fixture.gateway.store.add(upload, pending: Array(body.utf8))
        }
        try fixture.gateway.health.resume()
        await fixture.gateway.health.settle()
        func upload(_ id: String) throws -> HealthUpload {
            try #require(try fixture.gateway.store.healthUpload(id, of: 0, kind: .samples))
        }
        #expect(try upload("odd").status == .completed && upload("odd").accepted == 1)
        for id in ["broken", "cut", "none"] {
            #expect(try upload(id).status == .failed, "\(id)")
            #expect(String(decoding: try upload(id).faults, as: UTF8.self).contains("unreadable"))
        }
        #expect(try Set(fixture.gateway.store.pendingHealthUploads().map(\.upload.id)) == ["broken", "cut", "none"])
    }

    @Test("are summed over the days of the zone where a day is asked for")
    func days() async throws {
        let fixture = try GatewayFixture()
        let steps = [("21:30", 3), ("22:30", 5)].map { time, count in
            sample("StepCount", "\(count)", "count", minute: 0)
                .replacing("2025-06-18T09:00", with: "2025-06-17T\(time)")
        }
        let body = "{\"quantity_samples\":[\(steps.joined(separator: ","))]}"
        _ = try await fixture.send("POST", "/api/v1/healthkit/upload", body)
        await fixture.gateway.health.settle()
        let path = "/api/v1/samples/sum?type=steps&start=2025-06-18&end=2025-06-19&by=day&zone="
        let berlin = try await fixture.get(path + "Europe/Berlin")
        #expect(berlin["sum"] as? Double == 5 && berlin["start"] as? String == "2025-06-17T22:00:00Z")
        #expect(berlin.objects("parts").count == 1)
        #expect(try await fixture.get(path + "UTC").isNull("sum"))
    }

    @Test("answer a malformed id, a foreign one and an unknown one each in its way")
    func status() async throws {
        let fixture = try GatewayFixture()
        let digits = String(repeating: "a", count: 32)
        for (id, status) in [("nonsense", 400), ("7-\(digits)", 403), ("0-\(digits)", 404)] {
            #expect(try await fixture.ask("GET", "/api/v1/healthkit/status/\(id)").status == status)
        }
        #expect(try await fixture.send("POST", "/api/v1/healthkit/upload", "{\"user_id\":\"x\"}").status == 422)
    }

    @Test("may be none: empty lists are taken, and are done at once")
    func empty() async throws {
        let fixture = try GatewayFixture()
        let body =
            "{\"quantity_samples\":[],\"category_samples\":[],\"workouts\":[],\"correlation_samples\":[],"
            + "\"upload_metadata\":{}}"
        let answer = try await fixture.send("POST", "/api/v1/healthkit/upload", body)
        let id = try #require(try answer.object["upload_id"] as? String)
        #expect(answer.status == 202)
        await fixture.gateway.health.settle()
        let status = try await fixture.get("/api/v1/healthkit/status/\(id)")
        #expect(status["status"] as? String == "completed" && status["progress"] as? Double == 1)
    }

    @Test("are what their type says where the identifier says nothing, and figures are figures")
    func types() async throws {
        let fixture = try GatewayFixture()
        let item = { (identifier: String, type: String, value: String) in
            "{\"identifier\":\(identifier),\"type\":\"\(type)\",\"value\":\(value),\"unit\":\"count/min\","
                + "\"start_date\":\"2025-06-18T09:00:00Z\",\"end_date\":\"2025-06-18T09:00:00Z\"}"
        }
        let quantities = [
            item("\"8C1F-0001\"", "HKQuantityTypeIdentifierHeartRate", "61"),
            item("null", "resting_heart_rate", "52"), item("\"heart_rate\"", "quantity", "700"),
            item("\"HKQuantityTypeIdentifierHeartRate\"", "quantity", "\"abc\""),
            item("\"8C1F-0002\"", "heart_rate", "\"72\""), item("null", "", "1"),
            // A distance in beats a minute is none.
            item("\"HKQuantityTypeIdentifierDistanceWalkingRunning\"", "quantity", "3"),
            // Of one figure there are no parts.
            item("\"HKQuantityTypeIdentifierHeartRate\"", "quantity", "{\"value\":66}"),
        ]
        let sleep = item("\"HKCategoryTypeIdentifierSleepAnalysis\"", "category", "\"dozing\"")
        let body = "{\"quantity_samples\":[\(quantities.joined(separator: ","))],\"category_samples\":[\(sleep)]}"
        let upload = try await fixture.send("POST", "/api/v1/healthkit/upload", body)
        await fixture.gateway.health.settle()
        let id = try #require(try upload.object["upload_id"] as? String)
        let status = try await fixture.get("/api/v1/healthkit/status/\(id)")
        #expect(status["accepted_samples"] as? Int == 2 && status["rejected_samples"] as? Int == 7)
        let faults = status.objects("validation_errors").map { "\($0["field"] ?? "") \($0["code"] ?? "")" }
        #expect(
            faults == [
                "quantity_samples[2].value out_of_range", "quantity_samples[3].value invalid_type",
                "quantity_samples[4].value invalid_type", "quantity_samples[5].identifier missing",
                "quantity_samples[6].value invalid_value", "quantity_samples[7].value invalid_type",
                "category_samples[0].value invalid_value",
            ])
        let types = try await fixture.get("/api/v1/samples/types").objects("types").compactMap { $0["type"] as? String }
        #expect(types == ["heart_rate", "resting_heart_rate"])
    }
}
