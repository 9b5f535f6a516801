import Devices
import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Synchronization
import Testing

@Suite("Routes of devices")
struct DeviceRoutesTests {
    private let id = "bluetooth-A0:9E:1A:00:00:01"
    private var path: String { "/api/v1/devices/\(id)" }

    /// Runs `body` in a house in which one strap is near.
    private func withStrap(_ body: (GatewayFixture, Wearables) async throws -> Void) async throws {
        let wearables = Wearables()
        let fixture = try GatewayFixture(wearables)
        try await fixture.running {
            try await wearables.tell(.found(Wearables.strap()))
            try await body(fixture, wearables)
        }
    }

    @Test("lists what is near with its bus, its streams and no consent")
    func near() async throws {
        try await withStrap { fixture, wearables in
            var list = try await fixture.get("/api/v1/devices")
            let found = try #require(list.objects("devices").first)
            #expect(found["id"] as? String == id && found["bus"] as? String == "bluetooth")
            #expect(found["consent"] as? String == "none" && found["near"] as? Bool == true)
            #expect(found["rssi_dbm"] as? Int == -61 && found["kind"] as? String == "strap")
            #expect(found.objects("streams").map { $0["channel"] as? String } == ["heart_rate", "rr_interval"])
            #expect(list.objects("buses").map { $0["bus"] as? String } == ["bluetooth"])
            #expect(list.objects("buses")[0].isNull("obstacle"))
            try await wearables.tell(.obstacle(.bluetooth, "The adapter is off; run `rfkill unblock bluetooth`."))
            list = try await fixture.get("/api/v1/devices")
            #expect((list.objects("buses")[0]["obstacle"] as? String)?.contains("rfkill") == true)
        }
    }

    @Test("adopts with a name, streams and a wearer, changes them, and forgets")
    func life() async throws {
        try await withStrap { fixture, wearables in
            let body = #"{"name": "Ada's strap", "streams": ["heart_rate"], "wearer": "Ada"}"#
            let adopted = try await fixture.send("POST", "\(path)/adopt", body)
            #expect(adopted.status == 200)
            var device = try adopted.object
            #expect(device["consent"] as? String == "given" && device["name"] as? String == "Ada's strap")
            #expect(device.object("wearer")["name"] as? String == "Ada")
            #expect(device.objects("streams").map { $0["allowed"] as? Bool } == [true, false])
            #expect(wearables.choices.withLock { $0.last?.channels } == [.heartRate])

            device = try await fixture.send("PATCH", path, #"{"streams": ["heart_rate", "rr_interval"]}"#).object
            #expect(device.objects("streams").map { $0["allowed"] as? Bool } == [true, true])
            #expect(device["name"] as? String == "Ada's strap", "what is not named stays")

            #expect(try await fixture.ask("POST", "\(path)/disconnect").object["paused"] as? Bool == true)
            #expect(try await fixture.ask("POST", "\(path)/connect").object["paused"] as? Bool == false)
            #expect(try await fixture.ask("DELETE", path).status == 204)
            #expect(try await fixture.get(path)["consent"] as? String == "none")
        }
    }

    @Test("refuses what makes no sense, in words")
    func refused() async throws {
        try await withStrap { fixture, wearables in
            for (body, named) in Self.nonsense {
                let answer = try await fixture.send("POST", "\(path)/adopt", body)
                #expect((400..<500).contains(answer.status) && answer.body.contains(named), "\(body)")
            }
            // Nor does it leave a name behind.
            var unknown = Wearables.strap("bluetooth-A0:9E:1A:00:00:03")
            unknown.profiles = []
            try await wearables.tell(.found(unknown))
            let unfit = try await fixture.send("POST", "/api/v1/devices/\(unknown.id)/adopt", #"{"wearer": "Zoe"}"#)
            #expect(unfit.status == 409, "\(unfit)")
            #expect(try await fixture.get("/api/v1/wearers").objects("wearers").isEmpty)
        }
    }

    private static let nonsense = [
        (#"{"streams": ["ecg"]}"#, "ecg"), (#"{"streams": "heart_rate"}"#, "streams"), (#"{"nmae": "x"}"#, "nmae"),
        (#"{"wearer": 7}"#, "7"), (#"{"preferred": ["all"]}"#, "all"), (#"[1]"#, "JSON object"),
        (#"{"name""#, "JSON object"), (#"{"connects_by_itself": 1}"#, "connects_by_itself"),
    ]

    @Test("buzzes a device that can, for a time that makes sense")
    func vibrate() async throws {
        try await withStrap { fixture, wearables in
            _ = try await fixture.ask("POST", "\(path)/adopt")
            #expect(try await fixture.send("POST", "\(path)/vibrate", #"{"seconds": 2}"#).status == 204)
            #expect(wearables.told.withLock { $0 } == [.vibrate(seconds: 2)])
            #expect(try await fixture.send("POST", "\(path)/vibrate", #"{"seconds": 900}"#).status == 422)
            #expect(wearables.told.withLock { $0.count } == 1)
        }
    }

    @Test("pairs no device anew that is never paired")
    func pairing() async throws {
        try await withStrap { fixture, wearables in
            _ = try await fixture.ask("POST", "\(path)/adopt")
            #expect(try await fixture.send("POST", "\(path)/pair").status == 409)
            #expect(wearables.told.withLock { $0.isEmpty })
        }
    }

    @Test("takes the key of a device that is opened by one, connects it anew and never tells the key")
    func key() async throws {
        let secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
        let entered = "{\"key\": \"\(secret)\"}"
        let wearables = Wearables()
        let fixture = try GatewayFixture(wearables)
        try await fixture.running {
            var band = Wearables.strap()
            band.description?.commands.insert(.enterKey)
            try await wearables.tell(.found(band))
            #expect(try await fixture.send("POST", "\(path)/key", entered).status == 409, "not taken in yet")
            _ = try await fixture.ask("POST", "\(path)/adopt")
            #expect(try await fixture.get(path)["commands"] as? [String] == ["enter_key", "vibrate"])
            let wrong = try await fixture.send("POST", "\(path)/key", #"{"key": "0f1e2d3c"}"#)
            #expect(wrong.status == 422 && !wrong.body.contains("0f1e2d3c"))
            #expect(wearables.choices.withLock { $0.last?.key } == nil)

            #expect(try await fixture.send("POST", "\(path)/key", entered).status == 204)
            #expect(wearables.choices.withLock { $0.last?.key } == DeviceKey(text: secret))
            for told in [path, "/api/v1/devices", "/api/v1/health"] {
                let answer = try await fixture.ask("GET", told)
                #expect(!answer.body.contains(secret), "\(told)")
            }
            // What names no key takes none away.
            for body in ["", "{}", #"{"key": null}"#] {
                #expect(try await fixture.send("POST", "\(path)/key", body).status >= 400, "\(body)")
            }
            #expect(wearables.choices.withLock { $0.last?.key } == DeviceKey(text: secret))
            #expect(try await fixture.ask("DELETE", "\(path)/key").status == 204)
            #expect(wearables.choices.withLock { $0.last?.key } == .some(nil))
        }
    }

    @Test("takes no key of a device that none opens")
    func noKey() async throws {
        try await withStrap { fixture, _ in
            _ = try await fixture.ask("POST", "\(path)/adopt")
            let body = #"{"key": "0f1e2d3c4b5a69788796a5b4c3d2e1f0"}"#
            #expect(try await fixture.send("POST", "\(path)/key", body).status == 409)
        }
    }

    @Test("keeps who wore a device when, and corrects it")
    func wearers() async throws {
        try await withStrap { fixture, wearables in
            _ = try await fixture.ask("POST", "\(path)/adopt")
            let said = try await fixture.send("POST", "\(path)/wearers", #"{"wearer": "Ada", "start_s": 1750000000}"#)
            #expect(said.status == 204)
            let corrected = #"{"wearer": "Ben", "start_s": 1750100000, "end_s": 1750200000}"#
            #expect(try await fixture.send("POST", "\(path)/wearers", corrected).status == 204)
            let wearings = try await fixture.get("\(path)/wearers").objects("wearings")
            #expect(wearings.map { $0.object("wearer")["name"] as? String } == ["Ada", "Ben", "Ada"])
            #expect(wearings[1]["start_s"] as? Double == 1_750_100_000 && wearings[2].isNull("end_s"))
            #expect(try await fixture.get("/api/v1/wearers").objects("wearers").count == 2)
            let upsideDown = #"{"wearer": "Zoe", "start_s": 1750200000, "end_s": 1750100000}"#
            #expect(try await fixture.send("POST", "\(path)/wearers", upsideDown).status == 422)
            #expect(try await fixture.send("POST", "\(path)/wearers", #"{"start_s": 1}"#).status == 422)
            #expect(try await fixture.get("/api/v1/wearers").objects("wearers").count == 2)
        }
    }

    @Test("prefers a device in the groups that are named")
    func preferred() async throws {
        try await withStrap { fixture, wearables in
            _ = try await fixture.ask("POST", "\(path)/adopt")
            // Two straps that deliver: by the rule the first name speaks.
            let other = Wearables.strap("bluetooth-A0:9E:1A:00:00:02", name: "Strap 2")
            try await wearables.tell(.found(other))
            let second = "/api/v1/devices/\(other.id)"
            _ = try await fixture.ask("POST", "\(second)/adopt")
            let now = WallClock().now
            for pipeline in fixture.gateway.pipelines {
                let beat = Beat(time: now, rr: 800, label: .normal)
                pipeline.deliver(BeatBatch(device: pipeline.device.id, beats: [beat], received: now))
            }
            for (asked, spoken) in [(path, second), (second, path)] {
                let answer = try await fixture.send("PATCH", asked, #"{"preferred": ["heart"]}"#)
                #expect(try answer.object["preferred"] as? [String] == ["heart"])
                #expect(try await fixture.get(spoken)["preferred"] as? [String] == [])
            }
        }
    }

    @Test("tells pages of what is found, adopted, missing and forgotten")
    func events() async throws {
        try await withStrap { fixture, wearables in
            let wire = try fixture.wire()
            try await wire.send("GET /api/v1/live/stream HTTP/1.1\r\nHost: x\r\n\r\n")
            var text = try await wire.read(until: "\n\n")
            #expect(text.contains("\"home\":{\"devices\":[{\"id\":\"\(id)\""))
            _ = try await fixture.send("POST", "\(path)/adopt", #"{"wearer": "Ada"}"#)
            try await wearables.tell(.obstacle(.bluetooth, "off"))
            try await wearables.tell(.obstacle(.bluetooth, nil))
            _ = try await fixture.send("POST", "/api/v1/night-schedules", "{}")
            text += try await wire.read(until: "event: schedules\n")
            for piece in [
                "event: household", #""wearers":[{"id":1,"name":"Ada"}]"#, "event: entry", #""consent":"given""#,
                #"data: {"bus":"bluetooth","obstacle":"off"}"#, #"data: {"bus":"bluetooth","obstacle":null}"#,
            ] { #expect(text.contains(piece), "\(piece)") }
        }
    }

    @Test("lists profiles with what may be chosen")
    func profiles() async throws {
        let fixture = try GatewayFixture()
        let list = try await fixture.get("/api/v1/device-profiles")
        let strap = try #require(list.objects("profiles").first { $0["id"] as? String == "sig.heart-rate" })
        #expect(strap["transports"] as? [String] == ["bluetooth"] && strap["name"] is String)
        #expect(strap.object("verification")["ground"] is String && strap["own"] as? Bool == false)
        #expect(list["problems"] is [Any])
    }
}
