import Companion
import Documents
import Foundation
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

extension ReadingCoordinatorTests {
    /// Holds the store's writer, begins `body` on threads of their own, and lets the writer go once as many of them wait for it
    /// as ever will.
    private func together(_ room: Room, _ body: @escaping @Sendable (Gateway) -> Void) async throws {
        let gateway = room.gateway
        let isHeld = Mutex(true)
        let hasBegun = Mutex(false)
        let schedule = try gateway.recorder.add(NightSchedule(from: 0, to: 1, zone: "UTC"))
        let left = Mutex(3)
        func begin(_ work: @escaping @Sendable () -> Void) {
            Thread.detachNewThread {
                work()
                left.withLock { $0 -= 1 }
            }
        }
        begin {
            _ = try? gateway.recorder.change(schedule.id) { known in
                hasBegun.withLock { $0 = true }
                while isHeld.withLock({ $0 }) { usleep(1000) }
                return known
            }
        }
        while !hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let before = gateway.store.status.pendingBytes
        for _ in 0..<2 { begin { body(gateway) } }
        while gateway.store.status.pendingBytes == before { try await Task.sleep(for: .milliseconds(1)) }
        // The second waits for the writer too, where nothing keeps it back before.
        let one = gateway.store.status.pendingBytes - before
        for _ in 0..<500 where gateway.store.status.pendingBytes < before + 2 * one {
            try await Task.sleep(for: .milliseconds(1))
        }
        isHeld.withLock { $0 = false }
        while left.withLock({ $0 }) > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("goes on in one session where two begin at once", .timeLimit(.minutes(1)))
    func twoBegin() async throws {
        let room = try Room()
        try await together(room) { _ = try? $0.reading.start(person: 0, title: "", words: nil) }
        let open = try room.gateway.store.openSessions()
        #expect(open.count == 1 && open.allSatisfy { room.gateway.reading.progress($0.id) != nil })
    }

    @Test("learns once from a session that is stopped twice at once", .timeLimit(.minutes(1)))
    func twoStop() async throws {
        var alone = 0
        for times in 1...2 {
            let room = try Room()
            let (session, _) = try room.gateway.reading.start(person: 0, title: "", words: nil)
            _ = try room.gateway.reading.receive(
                [.init(.view, at: Self.noon, view: 0..<150)], session: session.id, of: 0)
            try room.read(session.id, pages: 8, words: 150, every: 30)
            if times == 1 {
                _ = try room.gateway.reading.stop(session.id, of: 0)
            } else {
                let ended = Mutex(0)
                try await together(room) {
                    let stopped = try? $0.reading.stop(session.id, of: 0)
                    ended.withLock { $0 += stopped?.ended == nil ? 0 : 1 }
                }
                #expect(ended.withLock { $0 } == 2)
            }
            let windows = try #require(try room.gateway.store.readingBaseline(of: 0)).windows
            if times == 1 { alone = windows } else { #expect(windows == alone) }
        }
    }

    @Test("begins one exercise where two are asked for at once", .timeLimit(.minutes(1)))
    func twoBreathe() async throws {
        let room = try Room()
        let begun = Mutex<[Int64]>([])
        try await together(room) { gateway in
            let exercise = try? gateway.reading.beginBreathing(person: 0, pattern: .standard, seconds: 60)
            begun.withLock { $0.append(exercise?.id ?? 0) }
        }
        #expect(try room.gateway.store.breathing(of: 0, limit: 9).count == 1)
        #expect(Set(begun.withLock { $0 }).count == 1)
    }
}
