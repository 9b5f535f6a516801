import Analysis
import Signals
import Store
import Testing

@testable import Gateway

extension NightTests {
    @Test("a live night scored again is identical, a newer version stands beside an older, and a person's word holds")
    func rescoring() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        try await wear(window, devices[0])
        let scored = try #require(try gateway.score(devices[0], window))
        try await gateway.store.flush()
        let again = try await gateway.rescore(window.date)
        #expect(again.map(\.outcome) == [.identical] && again.first?.after == scored)
        // What an earlier version of the program has left, and what was said of it.
        let other = NightWindow(endingOn: try #require(CivilDate("2026-07-02")), in: zone)
        let epochs = try await wear(other, devices[0])
        let new = try #require(try NightAnalysis.nights(angleZ: epochs, zone: zone).first { $0.date == other.date })
        var old = new
        old.scoringMethod.version -= 1
        old.states[200] = old.states[200] == .asleep ? .awake : .asleep
        gateway.store.append([old], device: devices[0])
        try await gateway.store.flush()
        let period = try #require(new.sleepPeriod)
        let said = period.lowerBound.advanced(bySeconds: 600)..<period.upperBound
        try await gateway.edit(other.date, bounds: NightBounds(sleepPeriod: said))
        let found = try #require(try await gateway.rescore(other.date).first)
        #expect(found.outcome == .newVersion && found.before == old && found.after == new && found.isEdited)
        #expect(try gateway.night(other.date).night.sleepPeriod == said)
        #expect(try gateway.versions(other.date).count == 2)
        #expect(try await gateway.rescore(other.date).map(\.outcome) == [.identical])
        await #expect(throws: Failure.self) { _ = try await gateway.rescore(CivilDate("2020-01-01")) }
    }
}
