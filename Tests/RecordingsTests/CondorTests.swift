import Recordings
import Signals
import TestKit
import Testing

@Suite("Condor text logs")
struct CondorTests {
    @Test("reads a real ActLumus week out of its zip", .enabled(if: TestData.isAvailable))
    func actLumus() throws {
        let path = try TestData.path("nights/205_actlumus_Log_1020_20230904101707532.txt.zip")
        var sink = CollectingSink()
        let summary = try RecordingFormats.decode(RecordingFile.open(path: path), into: &sink)
        #expect(summary.header.format == "condor" && summary.header.device.model == "ActLumus AL0101")
        #expect(summary.header.device.serial == "1020" && summary.header.metadata["epoch_seconds"] == "10.0")
        #expect(summary.samples == 61_016 && summary.segments.count == 1 && summary.losses.isEmpty)
        let counts = sink.samples(.counts)
        #expect(counts[0].values == [647, 20, 34] && counts[0].time.nanoseconds == 1_693_212_474_000_000_000)
        #expect(sink.samples(.temperature)[1].values == [26.56] && sink.samples(.light)[0].values == [1.57])
        #expect(sink.samples(.marker).count == 26)
        #expect(sink.samples(.vendorState).filter { $0.values == [4] }.count == 91)
        #expect(sink.samples(Channel(rawValue: "capacitance"))[0].values == [194, 145])
    }

    @Test("reads a real ActTrust log and drops rows that repeat a stamp", .enabled(if: TestData.isAvailable))
    func actTrust() throws {
        let file = try RecordingFile.open(path: TestData.path("nights/condor_Example_Log.txt"))
        var sink = CollectingSink()
        let summary = try RecordingFormats.decode(file, into: &sink)
        #expect(summary.header.metadata["epoch_seconds"] == "60.0" && summary.samples == 26_878)
        #expect(summary.losses.map(\.cause) == [.duplicate] && summary.losses[0].count == 2)
        #expect(sink.samples(.marker).count == 2)
    }

    private static let head = """
        +-------------+ Condor Instruments Report +-------------+
        SUBJECT_NAME : Jos\u{E9}
        DEVICE_ID : 77
        DEVICE_MODEL : AT0503
        FIRMWARE_VERSION : 3.7
        +-------------------------------------------------------+
        DATE/TIME;MS;EVENT;TEMPERATURE;PIM;ZCM;STATE

        """

    @Test("takes any line end, a decimal comma, Latin-1 and UTF-8", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let text = Self.head + "01/02/2024 10:00:00;0;0;23,5;10;1;0\n01/02/2024 10:01:00;500;1;23.25;20;2;-"
        let file = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
        for bytes in [Array(file.utf8), file.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }] {
            var sink = CollectingSink()
            let summary = try Condor.decode(
                try RecordingFile(name: "x.txt", bytes: bytes), options: DecodeOptions(), into: &sink)
            #expect(summary.header.metadata["subject_name"] == "José" && summary.samples == 2)
            #expect(summary.header.device.model == "ActTrust AT0503" && summary.header.device.firmware == "3.7")
            #expect(sink.samples(.temperature).map(\.values) == [[23.5], [23.25]])
            #expect(sink.samples(.counts).map(\.values) == [[10, 1], [20, 2]])
            #expect(sink.samples(.marker).map(\.time.nanoseconds) == [1_706_781_660_500_000_000])
            #expect(sink.samples(.vendorState)[1].values[0].isNaN)
        }
    }

    @Test("takes years that were shifted into the past, as .AWD files have", arguments: ["1918", "1969", "1989"])
    func pastYears(year: String) throws {
        let text =
            Self.head + "31/12/\(year) 23:59:00;0;0;1;10;1;0\n01/01/\((Int(year) ?? 0) + 1) 00:00:00;0;0;1;20;1;0\n"
        var sink = CollectingSink()
        let summary = try Condor.decode(
            try RecordingFile(name: "x.txt", bytes: Array(text.utf8)), options: DecodeOptions(), into: &sink)
        #expect(summary.samples == 2 && summary.segments.map(\.count) == [2] && summary.losses.isEmpty)
        #expect(summary.start.map { Zone.utc.civilTime(at: $0).date.year } == Int(year))
    }

    @Test("counts damaged lines and keeps those around them")
    func damaged() throws {
        let bad = [
            "32/02/2024 10:03:00;0;0;1;1;1;0", "01/02/2024 25:00:00;0;0;1;1;1;0", "junk", ";;;;;;",
            "01/02/2024 10:03:00;0;0;1;NaN;1;0", "01/02/2024 10:03:00;0;0;1;1;x1;0", "01/02/2024 10:03:00;0",
            "01/02/99999999999999999999 10:03:00;0;0;1;1;1;0", String(repeating: "9", count: 200_000),
        ]
        let text =
            Self.head + "01/02/2024 10:00:00;0;0;1;1;1;0\n" + bad.joined(separator: "\n")
            + "\n01/02/2024 10:01:00;0;0;1;2;1;0\n"
        var sink = CollectingSink()
        let summary = try Condor.decode(
            try RecordingFile(name: "x.txt", bytes: Array(text.utf8)), options: DecodeOptions(), into: &sink)
        #expect(summary.samples == 2 && summary.losses.count == 1)
        #expect(summary.losses[0].cause == .damaged && summary.losses[0].count == Double(bad.count))
        #expect(summary.losses[0].detail.contains("line 9"))
    }

    @Test("refuses a log without a table, without rows, or of another kind")
    func foreign() throws {
        let texts = [
            "", "hello", "+--+ Condor Instruments Report +--+\n", Self.head,
            "+--+ Condor Instruments Report +--+\nDATE/TIME;MS;LIGHT\n01/02/2024 10:00:00;0;3\n",
            Self.head + "rubbish\n",
        ]
        for text in texts {
            var sink = CollectingSink()
            let file = try RecordingFile(name: "x.txt", bytes: Array(text.utf8))
            #expect(throws: Failure.self) { try Condor.decode(file, options: DecodeOptions(), into: &sink) }
            #expect(sink.headers.isEmpty)
        }
    }

    @Test("stops when it is cancelled")
    func cancel() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var sink = CollectingSink()
            let file = try RecordingFile(name: "x.txt", bytes: Array(Self.head.utf8))
            _ = try Condor.decode(file, options: DecodeOptions(), into: &sink)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
