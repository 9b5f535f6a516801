import Documents
import Foundation
import Gateway
import Signals
import Testing

@testable import API
@testable import Store

@Suite("A disk that takes nothing", .timeLimit(.minutes(2)))
struct FullDiskRoutesTests {
    private static let body = #"{"kind":"reading","title":"\#(String(repeating: "x", count: 150))"}"#

    /// How many pages the store may have; SQLite refuses more as it does on a full disk.
    private func limit(_ store: Store, to pages: Int64?) async throws {
        try await store.perform { writer in
            let own = try writer.connection.integer("PRAGMA page_count") ?? 0
            _ = try writer.connection.integer("PRAGMA max_page_count = \(pages ?? own)")
        }
    }

    @Test("answers readers at once while six write, tells each writer to come back, and takes all when there is room")
    func readers() async throws {
        let fixture = try AccountsFixture()
        let clock = ContinuousClock()
        try await limit(fixture.gateway.store, to: nil)
        // What is refused doubles the pause until the next attempt, up to five seconds.
        var (refused, begun) = (0, clock.now)
        for _ in 0..<1000 where refused == 0 || clock.now - begun < .seconds(4.2) {
            if try await fixture.post("/sessions", Self.body).status == 503 {
                if refused == 0 { begun = clock.now }
                refused += 1
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        #expect(refused > 0 && !fixture.gateway.store.status.isRecording)
        let end = clock.now + .seconds(2)
        let slowest = try await withThrowingTaskGroup(of: Duration.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    while clock.now < end {
                        let answer = try await fixture.post("/sessions", Self.body)
                        #expect(answer.status == 503 && answer.field("Retry-After").count == 1, "\(answer)")
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    return .zero
                }
            }
            group.addTask {
                var slowest = Duration.zero
                while clock.now < end {
                    try await Task.sleep(for: .milliseconds(50))
                    let asked = clock.now
                    #expect(try await fixture.ask("GET", "/api/v1/recordings").status == 200)
                    slowest = max(slowest, clock.now - asked)
                }
                return slowest
            }
            return try await group.reduce(.zero) { max($0, $1) }
        }
        print("slowest read on a full disk: \(slowest)")
        #expect(slowest < .seconds(1))
        let store = fixture.gateway.store
        // It is refused while the store pauses.
        var hasRoom = false
        for _ in 0..<1000 where !hasRoom {
            hasRoom = (try? await limit(store, to: 1 << 30)) != nil
            if !hasRoom { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(hasRoom)
        #expect(try await fixture.post("/sessions", Self.body).status == 201)
        #expect(store.status.isRecording)
    }

    @Test(
        "is told with when to come back, also where the system calls it an error of writing",
        arguments: [778, 1034, 13])
    func codes(code: Int32) throws {
        let error = SQLiteError(code: SQLiteCode(rawValue: code), message: "disk I/O error")
        let problem = HTTPProblem(Failure(.failed, "It cannot be written.", cause: error))
        #expect(problem.status == 503 && problem.headers["Retry-After"] != nil)
        let reading = SQLiteError(code: SQLiteCode(rawValue: 266), message: "disk I/O error")
        #expect(HTTPProblem(Failure(.failed, "It cannot be read.", cause: reading)).status == 500)
    }
}
