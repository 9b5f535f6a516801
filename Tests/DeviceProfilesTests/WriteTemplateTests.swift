import DeviceProfiles
import Signals
import Testing

@Suite struct WriteTemplateTests {
    private let library = ProfileLibrary(folders: [])
    private let now = Instant(nanoseconds: 1_704_067_200_000_000_000)

    private func writes(
        _ id: String, _ choices: [String: String] = [:], name: String = "", serial: String = ""
    ) throws -> [[UInt8]] {
        let profile = try #require(library.profile(id))
        let settings = try SettingValues(profile, choices: choices)
        let context = WriteTemplate.Context(settings: settings, now: now, name: name, serial: serial)
        return try (profile.bluetooth?.start ?? []).filter { write in
            write.condition.map { condition in condition.values.contains(settings[condition.setting] ?? "") } ?? true
        }.map { try $0.template.bytes(context) }
    }

    @Test("an H10 is started with the bytes that its maker's document prints")
    func polar() throws {
        let bytes = try writes("polar.h10", ["rate": "200", "range": "8", "ecg": "on"]).map(HexText.text)
        #expect(bytes == ["0302", "0202020108000001c80001011000", "0300", "020000018200" + "01010e00"])
        let quiet = try writes("polar.h10", ["acceleration": "off"])
        #expect(quiet == [])
    }

    @Test("a Verity Sense is started with the bytes that its maker's document prints")
    func verity() throws {
        let bytes = try writes("polar.verity-sense").map(HexText.text)
        #expect(bytes.contains("0202000134000101100002010800040103"))
    }

    @Test("a ring's clock is set as in the tests of its open client, with padding and checksum")
    func ring() throws {
        #expect(HexText.text(try writes("colmi.ring")[0]) == "01240101000000010000000000000028")
    }

    @Test("a band is opened with the end of its serial number, or of its name, or with a password")
    func band() throws {
        #expect(try writes("openmovement.axle", name: "axLE-Band-ABCDEF")[0] == Array("UABCDEF\r\n".utf8))
        #expect(
            try writes("openmovement.axle", name: "axLE-Band-ABCDEF", serial: "C0FFEE123456")[0]
                == Array("U123456\r\n".utf8))
        #expect(
            try writes("openmovement.axle", ["password": "secret"], name: "axLE-Band-ABCDEF")[0]
                == Array("Usecret\r\n".utf8))
    }

    @Test("nothing that a shipped profile writes to a band erases it, resets it or changes its password")
    func harmless() throws {
        let profile = try #require(library.profile("openmovement.axle"))
        let access = try #require(profile.bluetooth)
        let acknowledgement = try #require(profile.acknowledgement?.write)
        for write in access.start + access.stop + [acknowledgement] {
            guard case .bytes(let bytes)? = write.template.parts.first else { continue }
            let command = String(decoding: bytes.prefix(1), as: UTF8.self).uppercased()
            // Password, stream, battery, clock and, where to read on, the index.
            #expect(["U", "I", "B", "T", "W"].contains(command))
        }
    }

    @Test("a Polar sensor's clock is set to local time and its distance from UTC, on either side of it")
    func polarTime() throws {
        let template = WriteTemplate(parts: [.hole(names: ["now"], form: .polarTime)])
        let profile = try #require(library.profile("polar.h10"))
        // Sunday, 2026-11-22, 02:04:05.678 UTC. Written out by hand from the encoding of Protocol Buffers.
        for (zone, expected) in [
            (3600, "0a0708ea0f100b1816" + "12090803100418052" + "0a605" + "183c"),
            (-18_000, "0a0708ea0f100b1815" + "12090815100418052" + "0a605" + "18d4fdffffffffffffff01"),
        ] {
            let context = WriteTemplate.Context(
                settings: SettingValues(profile), now: Instant(nanoseconds: 1_795_313_045_678_000_000),
                zoneSeconds: zone)
            #expect(HexText.text(try template.bytes(context)) == expected)
        }
        let writes = try writes("polar.h10", ["clock": "on", "acceleration": "off"])
        #expect(writes.map { Array($0.prefix(3)) } == [[0x02, 0x03, 0x80]])
    }

    @Test("Current Time has its ten bytes in local time")
    func currentTime() throws {
        let template = WriteTemplate(parts: [.hole(names: ["now"], form: .currentTime)])
        let profile = try #require(library.profile("sig.heart-rate"))
        let context = WriteTemplate.Context(
            settings: SettingValues(profile), now: Instant(nanoseconds: 1_795_289_735_000_000_000), zoneSeconds: 3600)
        // Saturday, 2026-11-21, 19:35:35 UTC.
        #expect(try template.bytes(context) == [0xEA, 0x07, 11, 21, 20, 35, 35, 6, 0, 0])
    }

    @Test("a setting outside of what it allows is refused with what it allows")
    func settings() throws {
        let profile = try #require(library.profile("nordic.thingy-52"))
        #expect(throws: Failure.self) { try SettingValues(profile, choices: ["rate": "4"]) }
        #expect(throws: Failure.self) { try SettingValues(profile, choices: ["speed": "4"]) }
        #expect(try SettingValues(profile, choices: ["rate": "200"]).number("rate") == 200)
    }
}
