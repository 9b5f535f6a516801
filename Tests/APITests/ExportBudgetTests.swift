import Devices
import Documents
import Foundation
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import API
@testable import Gateway
@testable import Store

/// What exports take of the disk, of memory and of each other's time.
@Suite("Room for exports", .serialized, .timeLimit(.minutes(3)))
struct ExportBudgetTests {
    private static let device = DeviceID(rawValue: "axivity-77")

    /// What the disk of the store has free, and how often that was asked.
    private final class Disk: Sendable {
        private let state = Mutex((free: Int64(1) << 40, left: Int.max))

        func has(_ bytes: Int64, after looks: Int = 0) {
            state.withLock { $0 = (looks == 0 ? bytes : 1 << 40, looks == 0 ? .max : looks) }
        }

        var free: Int64 {
            state.withLock { state in
                state.left -= 1
                if state.left <= 0 { state = (0, .max) }
                return state.free
            }
        }
    }

    private let disk: Disk
    private let fixture: AccountsFixture
    private let ada: String

    init() async throws {
        let disk = Disk()
        self.disk = disk
        // On a disk, of which something is to stay free.
        fixture = try AccountsFixture(sources: [Simulated(seed: 3)], folder: NSTemporaryDirectory() + "nj-\(UUID())") {
            $0.freeBytes = { disk.free }
            $0.exportMemory = 4 << 20
        }
        ada = try await fixture.enter("ada")
    }

    /// A recording of some days with an epoch at each end: as EDF+ about 290 kB a day, as a table nearly nothing.
    private func record(days: Int) async throws -> String {
        let fixture = fixture
        let id = try await Wire.blocking { () throws -> Int64 in
            let end = Instant(nanoseconds: fixture.clock.now.nanoseconds / 60_000_000_000 * 60_000_000_000)
            let first = end.advanced(bySeconds: -86_400 * Double(days))
            let bytes = Array("a recording of \(days) days".utf8)
            let file = ImportFile(
                name: "\(days).cwa", size: bytes.count, sha256: SHA256.digest(of: bytes), format: "cwa")
            guard case .begun(let work) = try fixture.gateway.store.beginImport(file) else { throw CancellationError() }
            let identity = DeviceIdentity(maker: "Axivity", model: "AX3", serial: "77")
            try work.register(identity, as: Self.device, seen: end)
            try work.append(bytes: bytes)
            let epochs = [0.0, Double(days) * 86_400 - 5].map { second -> Epoch in
                var epoch = Epoch(start: first.advanced(bySeconds: second), seconds: 5)
                epoch.motion = .init(samples: 500, enmo: 0.1, mad: 0.1, angleZ: 0.3)
                return epoch
            }
            try work.append(epochs, device: Self.device)
            try work.finish(
                summary: Array("{}".utf8), device: Self.device, first: first, last: end.advanced(bySeconds: -1))
            return work.id.rawValue
        }
        return "/api/v1/recordings/\(id)/export"
    }

    /// Names of files that lie where exports are made.
    private var leaving: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/leaving")) ?? []
    }

    private func isSent(_ path: String, format: String = "edf") async throws -> (status: Int, bytes: Int) {
        let answer = try await fixture.ask("GET", "\(path)?format=\(format)", token: ada)
        #expect(answer.status == 200 || answer.field("Retry-After") == ["60"], "\(answer.head)")
        return (answer.status, answer.body.utf8.count)
    }

    @Test("is left for nights: what is short is made in memory on a full disk, what is long is told to come back")
    func reserve() async throws {
        let (week, months) = (try await record(days: 7), try await record(days: 20))
        #expect(try await isSent(week).bytes > 1 << 20)
        disk.has(199_000_000)
        #expect(try await isSent(week).status == 200)
        #expect(try await isSent(week, format: "csv").status == 200)
        #expect(try await fixture.ask("GET", "/api/v1/auth/me/export", token: ada).status == 200)
        #expect(try await isSent(months).status == 503)
        // Full only while it is written.
        disk.has(0, after: 5)
        #expect(try await isSent(months).status == 503)
        #expect(leaving.isEmpty, "\(leaving)")
        disk.has(1 << 40)
        #expect(try await isSent(months).status == 200)
    }

    @Test("is not needed for a night that was recorded, though the store can write nothing")
    func fullStore() async throws {
        let started = try await fixture.post("/night-recordings", "{}", token: ada)
        #expect(started.status == 201, "\(started)")
        let noon = fixture.clock.now
        let beats = (1..<300).map { Beat(time: noon.advanced(bySeconds: Double($0)), rr: 800, label: .normal) }
        fixture.gateway.store.append(beats, device: DeviceID(rawValue: "nightjar-synthetic-3"))
        try await fixture.gateway.store.flush()
        try await fixture.gateway.store.perform { writer in
            let own = try writer.connection.integer("PRAGMA page_count") ?? 0
            _ = try writer.connection.integer("PRAGMA max_page_count = \(own)")
        }
        disk.has(0)
        fixture.clock.advance(bySeconds: 500)
        var second = 1000.0
        while fixture.gateway.store.status.isRecording, second < 400_000 {
            let more = (0..<2000).map { index in
                Beat(time: noon.advanced(bySeconds: second + Double(index)), rr: 801, label: .normal)
            }
            fixture.gateway.store.append(more, device: DeviceID(rawValue: "nightjar-synthetic-3"))
            _ = try? await fixture.gateway.store.flush()
            second += 2000
        }
        #expect(!fixture.gateway.store.status.isRecording)
        for format in ["csv", "json", "edf"] {
            let path = "/api/v1/night-recordings/latest/export?format=\(format)"
            let answer = try await fixture.ask("GET", path, token: ada)
            #expect(answer.status == 200 && answer.body.utf8.count > 500, "\(answer.head) \(answer.body.prefix(300))")
        }
    }

    @Test("is for two of a person at a time, others get theirs, heads need none, and the end of one makes room")
    func places() async throws {
        let path = try await record(days: 20)
        let ben = try await fixture.enter("ben", by: ada)
        var open: [Wire] = []
        for _ in 0..<2 {
            let wire = try Wire(port: fixture.server.addresses[0].port, isSlow: true)
            try await wire.send(
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(ada)\r\n\r\n")
            let start = String(decoding: try await wire.start(), as: UTF8.self)
            #expect(start.hasPrefix("HTTP/1.1 200"))
            open.append(wire)
        }
        let third = try await fixture.ask("GET", path, token: ada)
        #expect(third.status == 429 && third.field("Retry-After") == ["5"], "\(third.head)")
        #expect(try await fixture.ask("GET", "/api/v1/auth/me/export", token: ada).status == 429)
        #expect(try await fixture.ask("GET", "/api/v1/auth/me/export", token: ben).status == 200)
        let head = try await fixture.ask("HEAD", path, token: ada)
        #expect(head.status == 200 && head.field("Content-Type") == ["application/x-edf"], "\(head.head)")
        #expect(head.field("Content-Disposition").first?.contains(".edf") == true)
        #expect(try await fixture.ask("HEAD", path + "?file=x", token: ada).status == 404)
        open.removeFirst()
        var last = 429
        for _ in 0..<100 where last == 429 {
            try await Task.sleep(for: .milliseconds(50))
            last = try await fixture.ask("GET", path, token: ada).status
        }
        #expect(last == 200)
        withExtendedLifetime(open) {}
    }

    @Test("is found for a night at once while months are exported")
    func nights() async throws {
        let months = try await record(days: 40)
        #expect(try await fixture.post("/night-recordings", "{}", token: ada).status == 201)
        fixture.gateway.store.append(
            [Beat(time: fixture.clock.now, rr: 800, label: .normal)], device: DeviceID(rawValue: "nightjar-synthetic-3")
        )
        fixture.clock.advance(bySeconds: 60)
        let long = Task { [fixture, ada] in
            let answer = try await fixture.ask("GET", months, token: ada)
            return (status: answer.status, end: ContinuousClock.now)
        }
        #expect(try await TestServer.eventually { !leaving.isEmpty })
        let night = try await fixture.ask("GET", "/api/v1/night-recordings/latest/export?format=json", token: ada)
        let end = ContinuousClock.now
        #expect(night.status == 200, "\(night.body.prefix(300))")
        let other = try await long.value
        #expect(other.status == 200 && end < other.end)
    }
}
