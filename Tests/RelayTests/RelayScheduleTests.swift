import Foundation
import Runtime
import Testing

@testable import Relay

/// Random schedules of both sides, every second one with two watches, the hub and what is between them, from a seed that plays
/// one again:
/// `NIGHTJAR_RELAY_SEED=N swift test --filter RelayScheduleTests`; `NIGHTJAR_RELAY_SCHEDULES` says how many (300).
@Suite("Relay on random schedules")
struct RelayScheduleTests {
    @Test(
        "each transfer and message has one answer, in order, and nothing is lost, doubled or delivered after it failed")
    func schedules() {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["NIGHTJAR_RELAY_SCHEDULES"].flatMap(UInt64.init) ?? 300
        let seeds = environment["NIGHTJAR_RELAY_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...max(1, count))
        var totals = RelaySchedule.Totals()
        for seed in seeds {
            var schedule = RelaySchedule(seed: seed)
            let faults = schedule.run()
            totals.add(schedule.totals)
            #expect(faults.isEmpty, "NIGHTJAR_RELAY_SEED=\(seed): \(faults.joined(separator: "; "))")
        }
        // Schedules that reach nothing would prove nothing.
        guard seeds.count >= 100 else { return }
        #expect(totals.transfers > 10 * seeds.count)
        #expect(totals.files > seeds.count)
        #expect(2 * totals.replies > seeds.count)
        #expect(totals.failures > seeds.count)
        #expect(totals.restarts > seeds.count)
        #expect(totals.switches > seeds.count)
        #expect(4 * totals.stuck > seeds.count)
    }
}
