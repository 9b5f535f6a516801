import Documents
import Foundation
import Runtime
import Synchronization
import Testing

@testable import API

@Suite("Live events in order")
struct EventOrderTests {
    private final class ReportedEvents: Sendable {
        let ids = Mutex<[Int]>([])
    }

    private static func number(_ frame: Event) -> Int? {
        let text = String(decoding: frame.bytes, as: UTF8.self)
        guard text.hasPrefix("id: "), let dash = text.firstIndex(of: "-") else { return nil }
        return Int(text[text.index(after: dash)...].prefix { $0.isNumber })
    }

    private static func run(of hub: EventHub) throws -> String {
        let ids = Mutex<[String]>([])
        let client = hub.subscribe(sink: { frame in
            let text = String(decoding: frame.bytes, as: UTF8.self)
            if text.hasPrefix("id: ") { ids.withLock { $0.append(String(text.dropFirst(4).prefix { $0 != "\n" })) } }
        })
        defer { client.end() }
        hub.publish("run") { $0.field("n", 0) }
        return String(try #require(ids.withLock { $0.first }).prefix { $0 != "-" })
    }

    @Test("events of several devices reach each client by their ids")
    func order() async {
        let hub = EventHub()
        let told = ReportedEvents()
        let client = hub.subscribe(sink: { frame in
            if let number = Self.number(frame) { told.ids.withLock { $0.append(number) } }
        })
        await withTaskGroup { group in
            for device in 0..<4 {
                group.addTask { for _ in 0..<5000 { hub.publish("reading") { $0.field("device", device) } } }
            }
        }
        client.end()
        #expect(told.ids.withLock { $0 } == Array(1...20_000))
    }

    @Test(
        "any number as the last event is an answer",
        arguments: [
            "-9223372036854775807", "-9223372036854775808", "-9223372036854775809", "--1", "-1-1", "-", "-0", "-63",
            "-1e19", "-١", "-99999999999999999999999",
        ])
    func numbers(suffix: String) throws {
        let hub = EventHub()
        let run = try Self.run(of: hub)
        let listener = hub.subscribe()
        defer { listener.end() }
        for number in 0..<200 { hub.publish("reading") { $0.field("n", number) } }
        var request = HTTPRequest(.get, "/live/stream")
        request.headers.set("Last-Event-ID", run + suffix)
        let client = hub.subscribe(request: request)
        defer { client.end() }
        var buffer = [UInt8](repeating: 0, count: 100_000)
        let count = buffer.withUnsafeMutableBytes { client.read(into: $0) }
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        #expect(text.contains("event: missed"), "\(text.prefix(200))")
    }
}
