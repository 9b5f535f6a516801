import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// A webhook that is away for some tries.
private final class UnreachableNotifier: AlertNotifier {
    let name = "webhook"
    let isPatient = true
    private let state: Mutex<(away: Int, tried: [Alert], told: [Alert])>

    init(for tries: Int) { state = Mutex((tries, [], [])) }

    var tried: [Alert] { state.withLock { $0.tried } }
    var told: [Alert] { state.withLock { $0.told } }

    func deliver(_ alert: Alert) async throws {
        try state.withLock { state in
            state.tried.append(alert)
            state.away -= 1
            if state.away >= 0 { throw Failure(.failed, "https://example.org/… does not answer.") }
            state.told.append(alert)
        }
    }
}

@Suite("Alerts at a webhook", .timeLimit(.minutes(2)))
struct AlertDispatcherTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let clock = ManualClock(start: Bench.noon)

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
    }

    private func registry(_ notifier: any AlertNotifier, report: @escaping @Sendable (String) -> Void = { _ in }) throws
        -> AlertRegistry
    {
        try AlertRegistry(store: store, bus: LiveBus(), clock: clock, notifiers: [notifier], report: report)
    }

    @Test("are told again at growing distances until they are, in their order, and the trouble is said once")
    func again() async throws {
        let hook = UnreachableNotifier(for: 6)
        let lines = Mutex<[String]>([])
        let registry = try registry(hook) { line in lines.withLock { $0.append(line) } }
        let running = Task { await registry.run() }
        registry.raise(.urgent, .recordingStopped, "It ended.")
        registry.raise(.warning, .batteryLow, "Low.")
        for wait in [5.0, 15, 60, 300, 300, 300] {
            await eventually("it waits") { clock.waiting == 1 }
            clock.advance(bySeconds: wait - 1)
            #expect(clock.waiting == 1)
            clock.advance(bySeconds: 1)
        }
        await eventually("both are told") { hook.told.count == 2 }
        #expect(hook.told.map(\.kind) == [.recordingStopped, .batteryLow] && hook.tried.count == 8)
        #expect(Set(hook.tried.prefix(7).map(\.id)).count == 1 && hook.told.allSatisfy { $0.id.rawValue > 0 })
        #expect(lines.withLock { $0.count } == 1)
        running.cancel()
        await running.value
    }

    @Test("are told after a restart where they were not before, and only then")
    func restart() async throws {
        let first = UnreachableNotifier(for: 1)
        var registry = try registry(first)
        var running = Task { [registry] in await registry.run() }
        registry.raise(.urgent, .recordingStopped, "It ended.")
        await eventually("it waits") { clock.waiting == 1 }
        running.cancel()
        await running.value
        #expect(first.told.isEmpty)
        let second = UnreachableNotifier(for: 0)
        registry = try self.registry(second)
        running = Task { [registry] in await registry.run() }
        await eventually("it is told") { second.told.count == 1 }
        #expect(second.told.map(\.id) == first.tried.map(\.id))
        await eventually("that is kept") {
            (try? store.alerts(untoldBy: "webhook", since: Bench.noon, limit: 9).isEmpty) == true
        }
        running.cancel()
        await running.value
        let third = UnreachableNotifier(for: 0)
        registry = try self.registry(third)
        running = Task { [registry] in await registry.run() }
        registry.raise(.warning, .diskLow, "Little room.")
        await eventually("the new one is told") { third.told.count == 1 }
        #expect(third.told.map(\.kind) == [.diskLow])
        running.cancel()
        await running.value
    }

    @Test("are told no more once somebody has seen them or the trouble is over")
    func over() async throws {
        let hook = UnreachableNotifier(for: 1000)
        let registry = try registry(hook)
        let running = Task { await registry.run() }
        registry.raise(.urgent, .recordingStopped, "It ended.")
        await eventually("it waits") { clock.waiting == 1 }
        try registry.acknowledgeAll()
        clock.advance(bySeconds: 5)
        registry.raise(.urgent, .diskFull, "Full.")
        await eventually("the other one is tried") { hook.tried.last?.kind == .diskFull && clock.waiting == 1 }
        #expect(hook.tried.count { $0.kind == .recordingStopped } == 1)
        registry.resolve(.diskFull)
        clock.advance(bySeconds: 300)
        await eventually("nothing waits") { clock.waiting == 0 }
        #expect(hook.tried.count { $0.kind == .diskFull } == 1)
        running.cancel()
        await running.value
    }

    @Test(
        "show no secret of an address where it is named",
        arguments: [
            ("https://hooks.example.org/T0/B0/secret", "https://hooks.example.org/…"),
            ("https://user:secret@example.org", "https://example.org/…"),
            ("https://example.org?key=secret", "https://example.org/…"), ("http://127.0.0.1:8", "http://127.0.0.1:8"),
        ])
    func secret(address: String, shown: String) async throws {
        #expect(WebhookNotifier.shown(address) == shown)
        let failure = #expect(throws: Failure.self) {
            try WebhookNotifier(address: "ftp" + address.dropFirst(5) + " x")
        }
        #expect(failure?.message.contains("secret") == false)
        guard address.hasPrefix("http://") else { return }
        let notifier = try WebhookNotifier(address: "\(address)/secret")
        let alert = Alert(time: Bench.noon, severity: .notice, kind: .diskLow, message: "x")
        let refused = await #expect(throws: Failure.self) { try await notifier.deliver(alert) }
        #expect(refused?.message.contains("secret") == false && refused?.message.contains(shown) == true)
    }
}
