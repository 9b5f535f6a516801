import Analysis
import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Store
import Testing

@Suite("Analyses of activity that programs send")
struct PATRoutesTests {
    static let origin = Instant(nanoseconds: 1_750_248_000_000_000_000)

    /// Two days: still from 22 to 6, moving otherwise.
    static func minutes(days: Int) -> [(String, Int)] {
        (0..<(days * 1440)).map { minute in
            let time = origin.advanced(byNanoseconds: Int64(minute) * 60_000_000_000)
            let hour = time.nanoseconds / 3_600_000_000_000 % 24
            let isStill = hour >= 22 || hour < 6
            return (time.rfc3339, isStill ? (minute % 97 == 0 ? 20 : 0) : 200 + (minute * 7919) % 900)
        }
    }

    static func counts(days: Int) -> String {
        let points = minutes(days: days).map { "{\"timestamp\":\"\($0.0)\",\"value\":\($0.1)}" }
        return "{\"data_points\":[\(points.joined(separator: ","))],\"sampling_rate\":1.0,\"duration_hours\":48}"
    }

    @Test("find the night, answer the same request from what is kept, and can be forgotten")
    func analyse() async throws {
        let fixture = try GatewayFixture()
        let body = Self.counts(days: 2)
        let answer = try await fixture.send("POST", "/api/v1/pat/analyze", body)
        let reply = try answer.object
        #expect(answer.status == 200 && reply["status"] as? String == "completed")
        #expect(reply["cached"] as? Bool == false)
        let analysis = reply.object("analysis")
        #expect(
            analysis.names.isSuperset(of: [
                "user_id", "analysis_timestamp", "sleep_efficiency", "sleep_onset_latency", "wake_after_sleep_onset",
                "total_sleep_time", "circadian_rhythm_score", "activity_fragmentation", "depression_risk_score",
                "sleep_stages", "confidence_score", "clinical_insights", "embedding", "mania_risk_score",
                "mania_alert_level",
            ]))
        let hours = try #require(analysis["total_sleep_time"] as? Double)
        #expect((6.5...8.2).contains(hours), "\(hours)")
        #expect((analysis["sleep_efficiency"] as? Double ?? 0) > 80)
        #expect(analysis.isNull("embedding") && analysis.object("reasons")["embedding"] != nil)
        #expect(analysis["algorithm"] as? String == "tudor-locke+sadeh")
        #expect(analysis["data_completeness"] as? Double == 1 && analysis["stage_epoch_seconds"] as? Int == 60)
        let start = try #require((analysis["stages_start"] as? String).flatMap { Instant(rfc3339: $0) })
        #expect((21...23).contains(start.nanoseconds / 3_600_000_000_000 % 24))
        #expect(analysis.isNull("depression_risk_score") && analysis["depression_risk"] == nil)

        let again = try await fixture.send("POST", "/api/v1/pat/analyze", body).object
        #expect(again["cached"] as? Bool == true && again["analysis_id"] as? String == reply["analysis_id"] as? String)
        let id = try #require(reply["analysis_id"] as? String)
        let found = try await fixture.get("/api/v1/pat/analysis/\(id)")
        #expect(
            found["processing_id"] as? String == id && found.object("analysis")["total_sleep_time"] as? Double == hours)
        #expect(found.object("pat_features")["total_sleep_time"] as? Double == hours)
        #expect((found["activity_embedding"] as? [Double])?.isEmpty == true)
        #expect(try await fixture.send("DELETE", "/api/v1/pat/analysis/\(id)").status == 204)
        let gone = try await fixture.ask("GET", "/api/v1/pat/analysis/\(id)")
        #expect(try gone.status == 404 && gone.object["status"] as? String == "not_found")
        #expect(try gone.object["processing_id"] as? String == id)
    }

    @Test("differ between a flat recording and a real one")
    func flat() async throws {
        let fixture = try GatewayFixture()
        let points = Self.minutes(days: 2).map { "{\"timestamp\":\"\($0.0)\",\"value\":0}" }
        let flat = try await fixture.send(
            "POST", "/api/v1/pat/analyze", "{\"data_points\":[\(points.joined(separator: ","))]}"
        ).object.object("analysis")
        #expect(flat.isNull("total_sleep_time") || flat["total_sleep_time"] as? Double != 8)
        #expect(flat.isNull("circadian_rhythm_score"))
    }

    /// Minutes from midnight in the zone of the house: a value for each hour of the day.
    static func body(days: Int, zone: Zone, _ value: (Double, Int) -> Int) -> String {
        let start = zone.start(of: CivilDate(year: 2026, month: 1, day: 10) ?? CivilDate(daysSince1970: 0))
        let points = (0..<(days * 1440)).map { minute in
            let time = start.advanced(byNanoseconds: Int64(minute) * 60_000_000_000)
            return "{\"timestamp\":\"\(time.rfc3339)\",\"value\":\(value(Double(minute % 1440) / 60, minute))}"
        }
        return "{\"data_points\":[\(points.joined(separator: ","))]}"
    }

    @Test("take a night without a single count for the night, and not the evening on the sofa after it")
    func stillNight() async throws {
        let fixture = try GatewayFixture()
        let zone = fixture.gateway.configuration.zone
        for days in [1, 2] {
            let body = Self.body(days: days, zone: zone) { hour, minute in
                hour < 7 ? 0 : hour >= 20 ? minute % 5 * 3 : 200 + (minute * 7919) % 900
            }
            let answer = try await fixture.send("POST", "/api/v1/pat/analyze", body).object.object("analysis")
            let hours = answer["total_sleep_time"] as? Double ?? 0
            // Of two days the evening goes on into the next night.
            #expect(days == 1 ? abs(hours - 7) < 0.2 : hours > 6.8, "\(hours)")
            guard days == 1 else { continue }
            #expect(answer["date"] as? String == "2026-01-10")
            #expect((answer["confidence_score"] as? Double ?? 1) < 0.6)
            #expect(answer.object("reasons")["sleep_efficiency"] != nil)
        }
        // Stillness beside sleep is a part of it, however short.
        let begin = Self.body(days: 2, zone: zone) { hour, minute in
            hour >= 22 || hour < 1.5 ? 0 : hour < 7 ? minute % 5 * 3 : 200 + (minute * 7919) % 900
        }
        let whole = try await fixture.send("POST", "/api/v1/pat/analyze", begin).object.object("analysis")
        #expect(abs((whole["total_sleep_time"] as? Double ?? 0) - 9) < 0.2)
        // Half a day and more without a count is a recorder in a drawer, and so is an afternoon beside a longer night.
        let drawer = Self.body(days: 3, zone: zone) { hour, minute in
            minute >= 2 * 1440 + 600 || (12..<17).contains(hour) ? 0 : hour < 7 ? minute % 5 * 3 : 300 + minute % 500
        }
        let answer = try await fixture.send("POST", "/api/v1/pat/analyze", drawer).object.object("analysis")
        #expect(abs((answer["total_sleep_time"] as? Double ?? 0) - 7) < 0.2)
        #expect(answer.objects("naps").isEmpty)
    }

    @Test("do not cut the sleep of who works at night at noon", arguments: [6.0, 9, 11, 13])
    func daySleep(begin: Double) async throws {
        let fixture = try GatewayFixture()
        let body = Self.body(days: 5, zone: fixture.gateway.configuration.zone) { hour, minute in
            (begin..<begin + 8).contains(hour) ? minute % 5 * 3 : 200 + (minute * 7919) % 900
        }
        let answer = try await fixture.send("POST", "/api/v1/pat/analyze", body).object.object("analysis")
        #expect(abs((answer["total_sleep_time"] as? Double ?? 0) - 8) < 0.25, "\(answer["total_sleep_time"] ?? "")")
        #expect(answer.objects("naps").isEmpty)
        let ends = answer.object("methods").object("night").object("parameters")["ends_h"] as? Double
        #expect(ends == (begin < 10 ? 18 : begin < 12 ? 24 : 12))
    }

    @Test("take steps of each minute, worth half the confidence")
    func steps() async throws {
        let fixture = try GatewayFixture()
        let minutes = Self.minutes(days: 2)
        let body =
            "{\"step_counts\":[\(minutes.map { "\($0.1 / 20)" }.joined(separator: ","))],"
            + "\"timestamps\":[\(minutes.map { "\"\($0.0)\"" }.joined(separator: ","))]}"
        let analysis = try await fixture.send("POST", "/api/v1/pat/analyze-step-data", body).object.object("analysis")
        #expect((5.0...9.0).contains(analysis["total_sleep_time"] as? Double ?? 0))
        #expect((analysis["confidence_score"] as? Double ?? 1) <= 0.5)
    }

    @Test(
        "refuse what cannot be analysed, naming the field",
        arguments: [
            ("analyze", "{}", "data_points"), ("analyze", "{\"data_points\":[]}", "data_points"),
            ("analyze", "{\"data_points\":[{\"timestamp\":\"x\",\"value\":1}]}", "data_points[0].timestamp"),
            (
                "analyze", "{\"data_points\":[{\"timestamp\":\"2025-06-18T00:00:00Z\",\"value\":-1}]}",
                "data_points[0].value"
            ),
            ("analyze", "{\"data_points\":[],\"sampling_rate\":0}", "sampling_rate"),
            ("analyze", "{\"data_points\":[],\"duration_hours\":169}", "duration_hours"),
            ("analyze-step-data", "{\"step_counts\":[1],\"timestamps\":[]}", "timestamps"),
        ])
    func refused(route: String, body: String, field: String) async throws {
        let answer = try await GatewayFixture().send("POST", "/api/v1/pat/\(route)", body)
        #expect(try answer.status == 422 && answer.object.objects("errors").first?["field"] as? String == field)
    }

    @Test("tell which models there are")
    func models() async throws {
        let fixture = try GatewayFixture()
        #expect(try await fixture.get("/api/v1/pat/models/info")["initialized"] as? Bool == false)
        #expect(
            try await fixture.get("/api/v1/pat/health").names == [
                "service", "status", "timestamp", "version", "inference_engine", "pat_model",
            ])
        #expect(try await fixture.get("/api/v1/hrv/latest").isNull("hrv"))
    }

    @Test("show the mood-related score where it is asked for, with the words of the command line")
    func mood() async throws {
        let fixture = try GatewayFixture()
        let points = Self.points(from: Self.midnight.advanced(bySeconds: -43_200), minutes: 7 * 1440) {
            (660..<1140).contains($0 % 1440)
        }
        let asked = try await fixture.send("POST", "/api/v1/pat/analyze", "{\"data_points\":\(points),\"mood\":true}")
            .object.object("analysis")
        #expect((0...1).contains(asked["depression_risk_score"] as? Double ?? -1))
        #expect(asked.object("depression_risk")["label"] as? String == MoodPattern.caution)
        #expect(asked.object("depression_risk").objects("inputs").count == 3)
        #expect((asked["clinical_insights"] as? [String])?.contains { $0.contains(MoodPattern.caution) } == true)
        let silent = try await fixture.send("POST", "/api/v1/pat/analyze", "{\"data_points\":\(points)}").object
            .object("analysis")
        #expect(silent.isNull("depression_risk_score"))
        #expect((silent.object("reasons")["depression_risk_score"] as? String)?.contains("it is off") == true)
        let refused = try await fixture.send(
            "POST", "/api/v1/pat/analyze", "{\"data_points\":\(points),\"mood\":\"yes\"}")
        #expect(try refused.status == 422 && refused.object.objects("errors").first?["field"] as? String == "mood")
    }

    @Test("are stored: they outlive the gateway, come home with their person and go with them")
    func stored() async throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var id = ""
        do {
            let fixture = try GatewayFixture(folder: folder)
            let points = Self.points(from: Self.midnight, minutes: 1440) { $0 < 420 }
            let reply = try await fixture.send("POST", "/api/v1/pat/analyze", "{\"data_points\":\(points)}").object
            id = try #require(reply["analysis_id"] as? String)
            // A task may have the store for a moment longer than its answer takes.
            fixture.gateway.store.close()
        }
        let fixture = try GatewayFixture(folder: folder)
        let found = try await fixture.get("/api/v1/pat/analysis/\(id)")
        #expect(found["status"] as? String == "completed" && found["processing_id"] as? String == id)
        #expect((6.5...7.2).contains(found.object("analysis")["total_sleep_time"] as? Double ?? 0))
        var tables: [String: String] = [:]
        try fixture.gateway.store.forEachTable(of: Person.ID(rawValue: 0)) { name, rows in
            tables[name, default: ""] += String(decoding: rows, as: UTF8.self)
        }
        #expect(tables["activity_analysis"]?.contains(id) == true)
        #expect(try fixture.gateway.store.activityAnalysis(id, of: 1) == nil)
        #expect(try await fixture.send("DELETE", "/api/v1/pat/analysis/\(id)").status == 204)
        #expect(try await fixture.ask("GET", "/api/v1/pat/analysis/\(id)").status == 404)
        #expect(try fixture.gateway.store.activityAnalysis(id, of: 0) == nil)
    }
}
