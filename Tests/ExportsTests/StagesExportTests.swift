import Exports
import Foundation
import Signals
import Testing

@testable import Analysis

@Suite("Stages in exports")
struct StagesExportTests {
    /// Three epochs from noon on: awake by motion alone, REM by the heart, and one of which nothing is known.
    private static var content: ExportContent {
        var content = SampleNight.content()
        content.stages = StagedNight(
            start: SampleNight.start.secondsSince1970,
            epochs: [
                .init(stage: .awake, awake: 0.75),
                .init(stage: .rem, awake: 0.125, light: 0.25, deep: 0.125, rem: 0.5), .unknown,
            ], tier: .intervals, method: Method("nightjar-staging", version: 3))
        return content
    }

    @Test("are a table of 30 s each with what every stage's probability is, empty where it is not known")
    func csv() throws {
        let file = try #require(
            try CSVExport.files(Self.content, bare: true).first { $0.name.hasSuffix(".stages.csv") })
        #expect(
            String(decoding: file.bytes, as: UTF8.self) == """
                time,seconds,p_wake,p_light,p_deep,p_rem
                2026-10-24 12:00:00.000000+0100 [Europe/London],30,0.75,,,
                2026-10-24 12:00:30.000000+0100 [Europe/London],30,0.125,0.25,0.125,0.5
                2026-10-24 12:01:00.000000+0100 [Europe/London],30,,,,

                """)
        #expect(file.counts == ["stages": 3])
        #expect(try !CSVExport.files(SampleNight.content()).contains { $0.name.contains("stages") })
        let whole = try #require(try CSVExport.files(Self.content).first { $0.name.hasSuffix(".stages.csv") })
        #expect(String(decoding: whole.bytes, as: UTF8.self).contains("# method=nightjar-staging/3\n"))
    }

    @Test("are columns of the JSON export with their tier and method, and absent where nobody staged")
    func json() throws {
        func stages(_ content: ExportContent) throws -> [String: Any]? {
            let object = try JSONSerialization.jsonObject(with: Data(try JSONExport.file(content).bytes))
            return (object as? [String: Any])?["stages"] as? [String: Any]
        }
        let found = try #require(try stages(Self.content))
        #expect(
            found["tier"] as? String == "rr-derived-heart-rate" && found["method"] as? String == "nightjar-staging/3")
        #expect(found["seconds"] as? Double == 30)
        #expect(found["start_s"] as? Double == SampleNight.start.secondsSince1970)
        #expect(found["stage"] == nil)
        #expect((found["p_wake"] as? [Any])?.map { $0 as? Double } == [0.75, 0.125, nil])
        #expect((found["p_rem"] as? [Any])?.map { $0 as? Double } == [nil, 0.5, nil])
        #expect(try stages(SampleNight.content()) == nil)
    }

    @Test("of a night stand beside its states, whose wake and sleep they keep")
    func beside() throws {
        var content = Self.content
        content.hypnogram = content.states.compactMap { Hypnogram.State(rawValue: $0.name) }
        content.hypnogram[1300] = .deep
        let table = try #require(try CSVExport.files(content, bare: true).first { $0.name.hasSuffix(".states.csv") })
        let rows = String(decoding: table.bytes, as: UTF8.self).split(separator: "\n")
        #expect(rows[0] == "time,seconds,state,stage")
        #expect(rows[1301].hasSuffix(",asleep,deep") && rows[1302].hasSuffix(",asleep,asleep"))
        let plain = try #require(
            try CSVExport.files(SampleNight.content(), bare: true).first { $0.name.hasSuffix(".states.csv") })
        #expect(String(decoding: plain.bytes, as: UTF8.self).contains(",30,asleep,\n"))
    }
}
