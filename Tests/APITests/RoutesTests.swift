import API
import Devices
import Documents
import Foundation
import Gateway
import Signals
import TestKit
import Testing

@Suite("Routes")
struct RoutesTests {
    @Test("tells of a device what its card shows, null where nothing is known")
    func devices() async throws {
        let fixture = try GatewayFixture()
        var device = try #require(try await fixture.get("/api/v1/devices").objects("devices").first)
        let names: Set = [
            "id", "device", "name", "maker", "model", "serial", "firmware", "kind", "synthetic", "preview", "bus",
            "consent",
            "near", "seen_s", "obstacle", "profiles", "files", "given_name", "profile", "settings",
            "connects_by_itself",
            "paused", "streams", "preferred", "wearer", "stage", "reason", "next_step", "steps", "rssi_dbm", "link",
            "rssi_note", "battery_percent", "battery_note", "wear", "contact", "losses_today", "commands",
        ]
        #expect(device.names == names)
        #expect(device["consent"] as? String == "command_line" && device["id"] as? String == "nightjar-synthetic-3")
        #expect(device["synthetic"] as? Bool == true && device["kind"] as? String == "synthetic")
        #expect(device["wear"] as? String == "unknown" && device.isNull("contact") && device.isNull("battery_percent"))
        #expect(device["battery_note"] as? String == "It has not told its battery's charge.")
        #expect(device.isNull("rssi_dbm") && (device["rssi_note"] as? String)?.isEmpty == false)
        #expect(
            device.object("link")["state"] as? String == "connecting" && device.object("link").isNull("last_sample_s"))
        #expect(device.object("losses_today")["count"] as? Int == 0)

        let pipeline = fixture.gateway.pipelines[0]
        pipeline.deliver(.contact(false), at: GatewayFixture.noon)
        pipeline.deliver(.battery(percent: 71), at: GatewayFixture.noon)
        pipeline.deliver(
            .loss(Loss(.late, count: 3, unit: .samples, first: GatewayFixture.noon)), at: GatewayFixture.noon)
        pipeline.deliver(.link(.silent(reason: "out of range")), at: GatewayFixture.noon)
        device = try #require(try await fixture.get("/api/v1/devices").objects("devices").first)
        #expect(device["wear"] as? String == "not_worn" && device["contact"] as? Bool == false)
        #expect(device["battery_percent"] as? Int == 71 && device.isNull("battery_note"))
        let link = device.object("link")
        #expect(
            link["reason"] as? String == "out of range"
                && link["since_s"] as? Double == GatewayFixture.noon.secondsSince1970)
        let losses = device.object("losses_today")
        #expect(losses["count"] as? Int == 3 && losses.object("by_cause")["late"] as? Int == 3)
    }

    @Test("opens the live page with everything of the last minutes")
    func live() async throws {
        let fixture = try GatewayFixture()
        fixture.wear(minutes: 6)
        let live = try await fixture.get("/api/v1/live")
        #expect(live["now_s"] is Double && live.objects("devices").count == 1)
        let id = try #require(live.objects("devices")[0]["id"] as? String)
        let recent = live.object("recent").object(id)
        let rates = try #require(recent["hr"] as? [[Double]])
        #expect(rates.count > 100 && rates.allSatisfy { $0.count == 2 && (30...220).contains($0[1]) })
        let beats = try #require(recent["rr"] as? [[Any]])
        #expect(beats.allSatisfy { $0.count == 3 && $0[0] is Double && $0[1] is Double && $0[2] is String })
        #expect((recent["motion"] as? [[Any]])?.count ?? 0 > 300)
        let load = try #require(recent.objects("load").last)
        let names: Set = [
            "device", "t_s", "load", "load_t_s", "state", "confidence", "p", "heart_rate", "rmssd_ms", "sdnn_ms",
            "motion_g", "stale", "muted", "assessment", "reasons", "method", "load_heart_rate", "believed",
            "believed_because", "refused", "state_held",
        ]
        #expect(load.names == names)
        #expect(["index", "heart_rate", "neither"].contains(load["believed"] as? String))
        #expect(load["muted"] is Bool && load["reasons"] is [String] && load["confidence"] is Double)
        #expect(load.object("rmssd_ms").names == ["value", "unit", "reason", "confidence", "method"])
        for reading in recent.objects("load") where reading.isNull("load") {
            #expect((reading["reasons"] as? [String])?.isEmpty == false)
        }
    }

    @Test("streams a snapshot first, then each kind of event under its name")
    func stream() async throws {
        let fixture = try GatewayFixture()
        let wire = try fixture.wire()
        try await wire.send("GET /api/v1/live/stream HTTP/1.1\r\nHost: x\r\n\r\n")
        var text = try await wire.read(until: "\n\n")
        #expect(text.contains("text/event-stream") && text.contains("event: snapshot"))
        fixture.wear(minutes: 2)
        fixture.gateway.pipelines[0].deliver(.loss(Loss(.damaged, count: 1, unit: .blocks)), at: GatewayFixture.noon)
        text = try await wire.read(until: "event: loss\ndata: {")
        for name in ["hr", "load", "motion", "device"] { #expect(text.contains("event: \(name)\ndata: {")) }
        #expect(text.contains("\"contact\":") && text.contains("\"rmssd_ms\":"))
    }

    @Test("answers every mistake with a problem document of the right status")
    func problems() async throws {
        let fixture = try GatewayFixture()
        for (method, path, status) in Self.mistakes {
            let answer = try await fixture.ask(method, path)
            #expect(answer.status == status && answer.type == "application/problem+json", "\(method) \(path)")
            let problem = try answer.object
            #expect(problem.names.isSuperset(of: ["type", "title", "status", "detail", "instance", "trace_id"]))
            #expect(problem["status"] as? Int == status && (problem["detail"] as? String)?.isEmpty == false)
        }
    }

    private static let mistakes: [(String, String, Int)] = [
        ("GET", "/api/v1/nights/yesterday", 400), ("GET", "/api/v1/nights?from=2026-13-01", 400),
        ("GET", "/api/v1/nights/2026-01-01", 404), ("GET", "/api/v1/nights/latest", 404),
        ("GET", "/api/v1/nights/2026-01-01/export?format=pdf", 422),
        ("GET", "/api/v1/nights/2026-01-01/export", 404), ("GET", "/api/v1/recordings/x/export", 400),
        ("GET", "/api/v1/recordings/7/export", 404), ("GET", "/api/v1/recordings/99999999999999999999/export", 404),
        ("GET", "/api/v1/imports/import-7", 404),
        ("GET", "/api/v1/imports/recording-7", 404), ("DELETE", "/api/v1/imports/nothing", 404),
        ("POST", "/api/v1/imports", 422), ("POST", "/api/v1/imports?name=a.cwa&zone=Mars/Base", 400),
        ("POST", "/api/v1/imports?name=a.cwa&zone=../../etc/passwd", 400), ("GET", "/api/v1/none", 404),
        ("PUT", "/api/v1/nights", 405), ("GET", "/api/v1/devices/nothing", 404),
        ("POST", "/api/v1/devices/nothing/adopt", 404), ("PATCH", "/api/v1/devices/nothing", 404),
        ("DELETE", "/api/v1/devices/nothing", 404), ("POST", "/api/v1/devices/nothing/connect", 404),
        ("POST", "/api/v1/devices/nothing/disconnect", 404), ("POST", "/api/v1/devices/nothing/vibrate", 404),
        ("POST", "/api/v1/devices/nothing/pair", 404), ("DELETE", "/api/v1/devices/nothing/key", 404),
        ("GET", "/api/v1/devices/nothing/wearers", 404), ("DELETE", "/api/v1/devices/nightjar-synthetic-3", 409),
        ("POST", "/api/v1/night-recordings/7/stop", 404), ("POST", "/api/v1/night-recordings/x/stop", 400),
        ("PUT", "/api/v1/night-schedules/7", 404), ("DELETE", "/api/v1/night-schedules/7", 404),
        ("POST", "/api/v1/alerts/7/acknowledge", 404), ("POST", "/api/v1/alerts/x/acknowledge", 400),
        ("POST", "/api/v1/wearers", 422), ("PATCH", "/api/v1/wearers/7", 422),
        ("DELETE", "/api/v1/wearers/7", 404),
    ]

    @Test("takes a file in over HTTP, lists it as import and recording, and exports it")
    func importing() async throws {
        let fixture = try GatewayFixture()
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: 400)
        let status = try await fixture.bring(writer.bytes, "arm.cwa")
        #expect(status.names == ["id", "name", "state", "fraction", "message", "nights", "device", "recording"])
        #expect(status["state"] as? String == "complete" && status["fraction"] as? Double == 1)
        #expect(try await fixture.bring(writer.bytes, "again.cwa")["state"] as? String == "duplicate")
        let broken = try await fixture.bring([1, 2, 3], "broken.cwa")
        #expect(broken["state"] as? String == "failed" && broken.isNull("recording"))
        let imports = try await fixture.get("/api/v1/imports").objects("imports")
        #expect(imports.map { $0["name"] as? String } == ["broken.cwa", "again.cwa", "arm.cwa"])
        let recordings = try await fixture.get("/api/v1/recordings").objects("recordings")
        let recording = try #require(recordings.first { $0["state"] as? String == "complete" })
        #expect(recording["bytes"] as? Int == writer.bytes.count && recording["name"] as? String == "arm.cwa")
        let number = try #require(recording["id"] as? Int)
        let files =
            try await fixture.get("/api/v1/recordings/\(number)/export?format=csv&list=true")["files"] as? [String]
        #expect(files?.contains { $0.hasSuffix(".manifest.json") } == true)
        let refused = try await fixture.ask("GET", "/api/v1/recordings/\(number)/export?format=pdf")
        #expect(refused.status == 422 && refused.body.contains("edf"))
        let missing = try await fixture.ask("GET", "/api/v1/recordings/\(number)/export?format=csv&file=../x")
        #expect(missing.status == 404)
    }

    @Test("shows a real night with figures, tracks and reasons", .enabled(if: TestData.isAvailable))
    func night() async throws {
        let fixture = try GatewayFixture()
        let status = try await fixture.bring(
            try TestData.bytes("agd/GT3XPlus-RawData-Day01.agd"), "day.agd")
        let date = try #require((status["nights"] as? [String])?.first)
        let listed = try await fixture.get("/api/v1/nights").objects("nights")
        #expect(listed.map { $0["date"] as? String } == [date] && listed[0]["source"] as? String == "import")
        let night = try await fixture.get("/api/v1/nights/latest")
        let names: Set = [
            "date", "zone", "utc_offset_transitions", "window", "device", "synthetic", "source", "sleep_period",
            "sleep_period_reason", "measures", "confidence", "states", "naps", "tracks", "gaps", "losses", "methods",
            "intervals", "other_devices", "previous", "next", "staging", "wearer", "edited_s", "edited_by", "minutes",
            "awakenings", "short_awakenings", "heart", "channels", "lights_out", "notes", "tags", "preferred_by",
            "preferred_device", "preference_reason", "diary",
        ]
        #expect(night.names == names && night["date"] as? String == date && night["synthetic"] as? Bool == false)
        let measures = night.object("measures")
        #expect(measures.object("total_sleep_min")["value"] as? Double == 442)
        let range = try #require(night.objects("intervals").first { $0["figure"] as? String == "total_sleep_min" })
        #expect(range["low"] as? Double == 413 && range["high"] as? Double == 471 && range["lost_min"] as? Double == 0)
        let efficiency = try #require(measures.object("efficiency_percent")["value"] as? Double)
        #expect((efficiency * 100).rounded() == 9714)
        for (name, measure) in measures {
            let measure = try #require(measure as? [String: Any])
            #expect(measure.isNull("value") == (measure["reason"] is String), "\(name)")
        }
        #expect(measures.object("onset_latency_min").isNull("value"))
        let states = night.object("states")
        let tracks = night.object("tracks")
        #expect((states["values"] as? String)?.count == 1440 && states["epoch_s"] as? Int == 60)
        #expect((tracks["counts"] as? [Any])?.count == 1440 && (tracks["wear"] as? [Any])?.count == 1440)
        #expect(tracks.isNull("load") && tracks.isNull("heart_rate") && tracks["epoch_s"] as? Int == 60)
        #expect(night.isNull("previous") && night.isNull("next"))
    }
}
