import Analysis
import Foundation
import Signals
import Testing

@testable import nightjar

@Suite("Load on the command line")
struct LoadCommandTests {
    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: path)
        return path.path
    }

    @Test("reads features with a header row and without, and tells a missing sensor from a missing value")
    func features() throws {
        let rows = (1...40).map { "\($0 * 10),\(60 + $0 % 3),40,55,0.004" }.joined(separator: "\n")
        let bare = try FeatureTable.readings(file(rows))
        let named = try FeatureTable.readings(file("t_s,hr_bpm,rmssd_ms,sdnn_ms,motion_g\n\(rows)\n"))
        #expect(bare == named && bare.count == 40)
        #expect(bare.last?.confidence.value == 1)
        let noMotion = try FeatureTable.readings(file("t_s,hr_bpm,rmssd_ms,sdnn_ms\n10,60,40,55\n"))
        #expect(noMotion.first?.reasons.contains("no motion sensor") == true)
        #expect(throws: Failure.self) { try FeatureTable.readings(file("t_s,hr_bpm\n,60\n")) }
    }

    @Test("plays beats and movement every 10 s, and movement without times from the start of the beats")
    func beats() throws {
        var seconds = 0.0
        var text = "t_s,rr_ms\n"
        for index in 0..<400 {
            let rr = 800 + Double((index * 7) % 11) * 4
            seconds += rr / 1000
            text += "\(seconds),\(rr)\n"
        }
        let motion = try file((0..<(330 * 10)).map { _ in "0,0,1" }.joined(separator: "\n"))
        let path = try file(text)
        let words = ["--beats", path, "--motion", motion, "--motion-rate", "10"]
        let readings = try BeatTable.readings(path, Arguments(words, for: LoadCommand.self))
        #expect(readings.map { $0.time.secondsSince1970 }.prefix(3) == [10, 20, 30])
        #expect((readings.last?.confidence.value ?? 0) > 0.8)
        let alone = try BeatTable.readings(path, Arguments(["--beats", path], for: LoadCommand.self))
        #expect(alone.last?.reasons == ["no motion sensor"])
    }

    @Test("asks for features or beats, not both and not none")
    func usage() async throws {
        #expect(await CommandTable.run(["load"]) == 2)
        #expect(await CommandTable.run(["load", "a.csv", "--beats", "b.csv"]) == 2)
        #expect(await CommandTable.run(["hrv", "/nowhere/rr.txt"]) == 3)
        #expect(await CommandTable.run(["correct", try file("0.8\n0.81\n")]) == 1)
    }
}
