import Foundation
import Runtime
import Testing

@Suite struct TerminationTests {
    @Test("returns the signal that asked for the end and then lets signals end the process again")
    func signals() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let wait = Task { await terminationSignal() }
            // The signal counts from the moment on at which it is no longer deadly.
            var action = sigaction()
            repeat {
                try? await Task.sleep(for: .milliseconds(1))
                sigaction(SIGTERM, nil, &action)
            } while action.__sigaction_handler.sa_handler == nil
            try? await Task.sleep(for: .milliseconds(20))
            kill(getpid(), SIGTERM)
            guard await wait.value == SIGTERM else { exit(1) }
            kill(getpid(), SIGTERM)
            try? await Task.sleep(for: .seconds(30))
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
