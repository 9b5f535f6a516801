import Runtime
import Signals
import Testing

@Suite("Host clocks")
struct HostClockTests {
    private let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

    @Test("a virtual clock shows what was waited for and never goes back") func virtual() async throws {
        let clock = VirtualClock(start: start)
        try await clock.wait(until: start.advanced(bySeconds: 86_400))
        #expect(clock.now == start.advanced(bySeconds: 86_400))
        try await clock.wait(until: start)
        #expect(clock.now == start.advanced(bySeconds: 86_400))
    }

    @Test("an accelerated clock starts where it is told and has waited when it returns") func accelerated() async throws
    {
        let clock = try #require(AcceleratedClock(origin: start, speed: 100_000))
        #expect(clock.now >= start)
        let later = start.advanced(bySeconds: 600)
        try await clock.wait(until: later)
        #expect(clock.now >= later)
    }

    @Test("no clock runs backwards, stands still or is infinitely fast", arguments: [0, -1, Double.nan, .infinity])
    func speeds(speed: Double) {
        #expect(AcceleratedClock(origin: start, speed: speed) == nil)
    }

    @Test("a cancelled task does not wait on any clock") func cancelled() async throws {
        let clocks: [any HostClock] = [
            WallClock(), VirtualClock(start: start), try #require(AcceleratedClock(origin: start, speed: 1)),
        ]
        for clock in clocks {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await clock.wait(until: clock.now.advanced(bySeconds: 3600))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("a wait longer than a clock can tell is a long wait", arguments: [1e10, 1e30, .greatestFiniteMagnitude])
    func endless(seconds: Double) async throws {
        let slow = try #require(AcceleratedClock(origin: start, speed: .leastNonzeroMagnitude))
        for clock in [WallClock(), slow] as [any HostClock] {
            let task = Task { try await clock.wait(seconds: seconds) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("waiting for what has passed on a clock is waiting for the rest of it") func untilElapsed() async throws {
        let clock = WallClock()
        let goal = clock.elapsed + .milliseconds(30)
        try await clock.wait(untilElapsed: goal)
        #expect(clock.elapsed >= goal)
        try await clock.wait(untilElapsed: .zero)
        let virtual = VirtualClock(start: start)
        try await virtual.wait(untilElapsed: virtual.elapsed + .seconds(60))
        #expect(virtual.now == start.advanced(bySeconds: 60))
    }

    @Test("the wall clock returns at once for an instant that has passed") func past() async throws {
        let clock = WallClock()
        try await clock.wait(until: clock.now.advanced(bySeconds: -10))
    }
}
