import Analysis
import Gateway
import Signals
import TestKit
import Testing

@testable import nightjar

/// The commands of the README that print what each step makes of a recorder's file, on every format there is a file of.
@Suite("Steps of a recorder's file", .enabled(if: TestData.isAvailable), .serialized)
struct RecordingCommandTests {
    private static let raw = [
        "cwa/ggirread_ax3_testfile.cwa", "gt3x/pygt3x_CPW1C48210013_baseline.agdc",
        "gt3x/readgt3x_TAS1H30182785_2019-09-17.gt3x", "geneactiv/geneacore_20Hz_file.bin",
        "matrix/mtx_25Hz_acc_HR.BIN",
    ]
    private static let counted = [
        "agd/GT3XPlus-RawData-Day01.agd", "actiwatch/example_01.AWD", "actiwatch/test_sample.csv",
        "actiwatch/test_sample_rpx_eng.csv", "actiwatch/test_sample.mtn",
    ]

    @Test("every step takes raw acceleration as the file's name alone", arguments: raw)
    func acceleration(name: String) async throws {
        let path = try TestData.path(name)
        for command in ["decode", "epochs", "wear", "score", "periods", "rhythm", "analyze"] {
            #expect(await CommandTable.run([command, path]) == 0, "\(command)")
        }
    }

    @Test("every step takes a recorder's own counts as the file's name alone", arguments: counted)
    func counts(name: String) async throws {
        let path = try TestData.path(name)
        for command in ["decode", "wear", "score", "periods", "rhythm", "analyze"] {
            #expect(await CommandTable.run([command, path]) == 0, "\(command)")
        }
        // There is no acceleration to sum up, and that is said.
        #expect(await CommandTable.run(["epochs", path]) == 1)
    }

    @Test("a step on tables says that it is given a recorder's file", arguments: ["hrv", "correct", "load"])
    func tables(command: String) async throws {
        for name in Self.raw + Self.counted {
            let path = try TestData.path(name)
            let error = #expect(throws: Failure.self) { try NumberTable(path: path) }
            #expect(error?.message.contains("recorder's file") == true)
            #expect(await CommandTable.run([command, path]) == 1)
        }
        let path = try TestData.path(Self.raw[0])
        #expect(await CommandTable.run(["stage", path]) == 2)
    }

    @Test("the rhythm of a file is that of its nights, by its own start")
    func rhythm() async throws {
        let path = try TestData.path("actiwatch/example_01.AWD")
        let arguments = try Arguments([path], for: RhythmCommand.self)
        var recording = try #require(try RecordedSeries.recording(path, arguments, refused: []))
        let found = recording.sink.rhythm()
        let rhythm = try #require(found)
        #expect(rhythm.days >= 10 && (rhythm.interdailyStability ?? 0) > 0.1)
        #expect(await CommandTable.run(["rhythm", path, "--start", "2024-03-01T18:30"]) == 2)
    }

    @Test("states and periods of a file lie on the grid of its nights")
    func series() async throws {
        for (name, seconds, periods) in [
            ("agd/GT3XPlus-RawData-Day01.agd", 60, "tudor-locke"), ("actiwatch/test_sample.mtn", 60, "sleep-density"),
            ("cwa/ggirread_ax3_testfile.cwa", 5, "hdcza"),
        ] {
            let path = try TestData.path(name)
            let series = try #require(try RecordedSeries.read(path, Arguments([path], for: ScoreCommand.self)))
            #expect(series.seconds == seconds && series.periods == periods)
            #expect(series.values.contains { !$0.isNaN })
            #expect(series.time(1) - series.time(0) == Double(seconds))
            #expect(await CommandTable.run(["score", path, "--algorithm", seconds == 5 ? "sadeh" : "van-hees"]) == 1)
        }
    }
}
