import Devices
import Documents
import Foundation
import Glibc
import Relay
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import Gateway
@testable import Store

/// An outlet that keeps what it is told.
private final class Pager: AlertNotifier {
    let name = "pager"
    private let told = Mutex<[Alert]>([])
    private let fails: Bool

    init(fails: Bool = false) { self.fails = fails }

    var all: [Alert] { told.withLock { $0 } }

    func deliver(_ alert: Alert) async throws {
        told.withLock { $0.append(alert) }
        if fails { throw Failure(.failed, "It is off.") }
    }
}

@Suite("Alerts")
struct AlertTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let clock = ManualClock(start: Bench.noon)
    private let bus = LiveBus()
    private let band = DeviceID(rawValue: "test-1")

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
    }

    private func registry(
        _ notifiers: [any AlertNotifier] = [], report: @escaping @Sendable (String) -> Void = { _ in }
    )
        throws
        -> AlertRegistry
    {
        try AlertRegistry(store: store, bus: bus, clock: clock, notifiers: notifiers, report: report)
    }

    @Test("are resolved also where the trouble ends while they are being kept", .timeLimit(.minutes(2)))
    func resolvedEarly() async throws {
        let (store, band, registry, disk) = (store, band, try registry(), StuckDisk())
        disk.stick(true)
        let stuck = Task { try await store.perform { _ in disk.wait() } }
        await eventually("the writer is held") { disk.waiting == 1 }
        let before = store.status.pendingBytes
        let thread = ThreadExecutor(threads: 2)
        let raising = Task(executorPreference: thread) { registry.raise(.warning, .batteryLow, device: band, "Low.") }
        await eventually("it is being kept") { store.status.pendingBytes > before }
        let middle = store.status.pendingBytes
        let isResolved = Atomic(false)
        let resolving = Task(executorPreference: thread) {
            registry.resolve(.batteryLow, device: band)
            isResolved.store(true, ordering: .releasing)
        }
        await eventually("its end is told") {
            isResolved.load(ordering: .acquiring) || store.status.pendingBytes > middle
        }
        disk.stick(false)
        for task in [raising, resolving] { await task.value }
        try await stuck.value
        #expect(try store.alerts(onlyOpen: false, limit: 9).map { $0.resolved != nil } == [true])
        registry.raise(.warning, .batteryLow, device: band, "Low again.")
        #expect(try store.alerts(onlyOpen: false, limit: 9).map { $0.resolved != nil } == [false, true])
    }

    @Test("are told once for as long as the trouble lasts, and again when it comes back or has lasted half a day")
    func once() throws {
        let seen = Collector(bus)
        let registry = try registry()
        func raise(_ registry: AlertRegistry) {
            registry.raise(.warning, .batteryLow, device: band, "Low.", nextStep: "Charge it.")
        }
        raise(registry)
        raise(registry)
        #expect(try registry.open().map(\.message) == ["Low."] && seen.events.count == 1)
        // A gateway that starts again knows what was told.
        raise(try self.registry())
        #expect(try registry.recent().count == 1)
        registry.resolve(.batteryLow, device: band)
        #expect(try registry.recent().first?.resolved == Bench.noon && seen.events.count == 2)
        raise(registry)
        #expect(try registry.recent().count == 2)
        clock.advance(bySeconds: 43_199)
        raise(registry)
        #expect(try registry.recent().count == 2)
        clock.advance(bySeconds: 1)
        raise(registry)
        #expect(try registry.recent().count == 3)
    }

    @Test("stay open until somebody has seen them")
    func acknowledged() throws {
        let registry = try registry()
        registry.raise(.urgent, .recordingStopped, recording: .init(rawValue: 3), "It ended.")
        let alert = try #require(try registry.open().first)
        clock.advance(bySeconds: 60)
        #expect(try registry.acknowledge(alert.id).acknowledged == Bench.noon + 60)
        clock.advance(bySeconds: 60)
        #expect(try registry.acknowledge(alert.id).acknowledged == Bench.noon + 60)
        #expect(try registry.open().isEmpty)
        let failure = #expect(throws: Failure.self) { try registry.acknowledge(.init(rawValue: 99)) }
        #expect(failure?.code == .notFound)
    }

    @Test("go to every outlet, also after one that fails, which is reported")
    func notifiers() async throws {
        let (broken, whole) = (Pager(fails: true), Pager())
        let reports = Reported()
        let registry = try registry([broken, whole]) { reports.add($0) }
        let running = Task { await registry.run() }
        registry.raise(.urgent, .diskFull, "Full.")
        await eventually("both are told") { whole.all.count == 1 && reports.all.count == 1 }
        #expect(broken.all == whole.all && whole.all.first?.kind == .diskFull)
        #expect(reports.all == ["An alert could not be told by the pager: It is off."])
        running.cancel()
        await running.value
    }

    @Test("are shown on the desktop by a program, whose words begin no option")
    func desktop() async throws {
        let program = "\(folder.path)/notify"
        let output = "\(folder.path)/said"
        try "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(output)\n".write(
            toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o700)
        let alert = Alert(
            time: Bench.noon, severity: .urgent, kind: .diskFull, message: "--full\u{1B}[2J <b>&", nextStep: "Free it.")
        try await DesktopNotifier(program: program).deliver(alert)
        let said = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        #expect(
            said == [
                "--app-name=Nightjar", "--urgency=critical", "--", "Nightjar",
                "--full\\u001b[2J &lt;b&gt;&amp; Free it.",
            ])
        await #expect(throws: Failure.self) { try await DesktopNotifier(program: "/nonexistent").deliver(alert) }
        await #expect(throws: Failure.self) { try await DesktopNotifier(program: "/bin/false").deliver(alert) }
    }

    @Test("go to a webhook only over HTTPS or to this machine")
    func addresses() throws {
        for address in ["https://example.org/x", "http://127.0.0.1:9/x", "http://localhost", "http://[::1]:80/"] {
            _ = try WebhookNotifier(address: address)
        }
        for address in [
            "http://example.org", "http://127.0.0.1.example.org", "http://localhost@example.org", "ftp://x", "",
            "https://x y", "https://x\r\nHost: y",
        ] {
            #expect(throws: Failure.self, "\(address)") { try WebhookNotifier(address: address) }
        }
    }

    @Test("arrive at a webhook as JSON without a measured value, and a refusal is a failure", arguments: [200, 500])
    func webhook(status: Int) async throws {
        let server = try OneAnswer(status: status)
        let alert = Alert(
            time: Bench.noon, severity: .warning, kind: .batteryLow, device: band, recording: .init(rawValue: 7),
            message: "It is \"low\".\u{1B}]0;x\u{7}")
        let notifier = try WebhookNotifier(address: "http://127.0.0.1:\(server.port)/alerts")
        if status == 200 {
            try await notifier.deliver(alert)
        } else {
            await #expect(throws: Failure.self) { try await notifier.deliver(alert) }
        }
        let request = server.request()
        #expect(request.count == 3 && request[0] == "/alerts" && request[1] == "application/json")
        let body = try JSONValue(parsing: Array(request[2].utf8)).object
        #expect(
            body?["kind"]?.string == "battery_low" && body?["message"]?.string == "It is \"low\".\\u001b]0;x\\u0007")
        #expect(body?["device"]?.string == "test-1" && body?["recording"]?.number == 7)
        #expect(
            Set(body?.keys.map { $0 } ?? []) == [
                "id", "kind", "severity", "time_s", "message", "next_step", "device", "recording",
            ])
    }

    @Test("come to the wrist at once, and leave it when they are acknowledged")
    func wrist() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture(["bluetooth-1": strap])
        let relay = try RelayFeed(fixture.gateway)
        let watch = try RelaySession(role: .watch, path: "\(fixture.folder.path)/relay.sock")
        let eventLog = RecordingWatch()
        watch.delegate = eventLog
        watch.activate()
        fixture.gateway.alerts.raise(.urgent, .recordingStopped, "The night ended.")
        for _ in 0..<1000 where eventLog.alert?.message != "The night ended." {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(eventLog.alert?.message == "The night ended." && eventLog.alert?.severity == "urgent")
        try fixture.gateway.alerts.acknowledgeAll()
        for _ in 0..<1000 where eventLog.alert != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(eventLog.alert == nil && eventLog.contexts > 1)
        watch.invalidate()
        relay.stop()
        fixture.gateway.store.close()
    }
}

/// What is reported to nobody.
private final class Reported: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A watch that looks at its context.
private final class RecordingWatch: RelaySessionDelegate {
    private let seen = Mutex<(alert: WatchAlert?, contexts: Int)>((nil, 0))
    var alert: WatchAlert? { seen.withLock { $0.alert } }
    var contexts: Int { seen.withLock { $0.contexts } }

    func session(_ session: RelaySession, didReceiveApplicationContext context: RelayPayload) {
        seen.withLock { $0 = (WatchAlert(context), $0.contexts + 1) }
    }
}

/// A web server of Python's that answers one request and tells what came.
private final class OneAnswer {
    let port: Int
    private let process = Process()
    private let output = Pipe()

    init(status: Int) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import http.server
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["content-length"])).decode()
                    print(self.path, self.headers["content-type"], body, sep="\\n", flush=True)
                    self.send_response(\(status))
                    self.end_headers()
                def log_message(self, *words): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print(server.server_port, flush=True)
            server.handle_request()
            """,
        ]
        process.standardOutput = output
        try process.run()
        let first = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = try #require(Int(first.split(separator: "\n").first ?? ""))
    }

    deinit { process.terminate() }

    /// Path, media type and body of the request.
    func request() -> [String] {
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }
}
