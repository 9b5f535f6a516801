import Recordings
import Signals
import TestKit
import Testing

@Suite("Axivity recordings with holes")
struct CWABreakTests {
    @Test("starts a new segment where the recorder was stopped and started again in one file")
    func interrupted() throws {
        var writer = CWAWriter()
        writer.append(sectors: 50)
        writer.restart(afterSeconds: 243.8)
        writer.append(sectors: 30)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.segments.map(\.count) == [6000, 3600] && summary.segments.map(\.first) == [0, 6000])
        let loss = try #require(summary.losses.first)
        #expect(summary.losses.count == 1 && loss.cause == .interrupted && loss.unit == .seconds)
        #expect(abs(loss.count - 243.8) < 0.02)
        #expect(loss.first == summary.segments[0].end && loss.end == summary.segments[1].start)
        #expect(timeErrors(sink, writer.truth).worst < 0.2)
        #expect(sink.values(.marker) == [1, 1])
    }

    @Test("counts the seconds of sectors that are missing, and places what comes after by its own stamps")
    func missing() throws {
        var writer = CWAWriter()
        writer.append(sectors: 50)
        writer.lose(sectors: 3)
        writer.append(sectors: 50)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.segments.map(\.count) == [6000, 6000])
        #expect(summary.losses.map(\.cause) == [.gap])
        #expect(abs((summary.losses.first?.count ?? 0) - 361 / 98.8) < 0.002)
        #expect(timeErrors(sink, writer.truth).worst < 0.2)
    }

    @Test("does not believe sector numbers: a jump in them without one in time is no hole")
    func numbers() throws {
        var writer = CWAWriter()
        writer.append(sectors: 20)
        writer.sequence += 1000
        writer.append(sectors: 20)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.segments.count == 1 && summary.losses.isEmpty)
        #expect(timeErrors(sink, writer.truth).worst < 0.2)
    }

    @Test("splits at a step of the recorder's clock and says how far it went", arguments: [3600.0, -7200, 2.5, -0.7])
    func clockStep(step: Double) throws {
        var writer = CWAWriter()
        writer.append(sectors: 40)
        writer.stepClock(bySeconds: step)
        writer.append(sectors: 40)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.segments.map(\.count) == [4800, 4800])
        #expect(summary.losses.map(\.cause) == [.clockStep])
        #expect(abs((summary.losses.first?.count ?? 0) - abs(step)) < 0.002)
        #expect(timeErrors(sink, writer.truth).worst < 0.3)
    }

    @Test("does not let a single wrong stamp move anything", arguments: [0, 1, 30, 58, 59])
    func wrongStamp(sector: Int) throws {
        var writer = CWAWriter()
        writer.append(sectors: 60)
        for stamp in [UInt32(0), 0x1234_5678, 0xFFFF_FFFF] {
            var bytes = writer.bytes
            rewrite(&bytes, sector: sector) { $0.replace(stamp, at: 14) }
            let (summary, sink) = try decodeCWA(bytes)
            #expect(summary.samples == writer.samples && summary.segments.count == 1)
            #expect(summary.losses.map(\.cause) == [.damaged])
            #expect(timeErrors(sink, writer.truth).worst < 0.5)
        }
    }

    @Test("keeps the samples of an overrun sector and says that the recorder reports it")
    func overrun() throws {
        var writer = CWAWriter()
        writer.append(sectors: 20)
        writer.events = 0x10
        writer.append(sectors: 1)
        writer.append(sectors: 20)
        let (summary, _) = try decodeCWA(writer.bytes)
        #expect(summary.losses.map(\.cause) == [.deviceOverrun] && summary.losses.map(\.count) == [1])
        #expect(summary.samples == 41 * 120)
        let first = try #require(summary.losses.first?.first)
        #expect(abs(first.nanoseconds - writer.truth[21 * 120 - 1]) < 200_000)
    }

    @Test("drops sectors that are in the file again, and a whole file that is in it twice")
    func repeated() throws {
        var writer = CWAWriter()
        writer.append(sectors: 30)
        let values = writer.raw.map { Float($0) / 256 }
        let sector = { (index: Int) in writer.bytes[(1024 + index * 512)..<(1536 + index * 512)] }
        let once = writer.bytes.prefix(1536 + 10 * 512) + sector(10) + writer.bytes.dropFirst(1536 + 10 * 512)
        let some = writer.bytes.prefix(1536 + 10 * 512) + sector(7) + sector(8) + sector(9) + sector(10)
        for (bytes, count) in [
            (Array(once), 1), (Array(some + writer.bytes.dropFirst(1536 + 10 * 512)), 4),
            (writer.bytes + writer.bytes, 30),
        ] {
            let (summary, sink) = try decodeCWA(bytes)
            #expect(sink.values(.acceleration) == values)
            #expect(summary.losses.map(\.cause) == [.duplicate] && summary.losses.first?.count == Double(count * 120))
            #expect(summary.segments.count == 1)
        }
    }

    @Test(
        "does not take a recorder's number for a fraction of a second", arguments: [39_434, 65_535, 40_000] as [UInt32])
    func numberWithTopBit(device: UInt32) throws {
        var settings = CWAWriter.Settings()
        (settings.device, settings.hasFraction) = (device, false)
        var writer = CWAWriter(settings)
        writer.append(sectors: 600)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.header.metadata["stamps"] == "whole seconds, fitted")
        #expect(summary.segments.count == 1 && summary.losses.isEmpty)
        #expect(timeErrors(sink, writer.truth).worst < 10)
    }

    @Test("passes over gyroscope sectors of their own and over a second recording's header")
    func foreignBlocks() throws {
        var writer = CWAWriter()
        let head = writer.bytes
        writer.append(sectors: 10)
        writer.insert([0x47, 0x59, 0xFC, 0x01] + Array(repeating: 7, count: 508))
        writer.append(sectors: 10)
        writer.insert(head)
        writer.restart(afterSeconds: 60)
        writer.append(sectors: 10)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.losses.map(\.cause) == [.interrupted])
        #expect(summary.segments.map(\.count) == [2400, 1200])
        #expect(summary.header.metadata["skipped_gyro_sectors"] == "1")
        #expect(timeErrors(sink, writer.truth).worst < 0.2)
    }
}

/// Changes a sector and makes its checksum right again.
func rewrite(_ bytes: inout [UInt8], sector: Int, _ body: (inout [UInt8]) -> Void) {
    let range = (1024 + sector * 512)..<(1536 + sector * 512)
    var block = Array(bytes[range])
    body(&block)
    block.replace(UInt16(0), at: 510)
    block.replace(0 &- block.sumOfWords, at: 510)
    bytes.replaceSubrange(range, with: block)
}

extension [UInt8] {
    mutating func replace<T: FixedWidthInteger>(_ value: T, at offset: Int) {
        for index in 0..<(T.bitWidth / 8) { self[offset + index] = UInt8(truncatingIfNeeded: value >> T(index * 8)) }
    }

    var sumOfWords: UInt16 {
        stride(from: 0, to: count, by: 2).reduce(0) { $0 &+ UInt16(self[$1]) &+ UInt16(self[$1 + 1]) << 8 }
    }
}
