import Foundation
import Runtime
import Testing

@Suite struct TerminationTests {
    @Test("returns the signal that asked for the end and then lets signals end the process again")
    func signals() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let wait = Task { await terminationSignal() }
            // Sent before anybody listens it is ignored, so it is sent until it is heard.
            while isDeadly(SIGTERM) { try? await Task.sleep(for: .milliseconds(1)) }
            let sender = Task {
                try await Task.sleep(for: .milliseconds(50))
                while !Task.isCancelled {
                    kill(getpid(), SIGTERM)
                    try await Task.sleep(for: .seconds(2))
                }
            }
            let number = await wait.value
            sender.cancel()
            exit(number == SIGTERM && isDeadly(SIGTERM) && isDeadly(SIGINT) ? 7 : 1)
        }
    }

    @Test("ends without a signal when the task is cancelled")
    func cancellation() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let wait = Task { await terminationSignal() }
            wait.cancel()
            exit(await wait.value == nil ? 7 : 1)
        }
    }
}

private func isDeadly(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return action.__sigaction_handler.sa_handler == nil
}
