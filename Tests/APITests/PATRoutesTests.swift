import Foundation
import Gateway
import Runtime
import Signals
import Testing

@Suite("Analyses of activity that programs send")
struct PATRoutesTests {
    private static let origin = Instant(nanoseconds: 1_750_248_000_000_000_000)

    /// Two days: still from 22 to 6, moving otherwise.
    private static func minutes(days: Int) -> [(String, Int)] {
        (0..<(days * 1440)).map { minute in
            let time = origin.advanced(byNanoseconds: Int64(minute) * 60_000_000_000)
            let hour = time.nanoseconds / 3_600_000_000_000 % 24
            let isStill = hour >= 22 || hour < 6
            return (time.rfc3339, isStill ? (minute % 97 == 0 ? 20 : 0) : 200 + (minute * 7919) % 900)
        }
    }

    private static func counts(days: Int) -> String {
        let points = minutes(days: days).map { "{\"timestamp\":\"\($0.0)\",\"value\":\($0.1)}" }
        return "{\"data_points\":[\(points.joined(separator: ","))],\"sampling_rate\":1.0,\"duration_hours\":48}"
    }

    @Test("find the night, answer the same request from what is kept, and can be forgotten")
    func analyse() async throws {
        let house = try House()
        let body = Self.counts(days: 2)
        let answer = try await house.send("POST", "/api/v1/pat/analyze", body)
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

        let again = try await house.send("POST", "/api/v1/pat/analyze", body).object
        #expect(again["cached"] as? Bool == true && again["analysis_id"] as? String == reply["analysis_id"] as? String)
        let id = try #require(reply["analysis_id"] as? String)
        let found = try await house.get("/api/v1/pat/analysis/\(id)")
        #expect(
            found["processing_id"] as? String == id && found.object("analysis")["total_sleep_time"] as? Double == hours)
        #expect(found.object("pat_features")["total_sleep_time"] as? Double == hours)
        #expect(try await house.send("DELETE", "/api/v1/pat/analysis/\(id)").status == 204)
        let gone = try await house.ask("GET", "/api/v1/pat/analysis/\(id)")
        #expect(try gone.status == 404 && gone.object["status"] as? String == "not_found")
        #expect(try gone.object["processing_id"] as? String == id)
    }

    @Test("differ between a flat recording and a real one")
    func flat() async throws {
        let house = try House()
        let points = Self.minutes(days: 2).map { "{\"timestamp\":\"\($0.0)\",\"value\":0}" }
        let flat = try await house.send(
            "POST", "/api/v1/pat/analyze", "{\"data_points\":[\(points.joined(separator: ","))]}"
        ).object.object("analysis")
        #expect(flat.isNull("total_sleep_time") || flat["total_sleep_time"] as? Double != 8)
        #expect(flat.isNull("circadian_rhythm_score"))
    }

    @Test("take steps of each minute, worth half the confidence")
    func steps() async throws {
        let house = try House()
        let minutes = Self.minutes(days: 2)
        let body =
            "{\"step_counts\":[\(minutes.map { "\($0.1 / 20)" }.joined(separator: ","))],"
            + "\"timestamps\":[\(minutes.map { "\"\($0.0)\"" }.joined(separator: ","))]}"
        let analysis = try await house.send("POST", "/api/v1/pat/analyze-step-data", body).object.object("analysis")
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
        let answer = try await House().send("POST", "/api/v1/pat/\(route)", body)
        #expect(try answer.status == 422 && answer.object.objects("errors").first?["field"] as? String == field)
    }

    @Test("tell which models there are")
    func models() async throws {
        let house = try House()
        #expect(try await house.get("/api/v1/pat/models/info")["initialized"] as? Bool == false)
        #expect(
            try await house.get("/api/v1/pat/health").names == [
                "service", "status", "timestamp", "version", "inference_engine", "pat_model",
            ])
        #expect(try await house.get("/api/v1/hrv/latest").isNull("hrv"))
    }
}
