import Foundation
import NightjarClient
import Signals
import TestKit

/// A test's clock as the client's.
struct ManualTime: TimeSource {
    let clock = ManualClock()

    var now: Date { Date(timeIntervalSince1970: clock.now.secondsSince1970) }

    func sleep(seconds: Double) async throws {
        try await clock.wait(until: clock.now.advanced(bySeconds: seconds))
    }

    /// Moves the clock as soon as somebody waits for it.
    func advance(_ seconds: Double, when waiting: Int = 1) async {
        while clock.waiting < waiting { await Task.yield() }
        clock.advance(bySeconds: seconds)
    }
}

/// Waits, by letting others work, until a condition holds.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async -> Bool {
    for _ in 0..<100_000 {
        if await condition() { return true }
        await Task.yield()
    }
    return await condition()
}
