import Signals
import TestKit
import Testing

@testable import DeviceProfiles

/// Polar's file protocol and what is in its files: vectors made after the documents of the sources, none from a device.
struct PolarFilesTests {
    @Test func `a request goes out in numbered pieces of twenty bytes`() {
        // Command 0 and a path of one letter, behind their length.
        #expect(PolarFileRequest.get("/").message == hex("0500 0800 1201 2f"))
        #expect(PolarFileRequest.remove("/A").message == hex("0600 0803 1202 2f41"))
        #expect(PolarFileRequest.status.message == hex("1080") && PolarFileRequest.stop.message == hex("0f80"))
        // Heart rates, one a second, and a name.
        #expect(PolarFileRequest.record("NJ1").message == hex("0e80 0801 1202 1801 1a03 4e4a31"))
        #expect(PolarFileFrames.pieces(of: hex("1080")) == [hex("02 1080")])
        let long = PolarFileFrames.pieces(of: [UInt8](0..<40))
        let heads: [UInt8] = long.map { $0[0] }
        let content: [UInt8] = long.flatMap { Array($0.dropFirst()) }
        #expect(long.map(\.count) == [20, 20, 3])
        #expect(heads == [0x06, 0x17, 0x23])
        #expect(content == [UInt8](0..<40))
    }

    @Test func `an answer is put together, and one of which a piece is missing is damaged`() {
        var frames = PolarFileFrames()
        #expect(frames.take(hex("06 0102")) == nil)
        #expect(frames.take(hex("17 03")) == nil)
        #expect(frames.take(hex("23 04")) == .content([1, 2, 3, 4]))
        #expect(frames.take(hex("00 6700")) == .refused(103))
        #expect(frames.take(hex("00 0000")) == .content([]))
        #expect(frames.take(hex("00 6a")) == .refused(106))
        #expect(frames.take(hex("06 01")) == nil)
        // The second is lost.
        #expect(frames.take(hex("27 03")) == nil)
        #expect(frames.take(hex("33 04")) == .damaged)
        // A first piece begins anew, whatever was before.
        #expect(frames.take(hex("06 01")) == nil)
        #expect(frames.take(hex("02 09")) == .content([9]))
        for wrong in ["", "00", "04 01", "05 01", "ff"] {
            #expect(frames.take(hex(wrong)) != .content([]), "\(wrong)")
        }
    }

    @Test func `an answer without an end takes no memory without end`() {
        var frames = PolarFileFrames()
        let piece = [UInt8](repeating: 7, count: 512)
        var number: UInt8 = 0
        for _ in 0..<(2 * PolarFileFrames.limit / 512) {
            #expect(frames.take([number << 4 | (number == 0 ? 6 : 7)] + piece) == nil)
            number = number == 15 ? 0 : number + 1
            if number == 0 { number = 1 }
        }
    }

    @Test func `a folder has its entries, and none whose name leads elsewhere`() throws {
        let entries = hex("0a07 0a03 4e4a2f 1000 0a0c 0a05 412e524543 10ac02 2200 0a05 0a03 2e2e2f 0a05 0a03 612f62")
        let folder = try PolarFolder(entries)
        #expect(folder.entries == [.init(name: "NJ/", size: 0), .init(name: "A.REC", size: 300)])
        var days = PolarFolder.Entry(name: "20261124/", size: 0)
        #expect(try PolarFolder([]).folders(digits: 8).isEmpty)
        var all = try PolarFolder([])
        for name in ["20261124/", "20261125/", "2026112/", "20261126", "2026112A/"] {
            days.name = name
            all.entries.append(days)
        }
        #expect(all.folders(digits: 8) == ["20261125/", "20261124/"])
        for wrong in ["0a", "0aff", "0affffffffffffffffff01", "0b00", "00", "0a020a05"] {
            #expect(throws: DecodeError.self) { try PolarFolder(hex(wrong)) }
        }
    }

    @Test func `an exercise has its heart rates, and none without contact`() throws {
        // Every second; 60, none, 200, 61; without contact from the last on.
        let exercise = try PolarExercise(hex("0a02 1801 1205 3c00c8013d 1a04 08031003"))
        #expect(exercise.interval == 1000 && exercise.rates.count == 4)
        #expect(exercise.rates[0] == 60 && exercise.rates[1].isNaN && exercise.rates[2] == 200)
        #expect(exercise.rates[3].isNaN)
        // Numbers that are not packed, every five seconds; intervals between beats.
        let other = try PolarExercise(hex("0a02 1805 103c 103d e201 06 0a04 f806e807"))
        #expect(other.interval == 5000 && other.rates == [60, 61] && other.intervals == [888, 1000])
        // No time between them, cut short, spans that are none.
        for wrong in ["1201 3c", "0a02 1801 1205 3c", "0a02 18", "1202 ffff", "0a0418ffffff 1201 3c"] {
            #expect(throws: DecodeError.self, "\(wrong)") { try PolarExercise(hex(wrong)) }
        }
        #expect(try PolarExercise(hex("0a02 1801 1201 3c 1a0c 08ffffffff0f10ffffffff0f")).rates == [60])
    }

    @Test func `more values than a strap holds are refused`() {
        let values = [UInt8](repeating: 60, count: PolarExercise.limit + 1)
        let list = [0x12] + ScriptedPolarFiles.variable(values.count) + values
        #expect(throws: DecodeError.self) { try PolarExercise(hex("0a021801") + list) }
    }

    /// A recording of heart rates by the settings of one a second.
    static func recording(
        _ frames: [[UInt8]], settings: [UInt8] = [0, 1, 1, 0], cipher: UInt8 = 0, security: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = [cipher]
        bytes += hex("2b4c7c3d 01000000 00000000 00000000")
        bytes += Array("2026-11-24 22:00:00\0".utf8)
        bytes.append(UInt8(settings.count))
        bytes += settings
        bytes.append(UInt8(security.count))
        bytes += security
        for frame in frames {
            bytes += [UInt8(frame.count & 255), UInt8(frame.count >> 8)]
            bytes += frame
        }
        return bytes
    }

    static func seconds(_ samples: PolarRecordingReader.Samples) -> [Int64] {
        samples.times.map { $0 / 1_000_000_000 }
    }

    static func file(_ bytes: [UInt8]) throws -> PolarRecordingFile { try PolarRecordingFile(bytes.span.bytes) }

    static func rates(_ values: [UInt8], at second: Int64) -> [UInt8] {
        var bytes: [UInt8] = [0x8E]
        let time = UInt64(second) * 1_000_000_000
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: time >> UInt64(8 * shift))) }
        return bytes + [0] + values
    }

    @Test func `a recording is frames behind their lengths, whose samples have times`() throws {
        let bytes = Self.recording([Self.rates([60, 61, 62], at: 1000), Self.rates([63, 0], at: 1002)])
        var reader = try PolarRecordingReader(bytes)
        #expect(reader.stream == .offlineHeartRate && reader.span == 1_000_000_000_000...1_002_000_000_000)
        let one = reader.next()
        let first = try #require(one)
        #expect(first.column.values == [60, 61, 62] && Self.seconds(first) == [998, 999, 1000])
        let two = reader.next()
        let second = try #require(two)
        #expect(second.column.values[0] == 63 && second.column.values[1].isNaN)
        #expect(Self.seconds(second) == [1001, 1002])
        #expect(reader.next() == nil && reader.damaged == 0 && !reader.file.isCut && reader.share == 100)
    }

    @Test func `a hole between frames is not stretched over, and what came already is left out`() throws {
        let bytes = Self.recording([
            Self.rates([60], at: 1000), Self.rates([61, 62], at: 1100), Self.rates([61, 62], at: 1100),
            [0x8E] + [UInt8](repeating: 0, count: 9) + [70], Array(Self.rates([63], at: 1101).dropLast()),
            [2] + Self.rates([63], at: 1102).dropFirst(),
        ])
        var reader = try PolarRecordingReader(bytes)
        var times: [Int64] = []
        while let samples = reader.next() { times += Self.seconds(samples) }
        // One has no time, one is of another stream, one has nothing in it.
        #expect(times == [1000, 1099, 1100] && reader.damaged == 2)
    }

    @Test func `what is enciphered, derived or none is refused, and a cut frame is told`() throws {
        let frame = Self.rates([60], at: 1000)
        #expect(throws: DecodeError.self) { try Self.file(Self.recording([frame], cipher: 2)) }
        #expect(throws: DecodeError.self) {
            try Self.file(Self.recording([frame], security: [1, 4]))
        }
        #expect(throws: DecodeError.self) {
            try Self.file(Self.recording([frame], settings: [7, 1, 1]))
        }
        #expect(throws: DecodeError.self) { try Self.file(Self.recording([])) }
        let bytes = Self.recording([frame, frame])
        #expect(try Self.file(Array(bytes.dropLast(2))).isCut)
        for count in 0..<(bytes.count - 2 * frame.count - 2) {
            let cut = Array(bytes.prefix(count))
            #expect(throws: DecodeError.self) { try Self.file(cut) }
        }
        #expect(throws: DecodeError.self) {
            try PolarRecordingReader(Self.recording([[0x8E, 0, 0, 0, 0, 0, 0, 0, 0, 0]]))
        }
    }

    @Test func `acceleration is recorded in the frames of a link, with its settings`() throws {
        // 52 Hz, and thousandths of g as differences.
        let time = hex("9435770000000000")
        let frame = hex("82") + time + hex("81 f1ff1400f003 0601 7b0f08")
        let bytes = Self.recording([frame], settings: [0, 1, 52, 0, 5, 1, 0, 0, 0x80, 0x3F])
        var reader = try PolarRecordingReader(bytes)
        let one = reader.next()
        let samples = try #require(one)
        #expect(samples.column.channel == .acceleration && samples.column.axes == 3 && samples.times.count == 2)
        #expect(samples.column.values[0] == -0.015 && samples.times[1] - samples.times[0] == 19_230_769)
    }
}
