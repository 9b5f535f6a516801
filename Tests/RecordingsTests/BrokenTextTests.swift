import Foundation
import Recordings
import Signals
import TestKit
import Testing

@Suite("Recordings of text and tables that broke")
struct BrokenTextTests {
    private func decode(_ bytes: [UInt8], name: String = "x.dat") throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile(name: name, bytes: bytes)
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    private static let head = ["night", "01-Oct-2009", "17:30", "4", "33", "V012345", "F"]

    @Test("an .AWD that ends inside a line says so, and one whose lines end otherwise does not")
    func cutAWD() throws {
        let text = (Self.head + ["100", "200", "30"]).joined(separator: "\r\n")
        let (cut, _) = try decode(Array(text.utf8))
        // 30 may be the beginning of 300, so it is not taken for a count.
        #expect(cut.samples == 2 && cut.losses.map(\.cause) == [.damaged, .truncated])
        let (unended, _) = try decode(Array("\(text)\r".utf8))
        #expect(unended.samples == 3 && unended.losses.map(\.cause) == [.truncated])
        #expect(try decode(Array("\(text)\r\n".utf8)).0.losses.isEmpty)
        #expect(try decode(Array("\(text)\r\n\u{1A}".utf8)).0.losses.isEmpty)
        #expect(try decode(Array(text.replacing("\r\n", with: "\n").utf8)).0.losses.isEmpty)
    }

    @Test("zeros and blank lines between the epochs of an .AWD take their time")
    func zeroedAWD() throws {
        let text = (Self.head + (0..<100).map { "\(100 + $0)" } + [""]).joined(separator: "\n")
        var bytes = Array(text.utf8)
        let start = bytes.count - 4 * 60
        for index in start..<(start + 39) { bytes[index] = 0 }
        let (summary, sink) = try decode(bytes)
        let counts = sink.samples(.counts)
        #expect(summary.losses.contains { $0.cause == .damaged && $0.count == 10 })
        #expect(counts.count == 90 && counts.last?.values == [199])
        let last = try #require(counts.last)
        #expect(abs(last.time.seconds(since: counts[0].time) - 5940) < 1e-6)
        let gap = text.replacing("\n150\n", with: "\n\n")
        let (blank, others) = try decode(Array(gap.utf8))
        #expect(blank.losses.first?.cause == .damaged && others.samples(.counts).count == 99)
        #expect(others.samples(.counts).last?.time == counts.last?.time)
    }

    @Test("a count of an .AWD that zeros cut short is none", arguments: ["2\0\0", "2\03", "\000"])
    func halfZeroedAWD(row: String) throws {
        let (summary, sink) = try decode(Array((Self.head + ["100", row, "300", ""]).joined(separator: "\n").utf8))
        #expect(sink.samples(.counts).map { $0.values[0] } == [100, 300])
        #expect(summary.losses.contains { $0.cause == .damaged && $0.count == 1 })
    }

    @Test("more zeros than a line may be long take the time of all the epochs that they were")
    func zeroedFarAWD() throws {
        let rows = (0..<30_000).map { "\(1000 + $0 % 9000)" }
        var bytes = Array((Self.head + rows + [""]).joined(separator: "\n").utf8)
        // 16 000 lines of five bytes.
        let start = try #require(bytes.firstRange(of: Array("\n3000\n".utf8))).lowerBound + 1
        for index in start..<(start + 80_000 - 1) { bytes[index] = 0 }
        let (summary, sink) = try decode(bytes)
        let counts = sink.samples(.counts)
        #expect(counts.count == 14_000 && summary.losses.first?.count == 16_000)
        #expect(summary.losses.first?.detail.contains("about 16000 in bytes that are no text") == true)
        let last = try #require(counts.last)
        #expect(abs(last.time.seconds(since: counts[0].time) - 29_999 * 60) < 1e-6)
    }

    @Test("the blank lines of doubled line ends are no epochs", arguments: ["\n\n", "\r\n\r\n", "\r\r\n"])
    func doubledAWD(end: String) throws {
        let head = Self.head.joined(separator: end.contains("\r\n") ? "\r\n" : "\n")
        let rows = (0..<50).map { "\(100 + $0)" }.joined(separator: end)
        let (summary, sink) = try decode(Array("\(head)\n\(rows)\(end)".utf8))
        let counts = sink.samples(.counts)
        #expect(counts.map { $0.values[0] } == (0..<50).map { Float(100 + $0) } && summary.losses.isEmpty)
        #expect(try #require(counts.last).time.seconds(since: counts[0].time) == 49 * 60)
    }

    @Test("an epoch of an .AWD whose second number is missing or none is told")
    func halfAWD() throws {
        let rows = ["1 , 10", "2 , 20", "3", "4 , 5x", "5 , 50"]
        let (summary, sink) = try decode(Array((Self.head + rows + [""]).joined(separator: "\r\n").utf8))
        #expect(sink.samples(.counts).map { $0.values[0] } == [1, 2, 3, 5])
        #expect(summary.losses.map(\.cause) == [.damaged, .damaged, .gap])
        #expect(summary.losses[1].channel == .light && summary.losses[1].count == 1)
    }

    private static func motionFile(_ channels: [(String, String)], end: String = "</log2></motionfile>") -> [UInt8] {
        let start =
            "<motionfile><log2><property><name>=StartTime</name><content>2018-05-23 17:30:00</content></property>"
        let texts = channels.map { "<channel><name>\($0.0)</name><epoch>5</epoch><data>\($0.1)</data></channel>" }
        return Array((start + texts.joined() + end).utf8)
    }

    @Test("zeros among the numbers of a .mtn take the time of the epochs that they were")
    func zeroedMTN() throws {
        let nothing = String(repeating: "\u{0}", count: 5)
        let (summary, sink) = try decode(Self.motionFile([("motion", "1,2,\(nothing),4,12\(nothing)5,6")]))
        let loss = try #require(summary.losses.first { $0.cause == .damaged })
        #expect(summary.losses.count == 1 && loss.unit == .samples && loss.detail.contains("no text"))
        let values = sink.samples(.counts).map { $0.values[0] }
        #expect(values.filter { !$0.isNaN } == [1, 2, 4, 6] && Double(values.count { $0.isNaN }) == loss.count)
        // A channel that is whole tells how many there were.
        let whole = (0..<10).map { "\($0)" }.joined(separator: ",")
        let (paired, both) = try decode(
            Self.motionFile([("motion", "1,2,\(nothing),10"), ("Light", whole)]))
        #expect(paired.losses.map(\.count) == [7] && paired.samples == 10)
        #expect(both.samples(.counts).last?.values == [10])
    }

    @Test("a .mtn cut behind a channel, with channels of two lengths, or with nothing between two commas says so")
    func cutMTN() throws {
        let (cut, _) = try decode(Self.motionFile([("motion", "1,2,3")], end: ""))
        #expect(cut.losses.map(\.cause) == [.truncated] && cut.losses[0].detail.contains("root element"))
        let (uneven, _) = try decode(Self.motionFile([("motion", "1,2"), ("Light", "1,2,3,4")]))
        #expect(uneven.losses.map(\.cause) == [.damaged] && uneven.losses[0].count == 2)
        #expect(uneven.losses[0].channel == .counts)
        let (empty, sink) = try decode(Self.motionFile([("motion", "1,2,,\n4,\n5,6,7,8,9,10,11,12345678,\n")]))
        #expect(empty.losses.map(\.cause) == [.damaged] && empty.samples == 12)
        #expect(sink.samples(.counts).map { $0.values[0] }.last == 12_345_678)
    }

    @Test("the numbers of a .mtn are the same read eight bytes at a time or one by one, wanted or only counted")
    func numbersOfMTN() throws {
        var random = SystemRandomNumberGenerator()
        let numbers = (0..<3000).map { _ in Int.random(in: 0...(.random(in: 1...9_999_999)), using: &random) }
        let plain = numbers.map(String.init).joined(separator: ",")
        let spaced = numbers.map(String.init).joined(separator: ", ")
        for text in [plain, spaced] {
            let bytes = Self.motionFile([("motion", "5"), ("Light", text)], end: "")
            let (_, sink) = try decode(bytes)
            #expect(sink.samples(.light).map { $0.values[0] } == numbers.map { Float($0) })
            var other = CollectingSink()
            let counted = try RecordingFormats.decode(
                RecordingFile(name: "x", bytes: bytes), options: DecodeOptions(channels: [.counts]), into: &other)
            #expect(counted.losses.contains { $0.channel == .counts && $0.count == 2999 })
        }
    }

    @Test("a Condor log whose copy broke off inside a line says so")
    func cutCondor() throws {
        let lines = [
            "+----+ Condor Instruments Report +----+", "DEVICE_ID : 1", "+---+", "DATE/TIME;MS;PIM;TAT;ZCM;STATE",
            "01/02/2023 10:00:00;0;1;2;3;0", "01/02/2023 10:01:00;500;1.5;2;3;0", "01/02/2023 10:02:00;0;1;-;3;12",
        ]
        let text = lines.joined(separator: "\r\n")
        #expect(try decode(Array(text.dropLast(6).utf8)).0.losses.map(\.cause) == [.damaged, .truncated])
        let (whole, sink) = try decode(Array(text.utf8))
        #expect(!whole.losses.map(\.cause).contains(.truncated) && whole.samples == 3)
        #expect(sink.samples(.counts)[1].values == [1.5, 2, 3] && sink.samples(.counts)[2].values[1].isNaN)
    }

    @Test("an Actiware export that lacks epochs it names says how many", .enabled(if: TestData.isAvailable))
    func cutActiware() throws {
        for name in ["actiwatch/test_sample_rpx_eng.csv", "actiwatch/test_sample.csv"] {
            let bytes = try TestData.bytes(name)
            let end = bytes[..<(bytes.count * 7 / 10)].lastIndex(of: 10) ?? 0
            let whole = try decode(bytes).0
            let cut = try decode(Array(bytes[...end])).0
            #expect(whole.losses.isEmpty)
            let loss = try #require(cut.losses.first { $0.cause == .truncated })
            #expect(Int(loss.count) == whole.samples - cut.samples)
        }
    }

    @Test("of an .agd cut before its tree, whole pages are kept", .enabled(if: TestData.isAvailable))
    func cutAGD() throws {
        let bytes = try TestData.bytes("agd/GT3XPlus-RawData-Day01.agd")
        let whole = try decode(bytes).1.samples(.counts).map(\.values)
        let (summary, sink) = try decode(Array(bytes[..<(bytes.count / 3)]))
        let counts = sink.samples(.counts).map(\.values)
        #expect(counts.count > 2000 && counts == Array(whole[..<counts.count]))
        #expect(summary.losses.contains { $0.cause == .damaged } && summary.losses.contains { $0.cause == .truncated })
    }

    @Test("of a cut zip with one file the beginning is kept", .enabled(if: TestData.isAvailable))
    func cutZip() throws {
        let name = "nights/205_actlumus_Log_1020_20230904101707532.txt.zip"
        let bytes = try TestData.bytes(name)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt.zip")
        try Data(bytes[..<(bytes.count / 4)]).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        var sink = CollectingSink()
        let file = try RecordingFile.open(path: path.path)
        let summary = try RecordingFormats.decode(file, into: &sink)
        #expect(summary.samples > 10_000 && summary.losses.contains { $0.detail.contains("zip archive is damaged") })
    }
}
