import Testing

@testable import DeviceProfiles

@Suite struct WriteStreamsTests {
    /// A profile whose start is for `streams`.
    private func problems(_ streams: String) throws -> [String] {
        let outcome = ProfileParser.parse(
            ProfileText.profile(
                "test.device",
                """
                , "match": [{ "bus": "ble", "name": "Test*" }],
                "ble": {
                  "notify": [{ "characteristic": "2A37", "frame": "f" }],
                  "start": [{ "characteristic": "2A39", "bytes": "01", "for": \(streams), "after_handover": true }],
                  "stop": [{ "characteristic": "2A39", "bytes": "00" }]
                },
                "frames": { "f": { "fields": [{ "type": "u8", "channel": "heart_rate", "unit": "/min" }] } },
                "vectors": [{ "frame": "f", "hex": "3C", "source": "x", "expect": { "channels": { "heart_rate": [60] } } }]
                """))
        #expect(outcome.problems.isEmpty)
        let profile = try #require(outcome.profile)
        let write = try #require(profile.bluetooth?.start.first)
        #expect(write.isAfterHandover && !write.streams.isEmpty)
        return ProfileChecker.check(profile, codecs: .compiled).map(\.description)
    }

    @Test("a write for a stream that no frame gives is named, and one for a stream that there is is not")
    func streams() throws {
        #expect(try problems("[\"heart_rate\"]") == [])
        #expect(try problems("\"heart_rate\"") == [])
        #expect(try problems("[\"heart_rate\", \"ecg\"]") == ["ble.start[0].for: no frame gives “ecg”"])
    }
}
