import Accounts
import Analysis
import Devices
import Documents
import Foundation
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import API
@testable import Gateway

/// What is open when a right ends: each way of ending one, each kind of stream.
@Suite("Open streams and rights that end")
struct OpenStreamTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    private let fixture: AccountsFixture
    private let ada: String, ben: String

    init() async throws {
        (fixture, ada, ben) = try await AccountsFixture.ofTwo()
    }

    private func listen(_ token: String, after last: String? = nil) async throws -> (wire: Wire, start: String) {
        let wire = try Wire(port: fixture.server.addresses[0].port)
        let field = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try await wire.send(
            "GET /api/v1/live/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\(field)\r\n")
        // All of what begins it, so that nothing of it is left for the next reading.
        let start = try await wire.read(until: "\n\n\r\n")
        return (wire, start)
    }

    private func speak(_ token: String, at path: String) async throws -> Wire {
        let wire = try Wire(port: fixture.server.addresses[0].port)
        try await wire.send(
            "GET /api/v1/ws/\(path)?token=\(token) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        _ = try await wire.read(until: path == "live" ? "snapshot" : "connection_ack")
        return wire
    }

    /// The ids of the events in a text, in order.
    private func ids(_ text: String) -> [String] { text.matches(of: /id: ([0-9a-f]+-[0-9]+)/).map { String($0.1) } }

    /// Each way in which a right can end.
    enum Ending: String, CaseIterable, CustomTestStringConvertible {
        case logout, revoked, password, removed, deleted
        var testDescription: String { rawValue }
    }

    private func end(_ ending: Ending) async throws {
        let accounts = fixture.gateway.accounts
        let id = try fixture.person("ben")
        switch ending {
        case .logout:
            let answer = try await fixture.ask("POST", "/api/v1/auth/logout", "{}", token: ben)
            #expect((200..<300).contains(answer.status), "\(answer)")
        case .revoked: try accounts.endSession(try #require(accounts.sessions(of: id).first).id, of: id)
        case .password: try await accounts.reset(id, password: "another horse")
        case .removed: try accounts.remove(id)
        case .deleted: _ = try await fixture.gateway.delete(Person.ID(rawValue: id))
        }
    }

    @Test("each ends at once, with the code that the document names", arguments: Ending.allCases)
    func ends(_ ending: Ending) async throws {
        let stream = try await listen(ben).wire
        let live = try await speak(ben, at: "live")
        let room = try await speak(ben, at: "kitchen")
        let analysis = try await speak(ben, at: "health-analysis/me")
        try await end(ending)
        // Each is closed by the server: reading ends.
        _ = try await stream.read(until: "0\r\n\r\n")
        for wire in [live, room, analysis] {
            // It says so before the client does: whose close frame comes first is answered with its own code.
            let isClose: @Sendable ([UInt8]) -> Bool = { bytes in
                // A close frame of 4003.
                bytes.indices.dropLast(3).contains {
                    bytes[$0] == 0x88 && bytes[$0 + 2] == 0x0F && bytes[$0 + 3] == 0xA3
                }
            }
            let said = try await wire.bytes(until: isClose)
            #expect(isClose(said), "\(said.suffix(80))")
            try await wire.send([0x88, 0x80, 0, 0, 0, 0])
            _ = try await wire.bytes()
        }
        #expect(try await TestServer.eventually { fixture.feed.events.clientCount == 0 })
    }

    @Test("are also a watch's question that waits: it is answered at once, and with nothing")
    func poll() async throws {
        let relay = try RelayFeed(fixture.gateway)
        defer { relay.stop() }
        let code = try await fixture.post("/relay/pairing-codes", "", token: ben)
        let paired = try await fixture.post(
            "/relay/pair", #"{"code":"\#(code.object["code"] ?? "")"}"#, token: ben)
        let watch = try #require(paired.object["watch"] as? String, "\(paired)")
        let token = try #require(paired.object["token"] as? String)
        func question(_ after: Int, _ wait: Int) -> String {
            #"{"watch":"\#(watch)","token":"\#(token)","after":\#(after),"wait_s":\#(wait)}"#
        }
        // It works from no other person's sign-in.
        #expect(try await fixture.post("/relay/watch/poll", question(0, 0), token: ada).status == 403)
        let first = try await fixture.post("/relay/watch/poll", question(0, 5), token: ben)
        let seen = first.object.objects("events").compactMap { $0["number"] as? Int }.max() ?? 0
        let wire = try Wire(port: fixture.server.addresses[0].port)
        let body = question(seen, 30)
        try await wire.send(
            "POST /api/v1/relay/watch/poll HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Authorization: Bearer \(ben)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let person = Person.ID(rawValue: try fixture.person("ben"))
        let open = try await fixture.gateway.relay.relay(of: person).watch(watch, token: token)
        #expect(try await TestServer.eventually { open.isAwaited })
        try await end(.revoked)
        #expect(try await wire.readAll().hasPrefix("HTTP/1.1 401"))
    }

    @Test("of an owner who is one no more tell nothing of owners' any more, and go on for their own")
    func demoted() async throws {
        _ = try fixture.gateway.accounts.change(try fixture.person("ben"), role: .admin)
        let stream = try await listen(ben).wire
        fixture.gateway.bus.publish(.forgotten("an-owners-device"))
        _ = try await stream.read(until: "an-owners-device")
        _ = try fixture.gateway.accounts.change(try fixture.person("ben"), role: .patient)
        var status = ImportStatus(id: "1", fileName: "adas-secret.cwa", stage: .decoding)
        fixture.gateway.bus.publish(.importing(status))
        fixture.gateway.bus.publish(.forgotten("another-owners-device"))
        status.person = Person.ID(rawValue: try fixture.person("ben"))
        status.fileName = "bens.cwa"
        fixture.gateway.bus.publish(.importing(status))
        let text = try await stream.read(until: "bens.cwa")
        #expect(!text.contains("adas-secret") && !text.contains("another-owners-device"))
    }

    @Test("tell a second owner nothing of the first one's files and nights, and each the dates of their own nights")
    func nights() async throws {
        _ = try fixture.gateway.accounts.change(try fixture.person("ben"), role: .admin)
        let streams = [try await listen(ada).wire, try await listen(ben).wire]
        let days = [CivilDate(year: 2024, month: 3, day: 1), CivilDate(year: 2024, month: 3, day: 2)]
        let dates = try days.map { try #require($0) }
        fixture.gateway.bus.publish(.nights([dates[0]], of: nil))
        fixture.gateway.bus.publish(.importing(ImportStatus(id: "1", fileName: "adas-secret.cwa", stage: .decoding)))
        fixture.gateway.bus.publish(.nights([dates[1]], of: Person.ID(rawValue: try fixture.person("ben"))))
        fixture.gateway.bus.publish(.forgotten("the end"))
        let texts = [try await streams[0].read(until: "the end"), try await streams[1].read(until: "the end")]
        #expect(texts[0].contains("2024-03-01") && texts[0].contains("adas-secret") && !texts[0].contains("2024-03-02"))
        #expect(
            texts[1].contains("2024-03-02") && !texts[1].contains("adas-secret") && !texts[1].contains("2024-03-01"))
    }

    @Test("kept for whoever comes back are told by what that person may see then")
    func resumed() async throws {
        _ = try fixture.gateway.accounts.change(try fixture.person("ben"), role: .admin)
        let stream = try await listen(ben).wire
        fixture.gateway.bus.publish(.forgotten("first"))
        let text = try await stream.read(until: "first")
        let id = try #require(ids(text).last)
        fixture.gateway.bus.publish(.forgotten("second"))
        _ = try fixture.gateway.accounts.change(try fixture.person("ben"), role: .patient)
        let again = try await listen(ben, after: id)
        fixture.feed.events.publish("mark") { $0.field("is", "here") }
        let rest = try await again.start + again.wire.read(until: "\"is\":\"here\"")
        #expect(!rest.contains("second"))
    }

    @Test("of somebody who refuses are taken back: neither a resumed stream nor the snapshot has what was told before")
    func refused() async throws {
        let person = Person.ID(rawValue: try fixture.person("ben"))
        try await fixture.gateway.wearerRegistry.wear(Self.device, person: person, since: fixture.clock.now)
        let stream = try await listen(ben).wire
        let pipeline = fixture.gateway.pipelines[0]
        let start = fixture.clock.now
        for second in 1...70 {
            let time = start.advanced(bySeconds: Double(second))
            pipeline.deliver(BeatBatch(device: Self.device, beats: [Beat(time: time, rr: 900)], received: time))
        }
        let text = try await stream.read(until: "event: load")
        let id = try #require(ids(text).first)
        let answer = try await fixture.ask("PUT", "/api/v1/consents/heart_rate", #"{"allowed":false}"#, token: ben)
        #expect(answer.status == 200)
        let again = try await listen(ben, after: id)
        fixture.feed.events.publish("mark") { $0.field("is", "here") }
        let rest = try await again.start + again.wire.read(until: "\"is\":\"here\"")
        #expect(!rest.contains("event: hr") && rest.contains("\"reason\":\"withdrawn\""))
        let live = try await fixture.ask("GET", "/api/v1/live", token: ben)
        let recent = live.object.object("recent").object(Self.device.rawValue)
        #expect((recent["rr"] as? [Any])?.isEmpty == true && (recent["hr"] as? [Any])?.isEmpty == true)
        #expect(live.object.objects("devices").first?["refused_streams"] as? [String] != [])
        let hrv = try await fixture.ask("GET", "/api/v1/hrv/latest", token: ben)
        #expect(hrv.object.isNull("hrv") && (hrv.object["reason"] as? String)?.hasPrefix("refused") == true)
    }
}
