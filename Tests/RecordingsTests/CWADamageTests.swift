import Recordings
import Signals
import TestKit
import Testing

@Suite("Damaged Axivity recordings")
struct CWADamageTests {
    private var made: CWAWriter {
        var writer = CWAWriter()
        writer.append(sectors: 40)
        return writer
    }

    private func expected(_ writer: CWAWriter, without lost: Set<Int>) -> [Float] {
        (0..<40).filter { !lost.contains($0) }.flatMap { sector in
            writer.raw[(sector * 360)..<(sector * 360 + 360)].map { Float($0) / 256 }
        }
    }

    @Test("keeps all whole sectors of a file that ends anywhere and tells where it ends")
    func truncation() throws {
        let writer = made
        let values = expected(writer, without: [])
        for end in stride(from: 0, to: writer.bytes.count, by: 101) {
            let bytes = Array(writer.bytes.prefix(end))
            let whole = max(0, (end - 1024) / 512)
            guard whole > 0 else {
                let failure = #expect(throws: Failure.self) { _ = try decodeCWA(bytes) }
                #expect(failure?.message.contains("byte \(end)") == true)
                continue
            }
            let (summary, sink) = try decodeCWA(bytes)
            #expect(summary.samples == whole * 120 && sink.values(.acceleration) == Array(values.prefix(whole * 360)))
            #expect(summary.losses.map(\.cause) == ((end - 1024) % 512 == 0 ? [] : [.truncated]))
            if let loss = summary.losses.first { #expect(loss.detail.contains("byte \(1024 + whole * 512)")) }
        }
    }

    @Test("never stops at flipped bytes, and loses no sector but those they lie in", arguments: 0..<60)
    func flips(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let writer = made
        var bytes = writer.bytes
        var touched: Set<Int> = []
        for _ in 0..<(1 + seed % 12) {
            let at = Int(random.next() % UInt64(bytes.count))
            bytes[at] ^= UInt8(truncatingIfNeeded: random.next() | 1)
            if at >= 1024 { touched.insert((at - 1024) / 512) }
        }
        let (summary, sink) = try decodeCWA(bytes)
        #expect(sink.values(.acceleration) == expected(writer, without: touched))
        #expect(summary.samples == (40 - touched.count) * 120)
        let blocks = summary.losses.filter {
            [.checksum, .damaged].contains($0.cause) && $0.detail.contains("at byte")
        }
        #expect(touched.isEmpty || !blocks.isEmpty)
        #expect(summary.segments.reduce(0) { $0 + $1.count } == summary.samples)
        // Whatever is kept is where it belongs.
        let kept: [Int64] = (0..<40).filter { !touched.contains($0) }
            .flatMap { sector in writer.truth[(sector * 120)..<(sector * 120 + 120)] }
        #expect(timeErrors(sink, kept).worst < 1)
    }

    @Test("finds its place again after bytes were put in or taken out anywhere", arguments: 0..<40)
    func shifted(seed: UInt64) throws {
        var random = SplitMix(state: seed &+ 1000)
        let writer = made
        var bytes = writer.bytes
        let sector = 1 + Int(random.next() % 38)
        let at = 1024 + sector * 512 + Int(random.next() % 512)
        let size = 1 + Int(random.next() % 1500)
        var lost: Set<Int> = []
        if seed % 2 == 0 {
            bytes.insert(contentsOf: (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }, at: at)
            if (at - 1024) % 512 != 0 { lost = [sector] }
        } else {
            let end = min(at + size, bytes.count)
            bytes.removeSubrange(at..<end)
            lost = Set(((at - 1024) / 512)..<((end - 1024 + 511) / 512))
        }
        let (summary, sink) = try decodeCWA(bytes)
        #expect(sink.values(.acceleration) == expected(writer, without: lost))
        #expect(!summary.losses.isEmpty)
    }

    @Test("knows the samples where the header is damaged or gone")
    func header() throws {
        let writer = made
        var damaged = writer.bytes
        for index in 0..<64 { damaged[index] = 0 }
        for bytes in [damaged, Array(writer.bytes.dropFirst(1024))] {
            let file = try RecordingFile(name: "night.dat", bytes: bytes)
            #expect(try RecordingFormats.format(of: file) is CWA.Type)
            let (summary, sink) = try decodeCWA(bytes)
            #expect(sink.values(.acceleration) == expected(writer, without: []))
            #expect(summary.losses.map(\.cause) == [.damaged])
            #expect(summary.header.device.serial == "unknown" && summary.header.metadata["session_id"] == "77")
        }
    }

    @Test("refuses foreign, empty and hostile files with the offset and what to do")
    func foreign() throws {
        var random = SplitMix(state: 5)
        let noise = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let zeros = [UInt8](repeating: 0, count: 70_000)
        for bytes in [noise, zeros, Array(noise.prefix(1)), Array("time,x,y,z\n".utf8), Array(made.bytes.prefix(1024))]
        {
            let failure = #expect(throws: Failure.self) { _ = try decodeCWA(bytes) }
            #expect(failure?.message.contains("byte") == true && failure?.code == .failed)
        }
    }

    @Test("survives every value of every field of a sector that its checksum vouches for", arguments: 4..<30)
    func hostileFields(offset: Int) throws {
        let writer = made
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] {
            var bytes = writer.bytes
            for sector in [0, 1, 17, 39] { rewrite(&bytes, sector: sector) { $0[offset] = value } }
            let (summary, sink) = try decodeCWA(bytes)
            #expect(summary.samples * 3 == sink.values(.acceleration).count)
            #expect(summary.samples >= 36 * 120)
        }
    }
}

/// A small random generator with a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
