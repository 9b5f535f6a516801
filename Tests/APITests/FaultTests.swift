import Accounts
import Documents
import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import API
@testable import Store

@Suite("What fails inside")
struct FaultTests {
    private static let path = "/var/lib/nightjar/store.sqlite"
    private static let sql = "SELECT secret FROM person"

    private static func store(_ code: Int32) -> SQLiteError {
        SQLiteError(code: SQLiteCode(rawValue: code), message: "disk I/O error", sql: sql)
    }

    /// Each kind of error that a route may throw, with the status of its answer.
    static let errors: [(any Error & Sendable, Int)] = [
        (Failure(.failed, "\(path) cannot be written: No such file."), 500),
        (Failure(.failed, "The store \(path) cannot be read.", cause: store(11)), 500),
        (store(11), 500), (store(5), 503), (store(6), 503), (store(13), 503), (store(261), 503),
        (Failure(.failed, "The store \(path) cannot be changed.", cause: store(5)), 503),
        (Failure(.failed, "\(path) cannot be written.", cause: NoSpace()), 503),
        (Failure(.conflict, "\(path) is in the way."), 409), (Failure(.notFound, "There is no \(path)."), 404),
        (CocoaError(.fileNoSuchFile, userInfo: ["path": path, "sql": sql]), 500),
    ]

    @Test(
        "is told to nobody with paths or SQL, and goes to the log with its cause and trace", arguments: 0..<errors.count
    )
    func hidden(index: Int) async throws {
        let (error, status) = Self.errors[index]
        let reports = Mutex<[RequestReport]>([])
        let keep: @Sendable (RequestReport) -> Void = { report in reports.withLock { $0.append(report) } }
        let socket = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8)).sock"
        let test = try TestServer(
            unixSocket: socket, change: { $0.report = keep },
            routes: { router, _ in router.get("/fails/{id}") { _ in throw error } })
        defer { test.server.stop() }
        let text = try await test.get("/fails/7?secret=9")
        #expect(text.hasPrefix("HTTP/1.1 \(status)"))
        #expect(!text.contains("/var/lib") && !text.contains("SELECT"), "\(text)")
        #expect((status == 503) == text.contains("Retry-After: "))
        let trace = try #require(text.range(of: "X-Trace-Id: ")).upperBound
        let report = try #require(reports.withLock { $0.first })
        #expect(text[trace...].hasPrefix(report.trace) && report.status == status && report.method == "GET")
        // By its pattern: what stands in paths and queries is somebody's.
        #expect(report.route == "/fails/{id}" && report.error != nil)
        // The owner at the socket, whose files these are, is told what a command would tell.
        guard let failure = error as? Failure else { return }
        let wire = try Wire(path: socket)
        try await wire.send("GET /fails/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let own = try await wire.readAll().replacingOccurrences(of: "\\/", with: "/")
        #expect(own.contains(failure.message) && !own.contains("SELECT"), "\(own)")
    }

    @Test("of what goes well is told without an error")
    func fine() async throws {
        let reports = Mutex<[RequestReport]>([])
        let keep: @Sendable (RequestReport) -> Void = { report in reports.withLock { $0.append(report) } }
        let test = try TestServer(change: { $0.report = keep })
        defer { test.server.stop() }
        _ = try await test.get("/ping")
        let report = try #require(reports.withLock { $0.first })
        #expect(report.status == 200 && report.error == nil && report.duration >= .zero && report.route == "/ping")
    }

    /// Errors with their status, and how much each matters.
    static let levels: [(any Error & Sendable, LogLevel)] = [
        (HTTPProblem.noRoom, .debug), (HTTPProblem.closed("The clock went back."), .debug),
        (AccountError.busy, .debug), (HTTPProblem.stopping, .debug), (CancellationError(), .debug),
        (HTTPProblem.notFound("/x"), .debug), (Failure(.conflict, "It is there.", cause: store(11)), .debug),
        (
            HTTPProblem(status: 500, kind: "internal-server-error", title: "Internal error", detail: "It is broken."),
            .error
        ),
        (store(5), .error), (store(11), .error), (Failure(.failed, "It cannot be written.", cause: NoSpace()), .error),
    ]

    @Test("is an error in the log, and what is refused on purpose is none", arguments: 0..<levels.count)
    func level(index: Int) async throws {
        let (error, level) = Self.levels[index]
        let reports = Mutex<[RequestReport]>([])
        let keep: @Sendable (RequestReport) -> Void = { report in reports.withLock { $0.append(report) } }
        let test = try TestServer(
            change: { $0.report = keep }, routes: { router, _ in router.get("/fails") { _ in throw error } })
        defer { test.server.stop() }
        _ = try await test.get("/fails")
        let report = try #require(reports.withLock { $0.first })
        #expect(report.level == level, "\(report)")
    }
}
