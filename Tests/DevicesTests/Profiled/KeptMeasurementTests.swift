import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

/// A thermometer that hands over what it measured while nobody was near.
@Suite struct KeptMeasurementTests {
    /// An outlet that tells what a device had kept from what it measures now.
    private final class Outlet: DeviceOutlet {
        private let state = Mutex<(live: [SampleBatch], kept: [SampleBatch])>(([], []))
        func deliver(_ batch: SampleBatch) { state.withLock { $0.live.append(batch) } }
        func deliver(_ beats: BeatBatch) {}
        func deliver(_ event: DeviceEvent, at instant: Instant) {}
        func keep(_ history: SampleBatch) { state.withLock { $0.kept.append(history) } }
        var live: [Instant] { state.withLock { $0.live.map { $0.times.instant(at: 0) } } }
        var kept: [Instant] { state.withLock { $0.kept.map { $0.times.instant(at: 0) } } }
    }

    /// 36.5 degrees with a time of the calendar.
    private static func measurement(_ year: Int, _ month: UInt8, _ day: UInt8, _ hour: UInt8, _ minute: UInt8)
        -> [UInt8]
    {
        hex("02 6d0100ff") + [UInt8(year & 255), UInt8(year >> 8), month, day, hour, minute, 0]
    }

    @Test("what it kept has the time of its calendar, and what it measures now that of its arrival")
    func calendar() throws {
        let profile = try #require(ProfileLibrary(folders: []).profile("sig.health-thermometer"))
        var streams = try ProfiledStreams(
            device: DeviceID(rawValue: "d"), profile: profile, settings: SettingValues(profile), wanted: nil,
            clock: ManualClock())
        streams.zoneSeconds = 3600
        let place = try #require(profile.frames.firstIndex { $0.id == "measurement" })
        streams.begin(routes: [1: [place]], heartHandle: nil)
        let outlet = Outlet()
        // 2026-09-21 14:13:20 UTC, 15:13:20 on its display.
        let now = Instant(nanoseconds: 1_790_000_000_000_000_000)
        for bytes in [
            Self.measurement(2026, 9, 21, 7, 0), Self.measurement(2026, 9, 21, 7, 0),
            Self.measurement(2026, 9, 21, 9, 30),
        ] { _ = streams.receive(bytes, from: 1, at: now, into: outlet) }
        let midnight = Instant(nanoseconds: 1_789_948_800_000_000_000)
        let hours: [Double] = outlet.kept.map { $0.seconds(since: midnight) / 3600 }
        #expect(hours == [6, 8.5])
        #expect(outlet.live.isEmpty)
        // Of now; of a clock that nobody has set; of the future; without any.
        for bytes in [
            Self.measurement(2026, 9, 21, 15, 13), Self.measurement(2020, 1, 1, 0, 0),
            Self.measurement(2027, 1, 1, 0, 0),
            hex("00 6d0100ff"),
        ] { _ = streams.receive(bytes, from: 1, at: now, into: outlet) }
        #expect(outlet.live.count == 4 && outlet.live.allSatisfy { abs($0.seconds(since: now)) < 3 })
        #expect(outlet.kept.count == 2)
    }
}
