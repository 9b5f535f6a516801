import DeviceProfiles
import Testing

@Suite struct LintTests {
    private func inspect(_ text: String) -> ProfileInspection {
        ProfileInspection.inspect([.init(file: "t", bytes: Array(text.utf8))], library: ProfileLibrary(folders: []))[0]
    }

    @Test("all faults of a file are told at once, those of names and vectors, too")
    func everything() {
        let inspection = inspect(
            """
            {"profile": 2, "revision": 0, "about": "x", "verified": {"by": "hearsay"},
             "match": [{"bus": "ble", "name": "P*"}],
             "ble": {"notify": [{"frame": "nowhere"}, {"characteristic": "2A37", "frame": "lost"}],
                     "start": [{"bytes": "0"}, {"characteristic": "2A39", "bytes": "${rate:u8}"}]},
             "frames": {"broken": {"fields": [{"type": "u9"}]},
                        "good": {"fields": [{"type": "u8", "channel": "a", "unit": "1"}]},
                        "bare": {"fields": [{"type": "u8", "channel": "heart_rate", "unit": "Hz"}]}},
             "vectors": [{"frame": "good", "hex": "05", "source": "t", "expect": {"channels": {"a": [6]}}},
                         {"frame": "broken", "hex": "05", "source": "t", "expect": {"channels": {"a": [6]}}},
                         {"hex": "05"}]}
            """)
        let said = inspection.problems.map(\.description)
        for fault in [
            "id is missing", "name is missing", "revision: a whole number", "sources must name", "version 1",
            "verified.by: one of",
            "note is missing", "at least 3 characters", "ble.notify[0]: characteristic is missing",
            "there is no frame “lost”", "ble.start[0]: characteristic is missing", "pairs of hexadecimal",
            "stop is missing",
            "there is no setting “rate”", "fields[0].type: one of", "heart_rate is in /min everywhere",
            "there is none for the frame “bare”", "vectors[2]: frame is missing", "vectors[2]: source is missing",
        ] { #expect(said.contains { $0.contains(fault) }, "\(fault) is not among \(said)") }
        #expect(inspection.trials.compactMap(\.difference).count == 1)
        #expect(inspection.profile == nil && !inspection.isUsable)
        // What could not be read is not taken for something that is not there.
        #expect(!said.contains { $0.contains("no frame “broken”") || $0.contains("frame “good”") })
    }

    @Test("each fault is told once")
    func once() {
        for profile in ProfileLibrary(folders: []).profiles.prefix(3) {
            guard let text = Repository.text("device-profiles/\(profile.id).json") else { continue }
            let inspection = inspect(text.replacing("\"about\"", with: "\"abuot\""))
            #expect(inspection.problems.count == 2, "\(inspection.problems)")
        }
    }
}
