import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

/// A rate that is no number above 0 comes from a profile that nobody has checked: samples are placed as if none was told.
@Suite struct StrangeRateTests {
    @Test(
        "a rate that is none places samples by their arrival",
        arguments: ["nan", "inf", "-inf", "0", "-5", "1e-320", ""])
    func settings(rate: String) throws {
        let text = """
            {"profile": 1, "id": "t", "revision": 1, "name": "T", "about": "A", "sources": ["s"],
             "verified": {"by": "documentation", "note": "n"}, "time": {"model": "host"},
             "settings": {"r": {"label": "R", "length": 8, "default": "\(rate)"}},
             "frames": {"f": {"rate": "r", "fields": [{"type": "u8", "repeat": "rest", "channel": "a", "unit": "1"}]}}}
            """
        let profile = try #require(ProfileParser.parse(Array(text.utf8)).profile)
        var streams = try ProfiledStreams(
            device: DeviceID(rawValue: "d"), profile: profile, settings: SettingValues(profile), wanted: nil,
            clock: ManualClock())
        streams.begin(routes: [1: [0]], heartHandle: nil)
        let outlet = CollectingOutlet()
        let begun = Instant(nanoseconds: 1_790_000_000_000_000_000)
        for second in 0..<3 {
            _ = streams.receive([1, 2, 3], from: 1, at: begun.advanced(bySeconds: Double(second)), into: outlet)
        }
        #expect(outlet.batches.count == 3 && outlet.batches.allSatisfy { $0.count == 3 })
    }

    @Test("a device's clock places samples whose rate is none", arguments: [Double.nan, .infinity, -.infinity, 0, -1])
    func stamped(rate: Double) {
        var line = DeviceTimeline()
        var losses: [Loss] = []
        for frame in 0..<4 {
            let time = Int64(frame) * 1_000_000_000
            let times = line.place(
                10, .init(time, isFirst: true), stream: .init(0, nil), hertz: rate,
                arrival: Instant(nanoseconds: 1_790_000_000_000_000_000 + time), losses: &losses)
            #expect(times != nil)
        }
    }
}
