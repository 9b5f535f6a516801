import Documents
import Signals

/// What is said to a ring of Viatom and what it answers (MackeyStingray/o2r, o2pkt.py and defines.py): AA, the command, its
/// complement, a number of two bytes, the length of the content, the content and a CRC-8; answers begin with 55 and have 0
/// in place of the command where it was done.
enum O2RingMessage {
    static let framing = StreamFraming.prefixed(
        sync: [BytePattern(bytes: [0x55])], lengthOffset: 5, lengthBytes: 2, added: 8, maximum: 4104)

    static var info: [UInt8] { request(0x14) }
    static func open(_ name: String) -> [UInt8] { request(0x03, content: Array(name.utf8) + [0]) }
    static func read(block: UInt16) -> [UInt8] { request(0x04, number: block) }
    static var close: [UInt8] { request(0x05) }

    static func request(_ command: UInt8, number: UInt16 = 0, content: [UInt8] = []) -> [UInt8] {
        let length = UInt16(clamping: content.count)
        var bytes = [
            0xAA, command, command ^ 0xFF, UInt8(number & 0xFF), UInt8(number >> 8), UInt8(length & 0xFF),
            UInt8(length >> 8),
        ]
        bytes += content
        bytes.append(UInt8(truncatingIfNeeded: FrameCheck(.crc8).value(bytes.span.bytes, upTo: bytes.count)))
        return bytes
    }

    /// The content of a whole answer; nil where the ring refuses.
    static func content(of answer: [UInt8]) -> [UInt8]? {
        guard answer.count >= 8, answer[1] == 0, answer[2] == 0xFF else { return nil }
        return Array(answer[7..<(answer.count - 1)])
    }

    /// What a ring says of itself that matters here.
    struct Info: Hashable, Sendable {
        /// Its clock, in seconds since 1970, as it shows the time.
        var clock: Int64
        /// The names of its files, oldest first.
        var files: [String]

        /// Reads the ring's JSON, which ends with blanks or zeros; nil where it says no time.
        init?(_ content: [UInt8]) {
            let text = Array(content.prefix { $0 != 0 })
            guard let members = (try? JSONValue(parsing: text))?.object,
                let clock = members["CurTIME"]?.string.flatMap(Self.seconds)
            else { return nil }
            self.clock = clock
            files = (members["FileList"]?.string ?? "").split(separator: ",").prefix(1024).map(String.init)
                .filter { (1...32).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
                .sorted().suffix(32)
        }

        /// `2021-07-04,22:10:05` in seconds since 1970.
        private static func seconds(_ text: String) -> Int64? {
            let parts = text.split { "-,: ".contains($0) }.map { Int($0) }
            guard parts.count == 6, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
                let minute = parts[4], let second = parts[5], (1970...2200).contains(year), (0..<24).contains(hour),
                (0..<60).contains(minute), (0..<61).contains(second),
                let date = CivilDate(year: year, month: month, day: day)
            else { return nil }
            return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        }
    }
}
