import Devices
import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import API
@testable import Store

@Suite("A disk that is slow", .timeLimit(.minutes(2)))
struct SlowDiskRoutesTests {
    /// What reads or the writer wait for while a test holds it.
    private final class Hold: Sendable {
        private let state = Mutex((isHeld: false, waiting: 0))
        var waiting: Int { state.withLock({ $0.waiting }) }
        func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
        func wait() {
            guard
                state.withLock({ state in
                    if state.isHeld { state.waiting += 1 }
                    return state.isHeld
                })
            else { return }
            for _ in 0..<60_000 where state.withLock({ $0.isHeld }) { usleep(1000) }
            state.withLock { $0.waiting -= 1 }
        }
    }

    /// Whether what the device sends goes on.
    private func lives(_ fixture: AccountsFixture) async throws -> Bool {
        let before = fixture.gateway.pipelines.first?.status.lastSample
        return try await TestServer.eventually {
            fixture.clock.advance(bySeconds: 1)
            return fixture.gateway.pipelines.first?.status.lastSample != before
        }
    }

    @Test("keeps routes that read waiting, and no other, nor the way of what devices send")
    func reading() async throws {
        let disk = Hold()
        let fixture = try AccountsFixture(sources: [Simulated(seed: 3)]) { $0.beforeRead = { disk.wait() } }
        let running = Task { try await fixture.gateway.run() }
        #expect(try await lives(fixture))
        disk.hold(true)
        // More than there are threads of Swift's, and than there are for them.
        let asked = Task {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 { group.addTask { try await fixture.ask("GET", "/api/v1/recordings").status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
        }
        #expect(try await TestServer.eventually { disk.waiting >= 8 })
        for path in ["/api/v1/devices", "/api/v1/hrv/latest", "/api/v1/wearers", "/metrics"] {
            #expect(try await fixture.ask("GET", path).status == 200, "\(path)")
        }
        #expect(try await lives(fixture))
        #expect(disk.waiting >= 8)
        disk.hold(false)
        #expect(try await asked.value == Array(repeating: 200, count: 16))
        running.cancel()
        _ = try? await running.value
    }

    @Test("keeps those who write waiting, however many they are, and nobody who reads")
    func writing() async throws {
        let (fixture, disk) = (try AccountsFixture(), Hold())
        disk.hold(true)
        let stuck = Task { try await fixture.gateway.store.perform { _ in disk.wait() } }
        #expect(try await TestServer.eventually { disk.waiting == 1 })
        let writers = Task {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<24 {
                    group.addTask { try await fixture.post("/wearers", #"{"name":"P\#(number)"}"#).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
        }
        // All of them wait for the writer.
        #expect(try await TestServer.eventually { fixture.gateway.store.status.pendingBytes > 0 || disk.waiting == 1 })
        for _ in 0..<20 { #expect(try await fixture.ask("GET", "/api/v1/recordings").status == 200) }
        #expect(disk.waiting == 1 && fixture.gateway.wearerRegistry.people.isEmpty)
        disk.hold(false)
        #expect(try await writers.value == Array(repeating: 201, count: 24))
        try await stuck.value
        #expect(fixture.gateway.wearerRegistry.people.count == 24)
    }

    @Test("is waited for by no thread that others wait for, whatever is asked for")
    func threads() async throws {
        let fixture = try AccountsFixture(sources: [Simulated(seed: 3)])
        let running = Task { try await fixture.gateway.run() }
        let owner = try await fixture.enter("ada")
        #expect(try await lives(fixture))
        let store = fixture.gateway.store
        let before = store.misplacedWaits
        for (method, route) in fixture.router.routes where method == .get {
            // Sockets are asked for otherwise; a stream never ends.
            guard !route.pattern.contains("/ws/"), !route.pattern.contains("stream") else { continue }
            let path = route.pattern.replacingOccurrences(
                of: "\\{[^}]*\\}", with: "1", options: .regularExpression)
            _ = try await fixture.ask("GET", path, token: owner)
            #expect(store.misplacedWaits == before, "\(path)")
        }
        let wire = try Wire(port: fixture.server.addresses[0].port)
        try await wire.send(
            "GET /api/v1/live/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(owner)\r\n\r\n")
        _ = try await wire.read(until: "event: snapshot")
        for (path, json) in [
            ("/wearers", #"{"name":"Bo"}"#), ("/sessions", #"{"kind":"reading","title":"x"}"#),
            ("/devices/1/pause", "{}"), ("/cognitive/assess-load", "{}"),
        ] { _ = try await fixture.post(path, json, token: owner) }
        #expect(store.misplacedWaits == before)
        running.cancel()
        _ = try? await running.value
    }
}
