import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

/// Values that hold several frames, of which some are damaged.
@Suite struct DamagedFrameTests {
    private static let now = Instant(nanoseconds: 1_790_000_000_000_000_000)

    private static func streams(_ frame: String) throws -> ProfiledStreams {
        let text = """
            {"profile": 1, "id": "t", "revision": 1, "name": "T", "about": "A", "sources": ["s"],
             "verified": {"by": "documentation", "note": "n"}, "frames": {"f": {\(frame)}}}
            """
        let outcome = ProfileParser.parse(Array(text.utf8))
        let profile = try #require(outcome.profile, "\(outcome.problems)")
        var streams = try ProfiledStreams(
            device: DeviceID(rawValue: "d"), profile: profile, settings: SettingValues(profile), wanted: nil,
            clock: ManualClock())
        streams.begin(routes: [1: [0]], heartHandle: nil)
        return streams
    }

    @Test("frames behind a damaged one are taken at once, and the damaged ones are counted")
    func behind() throws {
        var streams = try Self.streams(
            """
            "spans": {"kind": "fixed", "length": 2, "sync": "AA"},
            "fields": [{"type": "u8"}, {"type": "u8", "expect": [1, 2, 3], "channel": "a", "unit": "1"}]
            """)
        let outlet = CollectingOutlet()
        _ = streams.receive(hex("aa01 aa09 aa02 aa08 aa03"), from: 1, at: Self.now, into: outlet)
        #expect(outlet.batches.flatMap(\.values) == [1, 2, 3])
        #expect(outlet.batches.allSatisfy { $0.received == Self.now })
        streams.tick(at: Self.now, into: outlet)
        #expect(outlet.losses.map(\.count) == [2] && outlet.losses.first?.cause == .damaged)
    }

    @Test("frames that are more than a value may hold are told")
    func tooMany() throws {
        var streams = try Self.streams(
            """
            "spans": {"kind": "line", "end": "0A"}, "fields": [{"type": "u8", "channel": "a", "unit": "1"}]
            """)
        let outlet = CollectingOutlet()
        let value = (0..<600).map { UInt8($0 % 2 == 0 ? 7 : 0x0A) }
        _ = streams.receive(value, from: 1, at: Self.now, into: outlet)
        #expect(outlet.batches.count == 256)
        streams.tick(at: Self.now, into: outlet)
        #expect(outlet.losses.map(\.count) == [44])
    }
}
