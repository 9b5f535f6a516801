import Runtime
import Signals
import Synchronization
import SystemBus
import Testing

@testable import Gateway

@Suite struct SleepInhibitorTests {
    private let start = Instant(nanoseconds: 0)

    @Test("the lock is taken with a recording, once, and let go at its end")
    func holds() {
        var plan = SleepInhibitor.Plan()
        #expect(plan.next(isRecording: false, at: start) == nil)
        #expect(plan.next(isRecording: true, at: start) == .take)
        #expect(plan.asked(isHeld: true, at: start) == false)
        #expect(plan.next(isRecording: true, at: start) == nil)
        #expect(plan.next(isRecording: false, at: start) == .release)
        #expect(plan.next(isRecording: false, at: start) == nil)
        #expect(plan.next(isRecording: true, at: start) == .take)
    }

    @Test("a refusal is told once for each night, and asked again after five minutes")
    func refused() {
        var plan = SleepInhibitor.Plan()
        #expect(plan.next(isRecording: true, at: start) == .take)
        #expect(plan.asked(isHeld: false, at: start) == true)
        #expect(plan.next(isRecording: true, at: start.advanced(bySeconds: 299)) == nil)
        let later = start.advanced(bySeconds: 300)
        #expect(plan.next(isRecording: true, at: later) == .take)
        #expect(plan.asked(isHeld: false, at: later) == false)
        #expect(plan.next(isRecording: false, at: later) == nil, "there is nothing to let go")
        #expect(plan.next(isRecording: true, at: later) == .take)
        #expect(plan.asked(isHeld: false, at: later) == true)
    }

    @Test("what the lock gives is held as long as something is recorded, and what refuses it is told")
    func runs() async {
        let held = Count()
        let clock = VirtualClock(start: start)
        let isRecording = Atomic(true)
        let inhibitor = SleepInhibitor { () async throws(BusFailure) -> any AnyObject & Sendable in HeldLock(held) }
        let running = Task {
            await inhibitor.run(clock: clock, report: { _ in }) { isRecording.load(ordering: .relaxed) }
        }
        while held.value.load(ordering: .relaxed) != 1 { await Task.yield() }
        isRecording.store(false, ordering: .relaxed)
        while held.value.load(ordering: .relaxed) != 0 { await Task.yield() }
        running.cancel()
        await running.value
    }
}

private final class Count: Sendable { let value = Atomic(0) }

/// Counts as long as somebody holds it.
private final class HeldLock: Sendable {
    private let count: Count
    init(_ count: Count) {
        self.count = count
        count.value.add(1, ordering: .relaxed)
    }
    deinit { count.value.subtract(1, ordering: .relaxed) }
}
