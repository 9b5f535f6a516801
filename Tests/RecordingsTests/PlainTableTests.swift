import Foundation
import Signals
import TestKit
import Testing

@testable import Recordings

@Suite("Tables whose columns are named")
struct PlainTableTests {
    private func decode(_ text: String, _ map: String?) throws -> (summary: RecordingSummary, sink: CollectingSink) {
        var sink = CollectingSink()
        let options = DecodeOptions(
            zone: Zone(name: "Test/East", firstOffset: 3600), columns: try map.map { try ColumnMap(parsing: $0) })
        let file = try RecordingFile(name: "own.csv", bytes: Array(text.utf8))
        return (try RecordingFormats.decode(file, options: options, into: &sink), sink)
    }

    @Test(
        "a map that cannot be used says why",
        arguments: [
            "", "time", "time=", "when=1,x=1,y=2,z=3", "x=1,y=2,z=3", "time=1,x=2", "time=1", "time=1,counts=2,unit=lb",
            "time=1,counts=2,order=ddd", "time=1,time=2,counts=3",
        ])
    func refused(text: String) {
        #expect(throws: Failure.self) { try ColumnMap(parsing: text) }
    }

    @Test("a map is written as it was read")
    func text() throws {
        let map = try ColumnMap(parsing: " counts=A+B , time=When,marker=4,unit=mg,order=dmy")
        #expect(map.text == "time=When,counts=A+B,marker=4,unit=mg,order=dmy")
        #expect(try ColumnMap(parsing: map.text) == map)
    }

    @Test("samples in other units, a semicolon and a decimal comma")
    func samples() throws {
        let (summary, sink) = try decode(
            String(decoding: MadeRecorders.table, as: UTF8.self), "time=when,x=2,y=3,z=4,light=Lux,unit=mg")
        #expect(summary.header.format == "table" && summary.samples == 2 && summary.losses.map(\.cause) == [.damaged])
        let samples = sink.samples(.acceleration)
        #expect(zip(samples[0].values, [0.0105, -0.02, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(sink.samples(.light).map(\.values) == [[3], [4]])
        // 23:59:59.5 at an hour east.
        #expect(summary.start?.nanoseconds == 1_706_741_999_500_000_000)
    }

    @Test(
        "times are dates in each order, or a number since 1970 in each unit",
        arguments: [
            ("2024-01-31T23:59:00Z", "2024-02-01T00:00:00Z", 1_706_745_540),
            ("2024-01-31 23:59:00+02:00", "2024-02-01 00:00:00+02:00", 1_706_738_340),
            ("1/31/2024 11:59 PM", "2/1/2024 12:00 AM", 1_706_741_940),
            ("31/1/2024 23:59", "1/2/2024 00:00", 1_706_741_940), ("1706745540", "1706745600", 1_706_745_540),
            ("1706745540000", "1706745600000", 1_706_745_540),
            ("1706745540000000000", "1706745600000000000", 1_706_745_540),
        ])
    func times(first: String, second: String, seconds: Int64) throws {
        let (summary, sink) = try decode("t,a,b\n\(first),7,1\n\(second),8,2\n", "time=t,counts=a+b")
        #expect(summary.start?.nanoseconds == seconds * 1_000_000_000 && summary.losses.isEmpty)
        #expect(sink.samples(.counts).map(\.values) == [[7, 1], [8, 2]])
        #expect(summary.header.channels[0].axes == ["a", "b"] && summary.header.metadata["epoch_seconds"] == "60.0")
    }

    @Test("a column that is not there, times that are none, and a table without a map are told with the columns' names")
    func unknown() throws {
        let text = "Unheard of,Second\n2024-01-31 10:00:00,1\n2024-01-31 10:01:00,2\n"
        for map in ["time=1,counts=3", "time=2,counts=1", "time=Nothing,counts=2", nil] {
            let failure = #expect(throws: Failure.self) { try decode(text, map) }
            if map != "time=2,counts=1" { #expect(failure?.message.contains("“Unheard of”, “Second”") == true) }
        }
    }

    @Test("a table is known by its heading once its columns were named")
    func remembered() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "columns-\(UUID()).txt").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = "Remembered,Of it\n2024-01-31 10:00:00,1\n2024-01-31 10:01:00,2\n"
        let heading = try #require(TableHeading(head: Array(text.utf8)))
        #expect(throws: Failure.self) { try decode(text, nil) }
        try KnownTables.keep(try ColumnMap(parsing: "time=1,counts=2"), of: heading, in: path)
        #expect(try decode(text, nil).summary.samples == 2)
        #expect(try decode(text.uppercased(), nil).summary.samples == 2)
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        #expect(kept.contains("\(heading.fingerprint) time=1,counts=2\n"))
        KnownTables.read("x\nfff time=1\nabc time=1,counts=5\n")
        #expect(KnownTables.text.contains("abc time=1,counts=5\n") && !KnownTables.text.contains("fff"))
    }
}

@Suite("The zone that a file names")
struct OwnZoneTests {
    private func contradictions(_ bytes: [UInt8], _ offset: Int, isGiven: Bool) throws -> [Loss] {
        var sink = CollectingSink()
        let options = DecodeOptions(zone: Zone(name: "Test/Asked", firstOffset: offset), isZoneGiven: isGiven)
        let file = try RecordingFile(name: "x.dat", bytes: bytes)
        return try RecordingFormats.decode(file, options: options, into: &sink).losses
            .filter { $0.cause == .zoneContradiction }
    }

    private static func recording(_ zone: String) -> [UInt8] {
        var writer = GT3XWriter()
        writer.info["TimeZone"] = zone
        writer.info["Start Date"] = "\(GT3XWriter.ticks(1_568_745_600))"
        for second in 0..<3 { writer.words(1_568_745_600 + second) { _ in (1, 2, 3) } }
        return writer.bytes
    }

    @Test("one that was asked for and differs is told, and only then")
    func contradiction() throws {
        let bytes = Self.recording("-04:00:00")
        #expect(try contradictions(bytes, 0, isGiven: false).isEmpty)
        #expect(try contradictions(bytes, -4 * 3600, isGiven: true).isEmpty)
        let told = try contradictions(bytes, 3600, isGiven: true)
        #expect(told.count == 1 && told[0].detail.contains("UTC-04:00") && told[0].detail.contains("UTC+01:00"))
        let actiware = Array(
            "Actiware\nZeitzonenverschiebung:,+02:00\nZeile,Datum,Zeit,Aktivität,Markierung\n1,31.03.2015,10:00:00,1,0\n"
                .utf8)
        #expect(try contradictions(actiware, 7200, isGiven: true).isEmpty)
        #expect(try contradictions(actiware, 0, isGiven: true).count == 1)
        var pages = GENEActivWriter()
        pages.header["Time Zone"] = "GMT -03:30"
        pages.page("2025-01-11 11:17:33:500", samples: Array(repeating: (1, 2, 3, 4, false), count: 300))
        #expect(try contradictions(pages.bytes, -12_600, isGiven: true).isEmpty)
        #expect(try contradictions(pages.bytes, 0, isGiven: true).count == 1)
    }

    @Test("is the usual one where that fits, else one of its offset alone")
    func zone() throws {
        func own(_ zone: String) throws -> OwnZone {
            let file = try RecordingFile(name: "x", bytes: Self.recording(zone))
            return try #require(try RecordingFormats.ownZone(of: file))
        }
        let usual = Zone(name: "Test/Usual", firstOffset: -4 * 3600)
        #expect(try own("-04:00:00").zone(usually: usual) == usual)
        let east = try own("02:00:00").zone(usually: usual)
        #expect(east.name == "Etc/GMT-2" && east.offset(at: Instant(nanoseconds: 0)) == 7200)
        #expect(try own("-05:00:00").zone(usually: usual).name == "Etc/GMT+5")
        #expect(try own("05:30:00").zone(usually: usual).name == "Asia/Kolkata")
        #expect(try own("05:20:00").zone(usually: usual) == usual)
        #expect(try own("00:00:00").zone(usually: usual) == .utc)
        #expect(try own("-04:00:00").start.nanoseconds == (1_568_745_600 + 4 * 3600) * 1_000_000_000)
    }
}
