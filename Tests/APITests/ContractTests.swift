import Documents
import Foundation
import Gateway
import Signals
import Testing

/// Replies that other programs read by name: each member of the contract is there, null or not.
@Suite("Contracts of replies")
struct ContractTests {
    @Test("hold for the variability of the heart: five minutes, named, and null with a reason before a minute of beats")
    func variability() async throws {
        let fixture = try GatewayFixture()
        let empty = try await fixture.get("/api/v1/hrv/latest")
        let names: Set = [
            "hrv", "sdnn_ms", "rmssd_ms", "heart_rate", "window_s", "window_start_s", "clean_s", "t_s", "age_s",
            "device", "reason",
        ]
        #expect(empty.names == names && empty.isNull("hrv") && empty["reason"] is String)
        #expect(empty["window_s"] as? Double == 300)
        fixture.wear(minutes: 8)
        let full = try await fixture.get("/api/v1/hrv/latest")
        #expect(full.names == names && full.isNull("reason"))
        let end = try #require(full["t_s"] as? Double)
        #expect(abs(end - (full["window_start_s"] as? Double ?? 0) - 300) < 0.001)
        #expect((200...300).contains(full["clean_s"] as? Double ?? 0) && (full["hrv"] as? Double ?? 0) > 5)
        // Of eight minutes of beats those of the last five.
        let beats = fixture.gateway.pipelines[0].history.beats
        #expect(beats.count { $0.label == .normal } > 0)
        #expect((full["clean_s"] as? Double ?? 999) < beats.reduce(0) { $0 + $1.rr } / 1000 - 100)
    }

    @Test("hold for sums of samples, in any part of time and zone")
    func sums() async throws {
        let fixture = try GatewayFixture()
        let body = """
            {"quantity_samples":[{"identifier":"HKQuantityTypeIdentifierStepCount","value":90,"unit":"count",\
            "start_date":"2025-06-18T21:30:00Z","end_date":"2025-06-18T23:00:00Z","source_name":"Watch"}],\
            "category_samples":[{"identifier":"HKCategoryTypeIdentifierSleepAnalysis","value":3,\
            "start_date":"2025-06-18T23:00:00Z","end_date":"2025-06-19T06:00:00Z","source_name":"Watch"},\
            {"identifier":"HKCategoryTypeIdentifierSleepAnalysis","value":"HKCategoryValueSleepAnalysisInBed",\
            "start_date":"2025-06-18T22:30:00Z","end_date":"2025-06-19T06:30:00Z","source_name":"Watch"}]}
            """
        #expect(try await fixture.send("POST", "/api/v1/healthkit/upload", body).status == 202)
        await fixture.gateway.health.settle()
        let range = "start=2025-06-18&end=2025-06-20"
        let names: Set = [
            "type", "unit", "start", "end", "zone", "sum", "count", "other_units", "sources", "parts",
        ]
        for by in SampleParts.allCases {
            let steps = try await fixture.get(
                "/api/v1/samples/sum?type=steps&by=\(by.rawValue)&zone=Europe/Berlin&\(range)")
            #expect(steps.names == names && steps["sum"] as? Double == 90 && steps["count"] as? Int == 1, "\(by)")
        }
        // Half an hour before midnight of Berlin's wall, and an hour after it.
        let days = try await fixture.get("/api/v1/samples/sum?type=steps&by=day&zone=Europe/Berlin&\(range)")
        #expect(days.objects("parts").map { $0["sum"] as? Double } == [30, 60])
        let sleep = try await fixture.get("/api/v1/samples/sum?type=sleep_analysis&\(range)")
        #expect(sleep["sum"] as? Double == 420 && sleep["unit"] as? String == "min")
        let minutes = try #require(sleep.objects("parts").first?["minutes"] as? [String: Double])
        #expect(minutes == ["light": 420, "in_bed": 60])
        for query in ["by=year&\(range)", "zone=Nowhere/Else&\(range)", "start=1500-01-01&end=2025-06-20"] {
            let answer = try await fixture.ask("GET", "/api/v1/samples/sum?type=steps&\(query)")
            #expect([400, 422].contains(answer.status), "\(query)")
        }
    }
}
