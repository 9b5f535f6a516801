import Signals
import Synchronization
import TestKit
import Testing

@testable import Recordings

/// A recorder is emptied only when this finds its copy sound.
@Suite("The check of an Axivity file")
struct CWACheckTests {
    private func check(_ bytes: [UInt8]) throws -> CWACheck { try CWACheck(RecordingFile(name: "x.cwa", bytes: bytes)) }

    private func writer(_ sectors: Int) -> CWAWriter {
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: sectors)
        return writer
    }

    /// Where block `index` begins.
    private func place(_ index: Int) -> Int { 1024 + 512 * index }

    @Test("finds nothing in a whole file, and has counted all of it, also where that takes more than one reading")
    func sound() throws {
        let told = Mutex<[Double]>([])
        let file = try RecordingFile(name: "x.cwa", bytes: writer(1200).bytes)
        let check = try CWACheck(file) { fraction in told.withLock { $0.append(fraction) } }
        #expect(check.isSound && check.blocks == 1200 && check.restarts == 0 && check.header.number == 23_456)
        let fractions = told.withLock { $0 }
        #expect(fractions.count == 3 && fractions == fractions.sorted() && fractions.last == 1)
        #expect(try self.check(writer(0).bytes).isSound)
    }

    @Test("finds a block whose checksum does not fit, which is not missing as well")
    func damage() throws {
        var bytes = writer(20).bytes
        for index in [4, 5, 11] { bytes[place(index) + 100] ^= 1 }
        let check = try check(bytes)
        #expect(!check.isSound && check.blocks == 20 && check.damagedCount == 3)
        #expect(check.damaged == [4, 5, 11].map(place))
        #expect(check.missing == 0 && check.disordered == 0 && check.foreign == 0 && check.trailing == 0)
    }

    @Test("counts each damaged block and lists a thousand")
    func muchDamage() throws {
        var bytes = writer(1100).bytes
        for index in 20..<1100 { bytes[place(index) + 100] ^= 1 }
        let check = try check(bytes)
        #expect(check.damagedCount == 1080 && check.damaged.count == 1000 && check.damaged.last == place(1019))
    }

    @Test("counts blocks that are missing by their numbers, less the damaged ones between")
    func missing() throws {
        var writer = writer(10)
        writer.lose(sectors: 3)
        writer.append(sectors: 10)
        #expect(try check(writer.bytes).missing == 3 && !check(writer.bytes).isSound)
        var bytes = writer.bytes
        bytes[place(9) + 100] ^= 1
        // Numbers 8 and 13 with one damaged block between: 9 was there, 10 to 12 were not.
        let found = try check(bytes)
        #expect(found.missing == 3 && found.damagedCount == 1)
    }

    @Test("tells a new beginning from blocks that come again")
    func order() throws {
        var again = writer(10)
        again.restart(afterSeconds: 60)
        again.append(sectors: 10)
        let restarted = try check(again.bytes)
        #expect(restarted.isSound && restarted.restarts == 1 && restarted.blocks == 20)
        let bytes = writer(10).bytes
        let twice = try check(bytes + bytes[place(6)..<place(8)])
        #expect(!twice.isSound && twice.disordered == 1 && twice.missing == 0 && twice.restarts == 0)
    }

    @Test("finds blocks of another session, and bytes behind the last block")
    func foreign() throws {
        var settings = CWAWriter.Settings()
        settings.session = 78
        var other = CWAWriter(settings, keepsTruth: false)
        other.sequence = 10
        other.append(sectors: 2)
        let mixed = try check(writer(10).bytes + other.bytes[1024...])
        #expect(!mixed.isSound && mixed.foreign == 2 && mixed.missing == 0)
        let cut = try check(writer(10).bytes + [1, 2, 3])
        #expect(!cut.isSound && cut.trailing == 3 && cut.blocks == 10)
    }

    @Test("refuses a file that does not begin with a recorder's header", arguments: [0, 3, 2000])
    func headless(count: Int) throws {
        let failure = #expect(throws: Failure.self) { try check([UInt8](repeating: 0x41, count: count)) }
        #expect(failure?.message.contains("does not begin with a recorder's header") == true)
    }
}

@Suite("The zone of a .gt3x")
struct GT3XZoneTests {
    @Test(
        "is hours, minutes and seconds with a sign, at most 26 hours",
        arguments: [
            ("-04:00:00", -14_400), ("05:30", 19_800), ("+00:59:59", 3599), ("26:00:00", 93_600), ("26:00:01", nil),
            ("00:60", nil), ("01:00:60", nil), ("005:00", nil), ("5", nil), ("1:2:3:4", nil), ("a:10", nil), ("", nil),
            ("::", nil),
        ] as [(String, Int?)])
    func offset(text: String, seconds: Int?) { #expect(GT3XInfo.seconds(text) == seconds) }
}
