import Recordings
import Signals
import TestKit
import Testing

@Suite("Actiwatch and MotionWatch")
struct ActiwatchTests {
    private func decode(_ text: String, name: String = "x.dat") throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile(name: name, bytes: Array(text.utf8))
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    private func real(_ name: String) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile.open(path: TestData.path("actiwatch/\(name)"))
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    @Test("an .AWD has one epoch in each line, a second sensor and marks", arguments: ["\n", "\r\n", "\r"])
    func awd(end: String) throws {
        let lines = [
            "night", "01-Oct-2009", "05:30 PM", " c1 ", "33", "T012345", "F", "0 , 21,50", "498 , 21.75 M", "x , 3",
            "7,20",
            "12 , 20 ", "",
        ]
        let (summary, sink) = try decode(lines.joined(separator: end))
        #expect(summary.header.format == "awd" && summary.header.device.model == "Actiwatch T")
        #expect(sink.samples(.counts).map(\.values) == [[0], [498], [7], [12]])
        #expect(sink.samples(.temperature).map(\.values) == [[21.5], [21.75], [20], [20]])
        #expect(sink.samples(.marker).map(\.time) == [sink.samples(.counts)[1].time])
        #expect(summary.start?.nanoseconds == 1_254_418_200_000_000_000)
        // The line that cannot be read takes its five seconds.
        #expect(summary.segments.map(\.count) == [2, 2] && summary.losses.map(\.cause) == [.damaged, .gap])
        #expect(sink.samples(.counts)[2].time.seconds(since: sink.samples(.counts)[0].time) == 15)
    }

    @Test(
        "every code of an epoch is its length",
        arguments: [("1", 15), ("2", 30), ("4", 60), ("8", 120), ("20", 300), ("81", 2), ("C1", 5), ("C2", 10)])
    func codes(code: String, seconds: Double) throws {
        let (summary, _) = try decode("a\n01-mrz-2009\n17:00:01\n\(code)\n0\nV1\nM\n1\n2\n")
        #expect(summary.end?.seconds(since: try #require(summary.start)) == seconds)
        #expect(summary.header.channels.map(\.channel) == [.counts, .marker])
    }

    @Test(
        "refuses an .AWD of another shape",
        arguments: ["01-Foo-2009\n17:00\n4", "01-Oct-2009\n25:00\n4", "01-Oct-2009\n17:00\n3"])
    func awdRefused(middle: String) throws {
        #expect(throws: Failure.self) { try decode("a\n\(middle)\n0\nV1\nM\n1\n2\n", name: "x.awd") }
    }

    @Test("real .AWD files", .enabled(if: TestData.isAvailable))
    func realAWD() throws {
        let (small, sink) = try real("Actiwatch.AWD")
        #expect(small.samples == 329 && sink.samples(.marker).count == 2)
        #expect(sink.samples(.counts).reduce(0) { $0 + $1.values[0] } == 108_864)
        #expect(sink.samples(.light).allSatisfy { $0.values == [0] })
        #expect(small.start?.nanoseconds == 1_254_416_400_000_000_000)
        let (old, marks) = try real("example_01.AWD")
        #expect(old.samples == 18_401 && marks.samples(.marker).count == 22 && old.losses.isEmpty)
        #expect(try real("test_sample_aw7.AWD").0.header.metadata["epoch_seconds"] == "15.0")
        #expect(try real("test_sample_aw4.AWD").0.losses.isEmpty && real("example_02.AWD").0.losses.isEmpty)
    }

    private func actiware(_ separator: String, _ heading: [String], _ rows: [[String]], _ quote: String = "\"")
        -> String
    {
        let line = { (fields: [String]) in
            fields.map { "\(quote)\($0)\(quote)" }.joined(separator: separator) + separator
        }
        return
            (["\u{FEFF}\"Actiware Export File\"", "\"Actiwatch-Seriennummer:\"\(separator)\"A7\"", ""].map { $0 }
            + [line(heading), ""] + rows.map(line)).joined(separator: "\r\n")
    }

    @Test("an Actiware export in other languages, separators and decimals")
    func languages() throws {
        for (separator, heading, rest, word) in [
            (
                ",", ["Line", "Date", "Time", "Activity", "Marker", "White Light", "Sleep/Wake", "Interval Status"],
                "REST-S", 2
            ),
            (
                ";",
                [
                    "Zeile", "Datum", "Zeit", "Aktivität", "Markierung", "Weißes Licht", "Schlaf/Wach",
                    "Intervallstatus",
                ],
                "AKTIV", 0
            ),
            (
                ",",
                [
                    "Ligne", "Date", "Heure", "Activité", "Marqueur", "Lumière blanche", "Sommeil/Éveil",
                    "Statut de l’intervalle",
                ],
                "EXCLU", 3
            ),
        ] as [(String, [String], String, Float)] {
            let rows = [
                ["1", "28.02.2015", "23:59:00", "7", "0", "1,5", "NaN", rest],
                ["2", "01.03.2015", "00:00:00", "NAN", "1", "2.5", "1", rest],
                ["3", "01.03.2015", "00:01:00", "9", "0", "", "0", rest],
            ]
            let (summary, sink) = try decode(actiware(separator, heading, rows))
            #expect(summary.header.format == "actiware" && summary.samples == 3 && summary.losses.isEmpty)
            #expect(sink.samples(.counts).map { $0.values[0].isNaN } == [false, true, false])
            #expect(sink.samples(.light).prefix(2).map(\.values) == [[1.5], [2.5]])
            #expect(sink.samples(.vendorState)[1].values == [1, word])
            #expect(sink.samples(.marker).map(\.time) == [sink.samples(.counts)[1].time])
            #expect(summary.start?.nanoseconds == 1_425_167_940_000_000_000)
            #expect(summary.header.device.serial == "A7")
        }
    }

    @Test("the order of day and month is that in which epochs follow each other")
    func dates() throws {
        let heading = ["Line", "Date", "Time", "Activity"]
        for (first, second) in [
            ("03/31/2015", "04/01/2015"), ("31/03/2015", "01/04/2015"), ("2015-03-31", "2015-04-01"),
        ] {
            let rows = [
                ["1", first, "11:59:30 PM", "1"], ["2", second, "12:00:00 AM", "2"], ["3", second, "12:00:30 AM", "3"],
            ]
            let (summary, _) = try decode(actiware(",", heading, rows))
            #expect(summary.segments.map(\.count) == [3] && summary.start?.nanoseconds == 1_427_846_370_000_000_000)
            #expect(summary.losses.isEmpty)
        }
        let rows = [["1", "04/05/2015", "10:00:00", "1"], ["2", "04/05/2015", "10:00:30", "2"]]
        #expect(try decode(actiware(",", heading, rows)).0.losses.map(\.cause) == [.clockStep])
    }

    @Test("damaged lines of an export are counted, one without epochs is refused")
    func damagedExport() throws {
        let heading = ["Line", "Date", "Time", "Activity"]
        let rows = [
            ["1", "30/03/2015", "10:00:00", "1"], ["2", "30/03/2015", "10:00:30", "two"], ["x"],
            ["4", "30/03/2015", "10:01:30", "4"],
            ["5", "30/03/2015", "10:02:00", "5"],
        ]
        let (summary, _) = try decode(actiware(",", heading, rows))
        #expect(
            summary.samples == 3 && summary.losses.map(\.cause) == [.damaged, .gap] && summary.losses[0].count == 2)
        #expect(throws: Failure.self) { try decode("\"Actiware Export File\"\r\n\"Identity:\",\"x\"\r\n") }
        #expect(throws: Failure.self) { try decode(actiware(",", heading, [])) }
    }

    @Test("real exports in English and French hold the vendor's own score", .enabled(if: TestData.isAvailable))
    func realExports() throws {
        let (english, sink) = try real("test_sample_rpx_eng.csv")
        #expect(english.samples == 20_160 && english.segments.count == 1 && english.losses.isEmpty)
        // 4 July 2015, 09:45 at +01:00.
        #expect(english.start?.nanoseconds == 1_435_999_500_000_000_000)
        #expect(sink.samples(.vendorState).filter { !$0.values[0].isNaN }.count == 20_156)
        #expect(english.header.device.model == "Actiwatch 2" && english.header.device.serial == "AXXXUK")
        let (french, _) = try real("test_sample.csv")
        #expect(french.samples == 11_581 && french.segments.count == 1 && french.losses.isEmpty)
        #expect(french.header.device.serial == "A18272" && french.header.device.firmware == "01.01.0010")
        #expect(french.start?.nanoseconds == 1_423_046_700_000_000_000)
    }

    private static let motionFile = """
        <?xml version="1.0"?><motionfile><log2><change><property><name>=StartTime</name><content>2018-05-23 17:30:00</content>
        </property></change><change><property><name>=Device</name><content>MW8</content></property></change>
        <change><property><name>+UserID</name><content>A &amp; B</content></property></change>
        <channel><name>motion</name><units>Triaxial-Counts</units><epoch>5</epoch><offset>0</offset><data encoding="text">1,2,
        x,4,</data></channel><channel><name>Light</name><epoch>5</epoch><data>0.5,1,2,3</data></channel></log2></motionfile>
        """

    @Test("a .mtn has properties and channels, also when it is cut")
    func motionWatch() throws {
        let (summary, sink) = try decode(Self.motionFile)
        #expect(summary.header.format == "motionwatch" && summary.header.device.model == "MotionWatch 8")
        #expect(summary.header.metadata["userid"] == "A & B" && summary.samples == 4)
        #expect(summary.losses.map(\.cause) == [.damaged] && summary.losses[0].count == 1)
        #expect(sink.samples(.counts)[3].values == [4] && sink.samples(.light)[0].values == [0.5])
        #expect(sink.samples(.counts)[3].time.nanoseconds == 1_527_096_615_000_000_000)
        let cut = try #require(Self.motionFile.firstRange(of: "x,4"))
        let (partial, _) = try decode(String(Self.motionFile[..<cut.lowerBound]))
        #expect(partial.samples == 2 && partial.losses.map(\.cause) == [.truncated])
        #expect(throws: Failure.self) { try decode("<motionfile><log2></log2></motionfile>") }
    }

    @Test("a real .mtn", .enabled(if: TestData.isAvailable))
    func realMotionWatch() throws {
        let (summary, sink) = try real("test_sample.mtn")
        #expect(summary.samples == 5978 && summary.losses.isEmpty && summary.header.device.serial == "007565")
        #expect(sink.samples(.counts).map { $0.values[0] }.max() == 548)
        #expect(sink.samples(.light).map { $0.values[0] }.max() == 8892.32)
        #expect(summary.start?.nanoseconds == 1_527_096_600_000_000_000)
    }
}
