import Documents
import Foundation
import Relay
import Testing

@testable import Gateway

@Suite("A watch in a browser")
struct BrowserWatchTests {
    @Test(
        "that asks no more is out of reach within fifteen seconds, and gets nothing later that was answered as failed")
    func quiet() async throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/relay.sock"
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let phone = try RelaySession(role: .phone, path: path)
        let silent = Silent()
        phone.delegate = silent
        phone.activate()
        try await phone.untilActivated()
        let code = try await phone.ask(["what": "pair"])
        let digits = try #require(code.object?["code"])
        let paired = try await phone.ask(["what": "claim", "code": digits, "name": "Browser"])
        let name = try #require(paired.object?["watch"]?.string)
        let token = try #require(paired.object?["token"]?.string)
        let watch = try BrowserWatch(path: path, watch: name, token: token)
        defer { watch.end() }
        try await watch.session.untilActivated()
        let number = try #require(await watch.events(after: 0, within: .seconds(5)).last?.number)
        while !phone.isReachable { try await Task.sleep(for: .milliseconds(10)) }
        // Nobody asks: it cannot be answered, and is not told afterwards.
        await #expect(throws: RelayError(.messageReplyTimedOut)) {
            try await phone.sendMessage(["question": 1], timeout: .seconds(2))
        }
        let asked = ContinuousClock.now
        while phone.isReachable, asked.duration(to: .now) < .seconds(15) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(!phone.isReachable)
        let events = await watch.events(after: number, within: .milliseconds(10))
        #expect(!events.contains { $0.kind == "message" })
        while !phone.isReachable, asked.duration(to: .now) < .seconds(30) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(phone.isReachable)
    }

    private final class Silent: RelaySessionDelegate {}

    @Test("is answered however short it waits", .timeLimit(.minutes(1)))
    func short() async throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hub = try RelayHub(path: folder + "/relay.sock")
        defer { hub.stop() }
        let watch = try BrowserWatch(path: folder + "/relay.sock", watch: "browser", token: "unknown")
        defer { watch.end() }
        let first = await watch.events(after: 0, within: .seconds(20))
        let number = try #require(first.last?.number)
        for wait in 0..<1000 {
            _ = await watch.events(after: number, within: .nanoseconds(wait))
        }
    }
}
