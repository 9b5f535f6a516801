import Devices
import Runtime
import Signals
import TestKit
import Testing
import USB

/// A recorder that takes what is sent and says nothing.
private final class SilentLine: SerialLine {
    var name: String { "silence" }
    func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {}
    func write(_ bytes: [UInt8]) async throws {}
    func close() {}
}

@Suite("Patience with a recorder", .timeLimit(.minutes(1)))
struct AxivityPatienceTests {
    @Test(
        "is over when the time has passed, whatever the host's clock is set to meanwhile",
        arguments: [-86_400.0, 86_400])
    func setClock(step: Double) async throws {
        let clock = ManualClock()
        let talk = AxivityConversation(line: SilentLine(), clock: clock)
        try talk.open()
        let asking = Task { try await talk.ask(.battery) }
        while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
        clock.set(to: clock.now.advanced(bySeconds: step))
        clock.advance(bySeconds: 0.001)
        #expect(clock.waiting == 1)
        clock.advance(bySeconds: 60)
        let failure = await #expect(throws: Failure.self) { _ = try await asking.value }
        #expect(failure?.message.contains("did not answer") == true)
    }
}
