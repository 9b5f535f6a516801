import Foundation
import Runtime
import Signals
import Testing

@Suite struct ZoneFileTests {
    /// A file of version 2 with one transition and a footer.
    static func file(
        version: UInt8 = UInt8(ascii: "2"), times: [Int64] = [1000], kinds: [UInt8] = [1],
        offsets: [Int32] = [3600, 7200], footer: String = "\n\n", leaps: UInt32 = 0
    ) -> [UInt8] {
        func big<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        func block(wide: Bool) -> [UInt8] {
            var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, leaps, UInt32(times.count), UInt32(offsets.count), 4] { bytes += big(count) }
            for time in times { bytes += wide ? big(time) : big(Int32(truncatingIfNeeded: time)) }
            bytes += kinds
            for offset in offsets { bytes += big(offset) + [0, 0] }
            return bytes + Array("XYZ\0".utf8) + [UInt8](repeating: 0, count: Int(leaps) * (wide ? 12 : 8))
        }
        return block(wide: false) + (version == 0 ? [] : block(wide: true) + Array(footer.utf8))
    }

    @Test("reads transitions of the old and the new version alike")
    func versions() throws {
        for version in [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")] {
            let zone = try ZoneFile.decode(Self.file(version: version), name: "X")
            #expect(zone.offset(at: Instant(nanoseconds: 999_999_999_999)) == 3600)
            #expect(zone.offset(at: Instant(nanoseconds: 1_000_000_000_000)) == 7200)
        }
    }

    @Test("expands the rule of the footer after the last transition, to 2100")
    func footer() throws {
        let zone = try ZoneFile.decode(
            Self.file(times: [1_700_000_000], kinds: [0], footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n"), name: "X")
        for (text, offset) in [
            ("2024-03-31T00:59:59Z", 3600), ("2024-03-31T01:00:00Z", 7200), ("2024-10-27T00:59:59Z", 7200),
            ("2024-10-27T01:00:00Z", 3600), ("2099-07-01T00:00:00Z", 7200), ("2100-12-01T00:00:00Z", 3600),
        ] {
            let date = try #require(ISO8601DateFormatter().date(from: text))
            let instant = try #require(Instant(secondsSince1970: date.timeIntervalSince1970))
            #expect(zone.offset(at: instant) == offset, "\(text)")
        }
    }

    @Test("cuts off transitions that no instant can hold instead of trapping")
    func bigBang() throws {
        let zone = try ZoneFile.decode(
            Self.file(times: [-(1 << 59), 0, .max], kinds: [1, 0, 1]), name: "X")
        #expect(zone.offset(at: Instant(nanoseconds: .min)) == 7200)
        #expect(zone.offset(at: Instant(nanoseconds: 0)) == 3600)
        #expect(zone.offset(at: Instant(nanoseconds: .max)) == 3600)
    }

    @Test("refuses damage with the byte where it is")
    func damage() {
        func offset(_ bytes: [UInt8]) -> Int? {
            do {
                _ = try ZoneFile.decode(bytes, name: "X")
                return nil
            } catch { return error.offset }
        }
        #expect(offset(Array("not a zone file at all, really, not one".utf8)) == 0)
        #expect(offset(Self.file(version: 1)) == 4)
        #expect(offset(Self.file(times: [5, 5], kinds: [0, 0])) != nil, "transitions that do not ascend")
        #expect(offset(Self.file(kinds: [2])) != nil, "a kind that does not exist")
        #expect(offset(Self.file(offsets: [3600, 1 << 20])) != nil, "an offset of days")
        #expect(offset(Self.file(leaps: 1)) != nil, "leap seconds")
        #expect(offset(Self.file(footer: "\nnonsense 7\n")) != nil, "a footer that is no rule")
        #expect(offset(Self.file(footer: "\nUTC0")) != nil, "a footer without end")
        var counts = Self.file()
        counts.replaceSubrange(32..<36, with: [255, 255, 255, 255])
        #expect(offset(counts) != nil, "four billion transitions")
    }

    @Test("a file cut anywhere is an error, never a trap")
    func cuts() {
        let whole = Self.file(footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")
        for count in 0..<whole.count {
            #expect(throws: DecodeError.self) { try ZoneFile.decode(Array(whole[..<count]), name: "X") }
        }
    }

    @Test("random bytes in a file never trap")
    func noise() {
        var random = SystemRandomNumberGenerator()
        let whole = Self.file(footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? ZoneFile.decode(bytes, name: "X")
        }
    }
}
