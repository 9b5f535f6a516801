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
        #expect(cut.samples == 3 && cut.losses.map(\.cause) == [.truncated])
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

    @Test("a .mtn with zeros among its numbers says how many bytes are no text")
    func zeroedMTN() throws {
        let text = """
            <motionfile><log2><change><property><name>=StartTime</name><content>2018-05-23 17:30:00</content></property>
            </change><channel><name>motion</name><epoch>5</epoch><data>1,2,\u{0}\u{0}\u{0},4</data></channel></log2></motionfile>
            """
        let (summary, _) = try decode(Array(text.utf8))
        #expect(summary.losses.contains { $0.cause == .damaged && $0.count == 3 && $0.detail.contains("no text") })
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
