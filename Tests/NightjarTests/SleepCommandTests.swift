import Analysis
import Documents
import Foundation
import Gateway
import Recordings
import Runtime
import Signals
import TestKit
import Testing

@testable import nightjar

@Suite("Sleep on the command line")
struct SleepCommandTests {
    @Test("reads states as words, letters and digits, and the table of score")
    func states() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString).csv")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("epoch,state\r\n0,sleep\n1,wake\n2,unknown\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try StateTable.read(path) == [.asleep, .awake, .unknown])
        try Data("S\nW\n1\n0".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try StateTable.read(path) == [.asleep, .awake, .asleep, .awake])
        try Data("0,sleep\n1,\n\n3,wake\n\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try StateTable.read(path) == [.asleep, .unknown, .unknown, .awake])
        try Data("1\n\n3\n\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try EpochValues.read(path).map { $0.isNaN ? -1 : $0 } == [1, -1, 3])
        try Data("sleep\nsleepy\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: Failure.self) { try StateTable.read(path) }
    }

    @Test("refuses an algorithm that it does not have, and a length for which it is not published")
    func usage() async {
        #expect(await CommandTable.run(["score", "x", "--algorithm", "guess"]) == 2)
        #expect(await CommandTable.run(["score", "x", "--algorithm", "sadeh", "--seconds", "30"]) == 2)
        #expect(await CommandTable.run(["periods", "x", "--algorithm", "guess"]) == 2)
        #expect(await CommandTable.run(["rhythm", "x", "--seconds", "60"]) == 3)
        #expect(await CommandTable.run(["rhythm", "x", "--seconds", "7", "--start", "2024-03-01T18:30"]) == 2)
        #expect(await CommandTable.run(["rhythm", "x", "--start", "2024-03-01"]) == 2)
        #expect(await CommandTable.run(["analyze", "/nowhere/x.agd"]) == 3)
    }

    @Test("reads a diary in wall times, and names the line that is none")
    func diary() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString).csv")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = "asleep,awake,lights_out\r\n2024-03-01T23:10,2024-03-02T07:00,\r\n"
        try Data("\(text)2024-03-02 23:30,2024-03-03 08:00,2024-03-02 23:00\n".utf8)
            .write(to: URL(fileURLWithPath: path))
        let entries = try DiaryTable.read(path, zone: .utc)
        #expect(entries.count == 2 && entries[0].lightsOut == nil && entries[1].lightsOut != nil)
        #expect("\(Zone.utc.civilTime(at: entries[1].sleepPeriod.upperBound))" == "2024-03-03T08:00:00")
        for wrong in ["2024-03-01T23:10", "2024-03-02T07:00,2024-03-01T23:10", "a,b", "", "2024-03-01T23:10,24:00"] {
            try Data(wrong.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Failure.self) { try DiaryTable.read(path, zone: .utc) }
        }
    }

    @Test("windows go from noon to noon on the wall, of 23 and 25 hours when the clock changes")
    func windows() throws {
        let zone = try Zone.named("Europe/Berlin")
        let start = try Arguments(["x", "--start", "2024-03-29T12:00"], for: RhythmCommand.self).wallTime("--start")
        let windows = PeriodsCommand.windows(3 * 17_280, seconds: 5, start: start, zone: zone)
        #expect(windows.map(\.count) == [17_280, 23 * 720, 17_280, 720])
        let autumn = try Arguments(["x", "--start", "2024-10-26T18:00"], for: RhythmCommand.self).wallTime("--start")
        let longer = PeriodsCommand.windows(25 * 720, seconds: 5, start: autumn, zone: zone)
        #expect(longer.map(\.count) == [19 * 720, 6 * 720])
        #expect(PeriodsCommand.windows(20_000, seconds: 5, start: nil, zone: zone) == [0..<17_280, 17_280..<20_000])
    }

    @Test("prints a real night with units as the interface has them", .enabled(if: TestData.isAvailable))
    func analysis() throws {
        var sink = RecordingNights(zone: .utc)
        let file = try RecordingFile.open(path: TestData.path("agd/GT3XPlus-RawData-Day01.agd"))
        let summary = try RecordingFormats.decode(file, into: &sink)
        var json = JSONText()
        let nights = try sink.nights(summary)
        let context = NightContext(
            analysis: ActigraphyAnalysis(rhythm: sink.rhythm(), nights: nights), user: "ada",
            made: Instant(nanoseconds: 1_700_000_000_000_000_000), showsMood: true)
        NightJSON.write(try #require(nights.first), context, to: &json)
        let parsed = try JSONSerialization.jsonObject(with: Data(json.bytes))
        let night = try #require(parsed as? [String: Any])
        #expect(night["date"] as? String == "2012-06-28")
        #expect(abs((night["sleep_efficiency"] as? Double ?? 0) - 97.142857) < 1e-5)
        #expect(abs((night["total_sleep_time"] as? Double ?? 0) - 442.0 / 60) < 1e-9)
        #expect(night["wake_after_sleep_onset"] as? Int == 13 && night["sleep_onset_latency"] is NSNull)
        #expect((night["sleep_stages"] as? [String])?.count == 455)
        #expect(night["user_id"] as? String == "ada")
        #expect(night["analysis_timestamp"] as? String == "2023-11-14T22:13:20Z")
        let reasons = try #require(night["reasons"] as? [String: String])
        let empty = [
            "sleep_onset_latency", "circadian_rhythm_score", "activity_fragmentation", "depression_risk_score",
            "mania_risk_score", "embedding",
        ]
        for name in empty {
            #expect(reasons[name]?.isEmpty == false, "\(name)")
            #expect(night[name] is NSNull, "\(name)")
        }
        #expect((night["clinical_insights"] as? [String])?.first?.contains("97 %") == true)
    }
}
