import Analysis
import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Store
import Testing

extension PATRoutesTests {
    /// Points of a stretch in which each minute is still (asleep) or not.
    static func points(from start: Instant, minutes: Int, still: (Int) -> Bool) -> String {
        let points = (0..<minutes).map { minute in
            let time = start.advanced(byNanoseconds: Int64(minute) * 60_000_000_000)
            let value = still(minute) ? (minute % 37 == 0 ? 15 : 0) : 250 + (minute * 7919) % 900
            return "{\"timestamp\":\"\(time.rfc3339)\",\"value\":\(value)}"
        }
        return "[\(points.joined(separator: ","))]"
    }

    static let midnight = Instant(nanoseconds: 1_750_204_800_000_000_000)

    @Test("are of the night of a day from midnight to midnight, not of the evening on the sofa")
    func sofa() async throws {
        let fixture = try GatewayFixture()
        let points = Self.points(from: Self.midnight, minutes: 1440) { $0 < 420 || $0 >= 1200 }
        let analysis = try await fixture.send("POST", "/api/v1/pat/analyze", "{\"data_points\":\(points)}").object
            .object("analysis")
        #expect(analysis["date"] as? String == "2025-06-18")
        #expect((6.5...7.2).contains(analysis["total_sleep_time"] as? Double ?? 0))
        let night = analysis.object("methods").object("night")
        #expect(night["name"] as? String == "last-main-sleep")
    }

    @Test("are of the last night of several, with its nap, and of a split night's longer part")
    func nights() async throws {
        let fixture = try GatewayFixture()
        // Three days from noon: 23 to 6:30, the last night 0 to 5, and a nap of three hours in its window; then an evening.
        let days = Self.points(from: Self.midnight.advanced(bySeconds: -43_200), minutes: 3 * 1440 + 660) { minute in
            let (day, time) = (minute / 1440, minute % 1440)
            if day == 2 { return (720..<1020).contains(time) || (120..<300).contains(time) }
            return day == 3 ? time >= 480 : (660..<1110).contains(time)
        }
        let last = try await fixture.send("POST", "/api/v1/pat/analyze", "{\"data_points\":\(days)}").object
            .object("analysis")
        #expect(last["date"] as? String == "2025-06-20" && last.objects("naps").count == 1)
        #expect((4.5...5.2).contains(last["total_sleep_time"] as? Double ?? 0))
        // 22 to 1, awake until 2, and on to 6:30.
        let split = Self.points(from: Self.midnight.advanced(bySeconds: -43_200), minutes: 1440) {
            (600..<780).contains($0) || (840..<1110).contains($0)
        }
        let longer = try await fixture.send("POST", "/api/v1/pat/analyze", "{\"data_points\":\(split)}").object
            .object("analysis")
        #expect((4.2...4.6).contains(longer["total_sleep_time"] as? Double ?? 0) && longer.objects("naps").count == 1)
    }

    @Test("find seven nights in a week of steps, none of which has a step at night")
    func week() async throws {
        let fixture = try GatewayFixture()
        let start = Self.midnight.advanced(bySeconds: -43_200)
        var (steps, times): ([String], [String]) = ([], [])
        for minute in 0..<(7 * 1440) {
            times.append("\"\(start.advanced(byNanoseconds: Int64(minute) * 60_000_000_000).rfc3339)\"")
            // Eight hours without one step; by day every third minute has some.
            let isNight = (660..<1140).contains(minute % 1440)
            steps.append(isNight || minute % 3 != 0 ? "0" : "\(20 + (minute * 7919) % 90)")
        }
        let body =
            "{\"step_counts\":[\(steps.joined(separator: ","))],\"timestamps\":[\(times.joined(separator: ","))]}"
        let reply = try await fixture.send("POST", "/api/v1/pat/analyze-step-data", body).object
        let analysis = reply.object("analysis")
        #expect((7.5...8.3).contains(analysis["total_sleep_time"] as? Double ?? 0))
        #expect(analysis["algorithm"] as? String == "roenneberg+no-steps")
        let id = try #require(reply["analysis_id"] as? String)
        #expect(try await fixture.get("/api/v1/pat/analysis/\(id)").object("metadata")["nights"] as? Int == 7)
    }

    @Test("use duration_hours: so many hours up to the last point, and what is missing of them is told")
    func duration() async throws {
        let fixture = try GatewayFixture()
        let points = Self.points(from: Self.midnight.advanced(bySeconds: -43_200), minutes: 2880) {
            (660..<1140).contains($0 % 1440)
        }
        let send = { (hours: Int) in
            try await fixture.send(
                "POST", "/api/v1/pat/analyze", "{\"data_points\":\(points),\"duration_hours\":\(hours)}"
            ).object
        }
        let day = try await send(24)
        let found = try await fixture.get("/api/v1/pat/analysis/\(day["analysis_id"] as? String ?? "")")
        #expect(found.object("metadata")["minutes"] as? Int == 1440 && found.object("metadata")["nights"] as? Int == 1)
        #expect(day.object("analysis")["data_completeness"] as? Double == 1)
        #expect(try await send(96).object("analysis")["data_completeness"] as? Double == 0.5)
    }
}
