import Documents
import Foundation
import Runtime
import Testing

@testable import API

@Suite("WebSockets")
struct WebSocketTests {
    @Test("are shaken hands on as in the example of RFC 6455")
    func handshake() {
        #expect(WebSocketHandshake.accept(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(HealthHex.text(SHA1.digest(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            HealthHex.text(SHA1.digest([UInt8](repeating: 0x61, count: 119)))
                == "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56")
    }

    @Test("take sixty messages at once and then one a second")
    func rate() {
        var rate = MessageRate()
        let start = ContinuousClock.now
        let taken = (0..<61).map { _ in rate.take(at: start) }
        #expect(taken.filter(\.self).count == 60 && taken.last == false)
        let later = [500, 2000, 2100, 2200].map { rate.take(at: start + .milliseconds($0)) }
        #expect(later == [false, true, true, false])
    }

    @Test(
        "refuse what is no message by the codes of the contract",
        arguments: [
            ("{", false, "INVALID_JSON"), ("[]", false, "MESSAGE_PARSE_ERROR"),
            ("{\"type\":\"dance\"}", false, "UNKNOWN_MESSAGE_TYPE"), ("{}", false, "UNKNOWN_MESSAGE_TYPE"),
            ("{}", true, "INVALID_HEALTH_DATA_PAYLOAD"),
            ("{\"type\":\"typing\"}", false, "MESSAGE_PARSE_ERROR"),
            ("{\"type\":\"health_insight\",\"content\":{\"data_points\":[]}}", false, "INVALID_HEALTH_INSIGHT_CONTENT"),
        ])
    func refused(text: String, isAnalysis: Bool, code: String) {
        #expect { _ = try RoomMessage(Array(text.utf8), isAnalysis: isAnalysis) } throws: {
            ($0 as? RoomMessage.Refusal)?.code == code
        }
    }

    @Test("make a message of an event, with its id and its data")
    func event() throws {
        let frame = Event("hr", id: "a-1", payload: Array("{\"bpm\":61}".utf8))
        #expect(
            frame.message.map { String(decoding: $0, as: UTF8.self) }
                == "{\"type\":\"hr\",\"id\":\"a-1\",\"data\":{\"bpm\":61}}")
        #expect(Event.heartbeat.message == nil && Event.retry.message == nil)
    }
}

private enum HealthHex {
    static func text(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
}

@Suite("Event streams that are taken up again")
struct MissedEventTests {
    private func frames(_ hub: EventHub, after id: String?) -> [String] {
        var request = HTTPRequest(.get, "/")
        if let id { request.headers.append("Last-Event-ID", id) }
        let client = hub.subscribe(request: request)
        defer { client.end() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        let count = client.read(into: buffer)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self).components(separatedBy: "\n\n")
            .filter { $0.contains("event:") }
    }

    @Test("get what was missed, and are told when that is gone")
    func resume() throws {
        let hub = EventHub()
        let first = hub.subscribe()
        for number in 0..<10 { hub.publish("beat") { $0.field("n", number) } }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        let text = String(decoding: buffer[..<first.read(into: buffer)], as: UTF8.self)
        let ids = text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
        #expect(ids.count == 10)
        #expect(frames(hub, after: ids[6]).count == 3)
        #expect(frames(hub, after: ids[9]).isEmpty && frames(hub, after: nil).isEmpty)
        for number in 0..<200 { hub.publish("beat") { $0.field("n", number) } }
        let late = frames(hub, after: ids[9])
        #expect(late.first?.contains("event: missed") == true && late.first?.contains("too_long_ago") == true)
        let other = frames(hub, after: "ffff-3")
        #expect(other.count == 1 && other[0].contains("\"reason\":\"restarted\""))
        first.end()
    }

    @Test(
        "are told that what happened is gone where nobody listened for long, also behind somebody else who came first")
    func unkept() throws {
        let hub = EventHub(linger: 0)
        let first = hub.subscribe()
        hub.publish("beat") { $0.field("n", 1) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        let text = String(decoding: buffer[..<first.read(into: buffer)], as: UTF8.self)
        let id = try #require(text.split(separator: "\n").first { $0.hasPrefix("id: ") }).dropFirst(4)
        first.end()
        hub.publish("night") { _ in Issue.record("built for nobody") }
        for _ in 0..<2 {
            let late = frames(hub, after: String(id))
            #expect(late.first?.contains("too_long_ago") == true, "\(late)")
        }
    }
}
