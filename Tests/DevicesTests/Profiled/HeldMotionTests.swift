import DeviceProfiles
import Signals
import Testing

@testable import Devices

struct HeldMotionTests {
    private static let start: Int64 = 1_700_000_000_000_000_000

    @Test func `a watch that lies still goes on giving what it gave last`() throws {
        let library = ProfileLibrary(folders: [])
        let profile = try #require(library.profile("infinitime"))
        var streams = try ProfiledStreams(
            device: DeviceID(rawValue: "watch"), profile: profile, settings: SettingValues(profile), wanted: nil)
        let place = try #require(profile.frames.firstIndex { $0.id == "motion" })
        streams.begin(routes: [7: [place]], heartHandle: nil)
        let outlet = CollectingOutlet()
        func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Self.start).advanced(bySeconds: seconds) }
        _ = streams.receive([0, 0, 0, 0, 0, 4], from: 7, at: at(0), into: outlet)
        for second in 1...10 { streams.tick(at: at(Double(second)), into: outlet) }
        _ = streams.receive([0, 4, 0, 0, 0, 0], from: 7, at: at(10), into: outlet)
        let stamps = outlet.batches.flatMap { batch in (0..<batch.count).map { batch.times.instant(at: $0).nanoseconds }
        }
        #expect(stamps.count == 101 && stamps == stamps.sorted() && Set(stamps).count == 101)
        #expect(stamps.last == Self.start + 10_000_000_000)
        #expect(outlet.batches.dropLast().allSatisfy { $0.values.prefix(3) == [0, 0, 1] })
        #expect(outlet.batches.last?.values == [1, 0, 0])
        // Without a link nothing is known.
        streams.interrupt(.disconnected, "out of reach", at: at(11), into: outlet)
        streams.tick(at: at(20), into: outlet)
        #expect(outlet.losses.isEmpty)
        _ = streams.receive([0, 4, 0, 0, 0, 0], from: 7, at: at(60), into: outlet)
        let gap = try #require(outlet.losses.first)
        #expect(gap.cause == .disconnected && gap.end == at(60))
        #expect(gap.first.map { $0 >= at(10) && $0 <= at(11) } == true)
    }
}
