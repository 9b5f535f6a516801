import Analysis
import Signals
import Store
import Testing

@testable import Gateway

extension NightTests {
    @Test("a live night scored from the store, twice, is the one scored from its epochs at once, bit for bit")
    func bits() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        let epochs = try await wear(window, devices[0])
        let direct = try #require(try NightAnalysis.nights(angleZ: epochs, zone: zone).first)
        for _ in 0..<2 {
            let stored = try #require(try gateway.score(devices[0], window))
            #expect(stored == direct)
            try await gateway.store.flush()
            #expect(try gateway.store.nights(on: window.date).map(\.night) == [direct])
        }
    }

    @Test("keeps a person's word when it is scored again by a newer version, and shows what changed")
    func edit() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        try await wear(window, devices[0])
        let scored = try #require(try gateway.score(devices[0], window))
        try await gateway.store.flush()
        let found = try #require(scored.sleepPeriod)
        let said = found.lowerBound.advanced(bySeconds: 3600)..<found.upperBound.advanced(bySeconds: -1800)
        try await gateway.edit(window.date, bounds: NightBounds(sleepPeriod: said))
        let view = try gateway.night(window.date)
        #expect(view.night.sleepPeriod == said && view.edit != nil && view.night.periodMethod.name == "person")
        #expect(view.night.states == scored.states)
        // A newer version finds something else; what was said holds, and both versions can be compared with it.
        var newer = scored
        newer.scoringMethod.version += 1
        newer.states[100] = newer.states[100] == .asleep ? .awake : .asleep
        newer.sleepPeriod = found.lowerBound.advanced(bySeconds: -600)..<found.upperBound
        gateway.store.append([newer], device: devices[0])
        try await gateway.store.flush()
        let versions = try gateway.versions(window.date)
        let both = [scored.scoringMethod.version, newer.scoringMethod.version]
        #expect(Set(versions.map(\.night.scoringMethod.version)) == Set(both))
        let shown = try gateway.night(window.date).night
        #expect(shown.sleepPeriod == said)
        #expect(Set(versions.map(\.difference.startShift)) == [60, 70])
        #expect(versions.map(\.difference.changedEpochs).sorted() == [0, 1])
        let listed = try #require(try gateway.nights(from: window.date, to: window.date).first?.night)
        #expect(listed.totalSleepTime == shown.measures.totalSleepTime.value)
        try await gateway.edit(window.date, bounds: nil)
        #expect(try gateway.night(window.date).edit == nil)
        await #expect(throws: Failure.self) {
            let outside = window.interval.upperBound..<window.interval.upperBound.advanced(bySeconds: 3600)
            try await gateway.edit(window.date, bounds: NightBounds(sleepPeriod: outside))
        }
    }
}
