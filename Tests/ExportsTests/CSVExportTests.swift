import Exports
import Foundation
import Signals
import Testing

@Suite("CSV export")
struct CSVExportTests {
    private func lines(_ name: String, bare: Bool = false) throws -> [Substring] {
        let file = try #require(
            try CSVExport.files(SampleNight.content(), bare: bare).first { $0.name.hasSuffix(".\(name).csv") })
        return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    }

    @Test("stamps wall time, offset and zone, unambiguous when the clock goes back")
    func daylightSaving() throws {
        let rows = try lines("epochs", bare: true)
        #expect(rows[0] == "time,seconds,samples,enmo_g,mad_g,angle_z_deg,beats,heart_rate_bpm")
        #expect(rows[1].hasPrefix("2026-10-24 12:00:00.000000+0100 [Europe/London],30,3000,"))
        let twice = rows.filter { $0.contains("2026-10-25 01:30:00.000000") }
        #expect(twice.count == 2)
        #expect(twice.first?.contains("+0100 [") == true && twice.last?.contains("+0000 [") == true)
    }

    @Test("puts what is known of the file above the header row, and leaves it out when asked")
    func comments() throws {
        let rows = try lines("beats")
        #expect(rows.contains("# synthetic=yes") && rows.contains("# zone=Europe/London"))
        #expect(rows.contains("# device=Axivity AX3 12345") && rows.contains("# method=hdcza/1"))
        #expect(try lines("beats", bare: true)[0] == "time,rr_ms,label,provisional")
    }

    @Test("leaves a missing value empty and quotes where it must")
    func missing() throws {
        let measures = try lines("measures", bare: true)
        #expect(measures[1] == "total_sleep_time_min,431.5,,,sadeh-actilife/1")
        #expect(measures[2] == #"sleep_onset_latency_min,,"no lights-out mark, ""yet""",,tudor-locke/1"#)
        let losses = try lines("losses", bare: true)
        #expect(losses[2] == ",,checksum,2.0,blocks,,")
    }

    @Test("has as many rows as items")
    func counts() throws {
        let content = SampleNight.content()
        for file in try CSVExport.files(content) {
            for (name, count) in file.counts {
                #expect(content.counts.first { $0.name == name }?.count == count)
            }
        }
    }

    @Test("lists digests that sha256sum would give")
    func manifest() throws {
        let file = ExportFile(name: "a", mediaType: "text/plain", bytes: Array("abc".utf8), counts: ["x": 1])
        let manifest = ExportManifest.file(SampleNight.content(), [file])
        let object = try JSONSerialization.jsonObject(with: Data(manifest.bytes)) as? [String: Any]
        let first = try #require((object?["files"] as? [[String: Any]])?.first)
        #expect(first["sha256"] as? String == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect((object?["counts_in"] as? [String: Int])?["epochs"] == SampleNight.content().epochs.count)
    }
}
