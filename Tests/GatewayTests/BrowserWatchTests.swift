import Foundation
import Relay
import Testing

@testable import Gateway

@Suite("A watch in a browser")
struct BrowserWatchTests {
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
