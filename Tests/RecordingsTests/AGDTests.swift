import Foundation
import Recordings
import Signals
import TestKit
import Testing

@Suite("ActiGraph .agd")
struct AGDTests {
    @Test("gives each epoch of a real file as ActiLife exported it", .enabled(if: TestData.isAvailable))
    func real() throws {
        let file = try RecordingFile.open(path: TestData.path("agd/GT3XPlus-RawData-Day01.agd"))
        var sink = CollectingSink()
        let summary = try RecordingFormats.decode(file, into: &sink)
        #expect(summary.header.format == "agd" && summary.samples == 8999 && summary.losses.isEmpty)
        #expect(summary.header.device.maker == "ActiGraph" && summary.header.device.serial == "NEO1DXXXXXXXX")
        #expect(summary.header.channels.map(\.channel.rawValue) == ["counts", "light", "inclinometer"])
        #expect(summary.header.channels[0].axes == ["axis1", "axis2", "axis3", "steps"])
        #expect(summary.header.metadata["startdatetime_local"] == "2012-06-27T10:54:00")
        let rows = try TestData.text("agd/GT3XPlus-RawData-Day01.csv").split(whereSeparator: \.isNewline).dropFirst()
        let samples = sink.samples(.counts)
        let light = sink.samples(.light)
        try #require(rows.count == samples.count && light.count == samples.count)
        for (index, row) in rows.enumerated() {
            let fields = row.split(separator: ",")
            let date = try #require(ISO8601DateFormatter().date(from: String(fields[0])))
            #expect(samples[index].time.nanoseconds == Int64(date.timeIntervalSince1970) * 1_000_000_000)
            #expect(samples[index].values == fields[1...4].compactMap { Float($0) })
            #expect(light[index].values == [Float(fields[5]) ?? -1])
        }
    }

    @Test("reads the wall clock in the zone of the reader", .enabled(if: TestData.isAvailable))
    func zone() throws {
        let file = try RecordingFile.open(path: TestData.path("agd/GT3XPlus-RawData-Day01.agd"))
        var sink = CollectingSink()
        let zone = Zone(name: "Test/West", firstOffset: -5 * 3600)
        let summary = try AGD.decode(file, options: DecodeOptions(zone: zone), into: &sink)
        #expect(summary.header.zone == "Test/West")
        #expect(summary.start?.nanoseconds == 1_340_812_440_000_000_000)
    }

    @Test("puts rows in order, keeps the first of two and tells gaps")
    func disorder() throws {
        let (summary, sink) = try decode(rows: [(0, 1), (10, 2), (30, 4), (20, 3), (20, 9), (100, 5)])
        #expect(sink.samples(.counts).map { $0.values[0] } == [1, 2, 3, 4, 5])
        #expect(summary.segments.map(\.count) == [4, 1])
        #expect(Set(summary.losses.map(\.cause.rawValue)) == ["out_of_order", "duplicate", "gap"])
        #expect(summary.losses.first { $0.cause == .gap }?.count == 60)
    }

    @Test("passes over rows with a stamp that no recorder can have")
    func wildStamps() throws {
        let (summary, sink) = try decode(
            rows: [(0, 1), (10, 2)], extra: "INSERT INTO data VALUES(9223372036854775807, 5)")
        #expect(sink.samples(.counts).count == 2)
        #expect(summary.losses.map(\.count) == [1])
    }

    @Test(
        "refuses a database that is not ActiGraph's",
        arguments: [
            "CREATE TABLE other(a)", "CREATE TABLE data(a, b)",
            "CREATE VIEW data AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r) "
                + "SELECT i AS dataTimestamp, i AS axis1 FROM r",
        ])
    func foreign(sql: String) throws {
        let file = try RecordingFile(name: "x.agd", bytes: database([sql]))
        var sink = CollectingSink()
        #expect(throws: Failure.self) { try AGD.decode(file, options: DecodeOptions(), into: &sink) }
        #expect(sink.headers.isEmpty)
    }

    @Test("refuses an empty table, a cut file and a file that is no database")
    func unreadable() throws {
        let empty = try database(["CREATE TABLE settings(settingName, settingValue)", table])
        let whole = try database([table, insert((0..<5000).map { ($0 * 10, $0) })])
        for bytes in [empty, Array(whole.prefix(200)), Array("SQLite format 3\0".utf8), Array("hello".utf8)] {
            var sink = CollectingSink()
            let file = try RecordingFile(name: "x.agd", bytes: bytes)
            #expect(throws: Failure.self) { try AGD.decode(file, options: DecodeOptions(), into: &sink) }
        }
    }

    @Test("keeps what lies before and behind a damaged page, and says so")
    func damage() throws {
        var bytes = try database([table, insert((0..<20_000).map { ($0 * 10, $0 % 100) })])
        let middle = bytes.count / 4096 / 2 * 4096
        for index in middle..<(middle + 4096) { bytes[index] = 0xFF }
        var sink = CollectingSink()
        let summary = try AGD.decode(
            try RecordingFile(name: "x.agd", bytes: bytes), options: DecodeOptions(), into: &sink)
        #expect(summary.samples > 19_000 && summary.samples < 20_000)
        #expect(summary.losses.contains { $0.cause == .damaged } && summary.losses.contains { $0.cause == .gap })
        #expect(summary.segments.count == 2)
    }

    @Test("keeps the rows of pages to which no way leads, text beside the numbers or not")
    func lonePages() throws {
        let rows = (0..<20_000).map { "(\(634_763_520_000_000_000 + $0 * 100_000_000), \($0 % 100), 'note \($0 % 7)')" }
        var bytes = try database([
            "CREATE TABLE data(dataTimestamp INTEGER, axis1 REAL, note TEXT)",
            "INSERT INTO data VALUES" + rows.joined(separator: ","),
        ])
        // The root of the table: nothing else says which pages are the table's.
        for index in 4096..<8192 { bytes[index] = 0xFF }
        var sink = CollectingSink()
        let summary = try AGD.decode(
            try RecordingFile(name: "x.agd", bytes: bytes), options: DecodeOptions(), into: &sink)
        #expect(
            summary.samples == 20_000
                && summary.losses.contains { $0.detail.contains("20000 from pages that lie alone") })
        #expect(sink.samples(.counts).enumerated().allSatisfy { $0.element.values == [Float($0.offset % 100)] })
    }

    @Test("keeps what a cut file still holds and says how much is missing")
    func cut() throws {
        let whole = try database([table, settings, insert((0..<20_000).map { ($0 * 10, $0 % 100) })])
        var sink = CollectingSink()
        let file = try RecordingFile(name: "x.agd", bytes: Array(whole.prefix(whole.count / 2 + 77)))
        let summary = try AGD.decode(file, options: DecodeOptions(), into: &sink)
        #expect(summary.samples > 5000 && summary.samples < 20_000)
        #expect(summary.losses.first { $0.cause == .truncated }?.detail.contains("\(file.size)") == true)
        #expect(sink.samples(.counts).enumerated().allSatisfy { $0.element.values == [Float($0.offset % 100)] })
    }

    @Test("never traps on flipped bytes")
    func flips() throws {
        let whole = try database([table, insert((0..<400).map { ($0 * 10, $0) })])
        var seed: UInt64 = 7
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0..<8 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(seed >> 33) % bytes.count] = UInt8(truncatingIfNeeded: seed >> 20)
            }
            var sink = CollectingSink()
            let file = try RecordingFile(name: "x.agd", bytes: bytes)
            _ = try? AGD.decode(file, options: DecodeOptions(), into: &sink)
        }
    }

    @Test("stops when it is cancelled")
    func cancel() async throws {
        let bytes = try database([table, insert((0..<9000).map { ($0 * 10, $0) })])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var sink = CollectingSink()
            _ = try AGD.decode(try RecordingFile(name: "x.agd", bytes: bytes), options: DecodeOptions(), into: &sink)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private let table = "CREATE TABLE data(dataTimestamp INTEGER, axis1 REAL)"

    private let settings = "CREATE TABLE settings(settingName, settingValue)"

    private func insert(_ rows: [(Int, Int)]) -> String {
        "INSERT INTO data VALUES"
            + rows.map { "(\(634_763_912_400_000_000 + $0.0 * 10_000_000),\($0.1))" }.joined(separator: ",")
    }

    private func decode(rows: [(Int, Int)], extra: String = "SELECT 1") throws -> (RecordingSummary, CollectingSink) {
        let bytes = try database([table, settings, insert(rows), extra])
        var sink = CollectingSink()
        let summary = try AGD.decode(
            try RecordingFile(name: "x.agd", bytes: bytes), options: DecodeOptions(), into: &sink)
        return (summary, sink)
    }

    /// An SQLite file made by the statements, with Python's own SQLite.
    private func database(_ statements: [String]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString).db")
        defer { try? FileManager.default.removeItem(at: path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import sys,sqlite3\nc=sqlite3.connect(sys.argv[1])\nfor s in sys.stdin.read().split('\\n'): c.execute(s)\nc.commit()",
            path.path,
        ]
        let input = Pipe()
        process.standardInput = input
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(statements.joined(separator: "\n").utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return [UInt8](try Data(contentsOf: path))
    }
}
