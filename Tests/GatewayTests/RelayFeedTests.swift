import Companion
import Documents
import Foundation
import Relay
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

@Suite("The gateway on the wrist")
struct RelayFeedTests {
    private static let noon = Instant(nanoseconds: 1_750_248_000_000_000_000)

    @Test("shows a device's load before a session's, and a session's where no load is known")
    func source() {
        var source = WristSource()
        func takesDevice(_ hasLoad: Bool, _ seconds: Double) -> Bool {
            source.takesDevice(hasLoad: hasLoad, at: Self.noon.advanced(bySeconds: seconds))
        }
        func takesSession(_ hasLoad: Bool, _ seconds: Double) -> Bool {
            source.takesSession(hasLoad: hasLoad, at: Self.noon.advanced(bySeconds: seconds))
        }
        #expect(takesSession(false, 0) && takesDevice(false, 1) && takesSession(true, 30))
        #expect(!takesDevice(false, 40) && !takesDevice(false, 70) && takesDevice(true, 71))
        #expect(!takesSession(true, 90) && takesSession(true, 120) && takesDevice(false, 170))
    }

    @Test("pushes a reading session's load to the watch where no heart is heard, with the method, every 30 s")
    func session() async throws {
        let fixture = try GatewayFixture([:])
        let relay = try RelayFeed(fixture.gateway, interval: .milliseconds(20))
        let watch = try RelaySession(role: .watch, path: "\(fixture.folder.path)/relay.sock")
        let wrist = Listener()
        watch.delegate = wrist
        watch.activate()
        defer {
            watch.invalidate()
            relay.stop()
            fixture.gateway.store.close()
        }
        for _ in 0..<1000 where !watch.isReachable { try await Task.sleep(for: .milliseconds(5)) }
        let reading = fixture.gateway.reading
        let (session, _) = try reading.start(person: 0, title: "", words: nil)
        _ = try reading.receive([.init(.view, at: fixture.clock.now, view: 0..<120)], session: session.id, of: 0)
        for second in 1...60 {
            fixture.clock.advance(bySeconds: 1)
            if second % 30 == 0 {
                _ = try reading.receive(
                    [.init(.pageTurn, at: fixture.clock.now, words: 120)], session: session.id, of: 0)
            }
            reading.tick(at: fixture.clock.now)
        }
        let last = try #require(reading.progress(session.id)?.last)
        let load = try #require(last.load)
        for _ in 0..<1600 where watch.receivedApplicationContext["cognitiveLoad"]?.number != load {
            try await Task.sleep(for: .milliseconds(5))
        }
        let context = watch.receivedApplicationContext
        #expect(context["cognitiveLoad"]?.number == load && context["method"] == "heart-load/4")
        #expect(context["t"]?.number == last.time.secondsSince1970)
        #expect(wrist.messages.contains { $0["cognitiveLoad"]?.number == load })
    }
}

/// A watch that keeps what it is told.
private final class Listener: RelaySessionDelegate {
    private let heard = Mutex<[RelayPayload]>([])
    var messages: [RelayPayload] { heard.withLock { $0 } }
    func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) {
        heard.withLock { $0.append(message) }
    }
}
