import Documents
import Foundation
import Glibc
import Synchronization
import Testing

@testable import API
@testable import Gateway

@Suite("Rooms in order")
struct RoomOrderTests {
    @Test("all in a room hear the messages of several people in one order")
    func order() async throws {
        let fixture = try AccountsFixture()
        let hub = RoomHub()
        let sessions = (0..<2).map { _ in
            RoomSession(
                "kitchen", HTTPRequest(.get, "/api/v1/ws/kitchen"), isAnalysis: false, hub: hub,
                gateway: fixture.gateway)
        }
        let upgrade = try #require(OpaquePointer(bitPattern: 8))
        let sockets = sessions.map { session in
            // A socket whose thread takes its time, now and then.
            WebSocket(session, descriptor: -1, upgrade: upgrade, early: []) { _ in usleep(UInt32.random(in: 0...200)) }
        }
        for (session, socket) in zip(sessions, sockets) { session.opened(socket) }
        for _ in 0..<5 {
            for socket in sockets { socket.outbox.withLock { $0.messages = [] } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in 0..<4 {
                    group.addTask {
                        try await Wire.blocking {
                            for number in 0..<50 { hub.tell("kitchen", Array("\(person) \(number)".utf8)) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let heard = sockets.map { socket in socket.outbox.withLock { $0.messages } }
            #expect(heard[0].count == 200 && heard[0] == heard[1])
        }
    }
}
