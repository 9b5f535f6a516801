import Analysis
import Exports
import Signals
import Testing

@Suite("EDF+ export")
struct EDFExportTests {
    /// The fields of a header, cut by the widths of the specification.
    struct Header {
        var text: String
        init(_ bytes: [UInt8]) { text = String(decoding: bytes.prefix(256), as: UTF8.self) }
        func field(_ from: Int, _ count: Int) -> String {
            let start = text.index(text.startIndex, offsetBy: from)
            return String(text[start..<text.index(start, offsetBy: count)]).trimmed
        }
    }

    @Test("writes the header facts of the specification, in local time")
    func header() throws {
        let file = try EDFExport.file(SampleNight.content())
        let header = Header(file.bytes)
        #expect(header.field(0, 8) == "0")
        #expect(header.field(8, 80) == "X X X X")
        #expect(
            header.field(88, 80) == "Startdate 24-OCT-2026 X X Nightjar 2026-10-24T11:00:00Z synthetic Europe/London")
        #expect(header.field(168, 8) == "24.10.26" && header.field(176, 8) == "12.00.00")
        #expect(header.field(192, 44) == "EDF+C")
        #expect(header.field(236, 8) == "\(25 * 60)" && header.field(244, 8) == "60")
        let signals = try #require(Int(header.field(252, 4)))
        #expect(header.field(184, 8) == "\(256 * (signals + 1))")
        #expect(file.bytes.prefix(256 * (signals + 1)).allSatisfy { (0x20..<0x7F).contains($0) })
    }

    @Test("fills records of exactly the stated size")
    func size() throws {
        let file = try EDFExport.file(SampleNight.content())
        let signals = try #require(Int(Header(file.bytes).field(252, 4)))
        let samples = (0..<signals).compactMap { index -> Int? in
            let start = 256 + signals * 216 + index * 8
            return Int(String(decoding: file.bytes[start..<(start + 8)], as: UTF8.self).trimmed)
        }
        #expect(samples.count == signals)
        #expect(file.bytes.count == 256 * (signals + 1) + 2 * samples.reduce(0, +) * 25 * 60)
    }

    @Test("begins on a whole second even when the window does not")
    func wholeSecond() throws {
        var content = SampleNight.content()
        let start = content.window.lowerBound.advanced(bySeconds: 0.25)
        content.window = start..<content.window.upperBound
        let header = Header(try EDFExport.file(content).bytes)
        #expect(header.field(176, 8) == "12.00.00")
    }

    @Test("keeps every item and says how many")
    func counts() throws {
        let content = SampleNight.content()
        let file = try EDFExport.file(content)
        #expect(file.counts["epochs"] == content.epochs.count)
        #expect(file.counts["beats"] == content.beats.count { $0.label == .normal })
        #expect(file.counts["load"] == content.readings.count)
        #expect(file.counts["losses"] == 2)
    }

    @Test("writes one annotation for the hole, one for each loss and one for the change of the clock")
    func annotations() throws {
        let text = String(decoding: try EDFExport.file(SampleNight.content()).bytes, as: UTF8.self)
        #expect(text.contains("+7200\u{15}3600\u{14}No data: movement\u{14}\0"))
        #expect(text.contains("+7200\u{15}3600\u{14}Loss: gap, 3600 seconds, acceleration, Réveil ☾, nothing recorded"))
        #expect(text.contains("Loss: checksum, 2 blocks, (time unknown)"))
        #expect(text.contains("+50400\u{14}Clock change: wall time moves by -60 min"))
        #expect(text.contains("Synthetic data"))
        #expect(text.contains("\u{14}Asleep (actigraphy)\u{14}") && text.contains("\u{14}Sleep stage W\u{14}"))
        #expect(!text.contains("Sleep stage N") && !text.contains("Sleep stage 2"))
    }

    @Test(
        "makes records as long as an epoch that does not fit 30 s",
        arguments: [(5, 30), (30, 30), (60, 60), (45, 45), (7, 35)])
    func recordLength(epoch: Int, record: Int) throws {
        var content = SampleNight.content(epochSeconds: epoch)
        content.activity = []
        let file = try EDFExport.file(content)
        #expect(Header(file.bytes).field(244, 8) == "\(record)")
        #expect(file.counts["epochs"] == SampleNight.epochs(seconds: epoch).count)
    }

    @Test("writes counts alone, from a recorder that has nothing else and whose minutes begin at any second")
    func countsAlone() throws {
        var content = SampleNight.content()
        (content.epochs, content.beats, content.readings) = ([], [], [])
        content.activity = content.activity.map { .init(start: $0.start.advanced(bySeconds: 54), count: $0.count) }
        let file = try EDFExport.file(content)
        #expect(Header(file.bytes).field(176, 8) == "11.59.54" && Header(file.bytes).field(252, 4) == "2")
        #expect(file.counts["activity"] == content.activity.count)
    }

    @Test("writes a window without any data, all of it annotated")
    func empty() throws {
        var content = SampleNight.content(isSynthetic: false)
        (content.epochs, content.beats, content.readings, content.states, content.losses) = ([], [], [], [], [])
        content.activity = []
        let file = try EDFExport.file(content)
        #expect(Header(file.bytes).field(252, 4) == "1")
        #expect(!Header(file.bytes).field(88, 80).contains("synthetic"))
    }

    @Test("refuses an empty window and one of years")
    func refusal() {
        var content = SampleNight.content()
        content.window = SampleNight.start..<SampleNight.start
        #expect(throws: Failure.self) { try EDFExport.file(content) }
        content.window = SampleNight.start..<SampleNight.start.advanced(bySeconds: 1e9)
        #expect(throws: Failure.self) { try EDFExport.file(content) }
    }

    @Test("cuts a long text at a whole character and drops control characters")
    func longText() throws {
        var content = SampleNight.content()
        content.losses = [
            Loss(
                .damaged, count: 1, unit: .blocks, first: SampleNight.at(10),
                detail: "a\u{14}b\0c" + String(repeating: "☾", count: 400))
        ]
        let bytes = try EDFExport.file(content).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("abc☾☾") && !text.contains(String(repeating: "☾", count: 100)))
        #expect(text.contains("☾\u{14}\0"))
    }
}

extension String {
    var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
