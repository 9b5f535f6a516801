import Signals
import TestKit
import Testing

@testable import DeviceProfiles

struct O2RingTests {
    @Test func `requests are the bytes that rings took`() {
        // farolone/wellue-o2ring-protocol has the first, MackeyStingray/o2r the layout of the others.
        #expect(O2RingMessage.request(0x17) == hex("aa17e8000000001b"))
        #expect(O2RingMessage.info == hex("aa14eb00000000c6"))
        #expect(O2RingMessage.close == hex("aa05fa0000000021"))
        let open = O2RingMessage.open("20210704221005")
        #expect(Array(open.prefix(7)) == hex("aa03fc00000f00") && open.count == 23 && open[21] == 0)
        #expect(Array(O2RingMessage.read(block: 258).prefix(7)) == hex("aa04fb02010000"))
    }

    @Test func `what a ring says of itself has its clock and its files`() throws {
        let text = #"{"Region":"CE","CurTIME":"2021-07-05,07:30:09","FileList":"20210704221005,20210703230000,../x,"}"#
        let info = try #require(O2RingMessage.Info(Array(text.utf8) + [0, 0]))
        #expect(info.files == ["20210703230000", "20210704221005"])
        #expect(info.clock == 1_625_470_209)
        for wrong in ["", "{}", #"{"CurTIME":"2021-13-05,07:30:09"}"#, #"{"CurTIME":"2021-07-05,24:30:09"}"#, "[1]"] {
            #expect(O2RingMessage.Info(Array(wrong.utf8)) == nil, "\(wrong)")
        }
    }

    /// A head as o2file.py reads it: version, time, size twice, duration.
    static func head(version: UInt8 = 3, count: Int, interval: Int) -> [UInt8] {
        let (size, duration) = (O2RingFile.headerSize + count * O2RingFile.recordSize, count * interval)
        let numbers = [size & 255, size >> 8 & 255, size >> 16 & 255, 0, duration & 255, duration >> 8 & 255]
        let bytes = [version, 0, 0xE5, 0x07, 7, 4, 22, 10, 5] + numbers.map { UInt8($0) }
        return bytes + [UInt8](repeating: 0, count: O2RingFile.headerSize - bytes.count)
    }

    @Test func `the head of a file says when it begins and how often it was measured`() throws {
        let file = try O2RingFile(Self.head(count: 100, interval: 4).span.bytes, size: 540)
        #expect(file.start == 1_625_436_605 && file.interval == 4 && file.count == 100)
        #expect(try O2RingFile(Self.head(version: 5, count: 10, interval: 2).span.bytes, size: 90).interval == 2)
        // Another version, no samples, a rate of no ring, a day that there is not, cut short.
        #expect(throws: DecodeError.self) {
            try O2RingFile(Self.head(version: 4, count: 9, interval: 4).span.bytes, size: 85)
        }
        #expect(throws: DecodeError.self) { try O2RingFile(Self.head(count: 9, interval: 4).span.bytes, size: 40) }
        #expect(throws: DecodeError.self) { try O2RingFile(Self.head(count: 9, interval: 8).span.bytes, size: 85) }
        #expect(throws: DecodeError.self) { try O2RingFile(Self.head(count: 9, interval: 4).span.bytes, size: .max) }
        var wrong = Self.head(count: 9, interval: 4)
        wrong[4] = 13
        #expect(throws: DecodeError.self) { try O2RingFile(wrong.span.bytes, size: 85) }
        #expect(throws: DecodeError.self) { try O2RingFile(Array(wrong.prefix(12)).span.bytes, size: 85) }
    }

    @Test func `a sample that the ring marks, or that cannot be, has no saturation and no pulse`() {
        let record = O2RingFile.Record([97, 58, 0, 3, 0])
        #expect(record.oxygen == 97 && record.pulse == 58 && record.movement == 3)
        let marked = O2RingFile.Record([97, 58, 1, 3, 0])
        #expect(marked.oxygen.isNaN && marked.pulse.isNaN && marked.movement == 3)
        let empty = O2RingFile.Record([255, 255, 0, 3, 0])
        #expect(empty.oxygen.isNaN && empty.pulse.isNaN)
    }
}
