import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

struct KeptLogTests {
    /// An outlet that tells what a device had kept from what it sends.
    private final class Kept: DeviceOutlet {
        let batches = Mutex([SampleBatch]())
        func deliver(_ batch: SampleBatch) { Issue.record("a log was taken for what is now") }
        func deliver(_ beats: BeatBatch) {}
        func deliver(_ event: DeviceEvent, at instant: Instant) {}
        func keep(_ history: SampleBatch) { batches.withLock { $0.append(history) } }
        var rates: [Float] { batches.withLock { $0.flatMap(\.values) } }
        var stamps: [Int64] {
            batches.withLock { batches in
                batches.flatMap { batch in (0..<batch.count).map { batch.times.instant(at: $0).nanoseconds } }
            }
        }
    }

    @Test func `a day that a ring tells twice gives each of its slots once, and none that has not been yet`() throws {
        let profile = try #require(ProfileLibrary(folders: []).profile("colmi.ring"))
        var streams = try ProfiledStreams(
            device: DeviceID(rawValue: "ring"), profile: profile, settings: SettingValues(profile), wanted: nil)
        let places = profile.frames.indices.filter { ["log", "packet"].contains(profile.frames[$0].id) }
        streams.begin(routes: [7: places], heartHandle: nil)
        let outlet = Kept()
        let midnight = Instant(nanoseconds: 1_700_006_400_000_000_000)
        // The profile's own vector: 62, none, 61, 60, none four times, 70, five minutes apart.
        let day = [hex("1500020500000000000000000000001c"), hex("1501000a54653e003d3c0000000046d6")]
        for packet in day {
            _ = streams.receive(packet, from: 7, at: midnight.advanced(bySeconds: 12 * 60), into: outlet)
        }
        #expect(outlet.rates == [62, 61])
        for packet in day {
            _ = streams.receive(packet, from: 7, at: midnight.advanced(bySeconds: 3600), into: outlet)
        }
        #expect(outlet.rates == [62, 61, 60, 70])
        let minutes: [Int64] = [0, 10, 15, 40]
        #expect(outlet.stamps == minutes.map { midnight.nanoseconds + $0 * 60_000_000_000 })
    }
}
