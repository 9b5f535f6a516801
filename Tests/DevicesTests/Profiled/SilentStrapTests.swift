import Bluetooth
import Signals
import TestKit
import Testing

@testable import Devices

/// A strap that is connected and sends nothing, as nobody wears it.
@Suite(.timeLimit(.minutes(2)))
struct SilentStrapTests {
    /// Lets time pass second by second.
    private func pass(_ seconds: Int, _ strap: ScriptedStrap) async throws {
        for _ in 0..<seconds {
            await strap.until { strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: 1)
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test func `a strap that is not worn is connected anew at growing intervals, and heard when it is put on`()
        async throws
    {
        let strap = try ScriptedStrap()
        let task = strap.start()
        _ = await strap.ready()
        try await pass(100, strap)
        // After a quarter of a minute and once more a minute later: it was five times.
        #expect((2...3).contains(strap.central.links.count), "\(strap.central.links.count) links")
        let count = strap.central.links.count
        let link = await strap.central.link(count - 1)
        await strap.until { strap.stages().count { $0 == .configured } == count }
        try await pass(20, strap)
        #expect(link.isUp && strap.outlet.links.contains("silent"))
        let said = strap.outlet.events.compactMap {
            if case .stage(.interrupted, let reason, let next) = $0 { "\(reason ?? "") \(next ?? "")" } else { nil }
        }
        #expect(said.last?.contains("It is connected and sends nothing. Put it on") == true)
        strap.stream(link, 0..<2)
        #expect(strap.acceleration().count == 2 && strap.stages().last == .resumed)
        #expect(strap.central.links.count == count)
        task.cancel()
        _ = await task.result
    }
}
