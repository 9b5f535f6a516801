import Analysis
import Foundation
import Signals
import Store
import Synchronization
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

    @Test("keeps nothing of a file that was scored again once its person is deleted, or the gateway was killed")
    func forgotten() async throws {
        let fixture = try ImportFixture()
        let ben = try await fixture.gateway.wearerRegistry.add("Ben").id
        let bytes = cwa(sectors: 400)
        let upload = try fixture.gateway.imports.begin(
            fileName: "made.cwa", zone: .utc, size: bytes.count, person: ben)
        try upload.write(bytes)
        let recording = try #require(try await fixture.end(upload.finish().id).recording)
        fixture.gateway.rescored.withLock { $0 = (recording, "UTC", []) }
        func leave() throws {
            let incoming = IncomingFolder(path: fixture.folder.path + "/rescoring")
            let path = try incoming.place("made.cwa", of: "\(recording.rawValue)")
            #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        }
        try leave()
        _ = try await fixture.gateway.delete(ben)
        #expect(fixture.gateway.rescored.withLock { $0 == nil })
        #expect(fixture.folder.files(in: "rescoring") == [])
        try leave()
        fixture.gateway.clearLeftovers()
        #expect(fixture.folder.files(in: "rescoring") == [])
    }
}
