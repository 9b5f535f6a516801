/// A message of DNS as far as the claim of one name needs it (RFC 1035 section 4). Every length in it is hostile.
struct MulticastDNSMessage {
    struct Question: Hashable {
        var name: String
        var kind: Int
    }

    struct Record: Hashable {
        var name: String
        var kind: Int
        /// The class, 1 for the internet; without the cache-flush bit.
        var `class`: Int
        var lifetime: Int
        var data: [UInt8]

        var isAddress: Bool { kind == MulticastDNS.kindA || kind == MulticastDNS.kindAAAA }
    }

    /// Records of a message that are looked at.
    private static let limit = 64

    let isResponse: Bool
    private(set) var questions: [Question] = []
    /// What a response says, or what who asks knows already.
    private(set) var answers: [Record] = []
    /// What a probe would claim (RFC 6762 section 8.2).
    private(set) var authorities: [Record] = []

    /// Nil for what is cut short, too long or points nowhere.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 12 else { return nil }
        func word(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
        isResponse = bytes[2] & 0x80 != 0
        guard word(4) <= Self.limit, word(6) <= Self.limit, word(8) <= Self.limit else { return nil }
        var at = 12
        for _ in 0..<word(4) {
            guard let (name, next) = Self.name(in: bytes, at: at), next + 4 <= bytes.count else { return nil }
            questions.append(Question(name: name, kind: word(next)))
            at = next + 4
        }
        for section in 0..<2 {
            for _ in 0..<word(6 + 2 * section) {
                guard let (name, next) = Self.name(in: bytes, at: at), next + 10 <= bytes.count else { return nil }
                let end = next + 10 + word(next + 8)
                guard end <= bytes.count else { return nil }
                let record = Record(
                    name: name, kind: word(next), class: word(next + 2) & 0x7FFF,
                    lifetime: word(next + 4) << 16 | word(next + 6), data: Array(bytes[next + 10..<end]))
                if section == 0 { answers.append(record) } else { authorities.append(record) }
                at = end
            }
        }
    }

    /// The name at a place, in lower case, and the place behind it; nil for what is none.
    private static func name(in message: [UInt8], at start: Int) -> (String, Int)? {
        var labels: [String] = []
        var at = start
        var end: Int?
        // Pointers may only lead back; so many steps are enough for every real name.
        for _ in 0..<64 {
            guard at < message.count else { return nil }
            let length = Int(message[at])
            if length == 0 { return (labels.joined(separator: "."), end ?? at + 1) }
            if length & 0xC0 == 0xC0 {
                guard at + 1 < message.count else { return nil }
                let target = (length & 0x3F) << 8 | Int(message[at + 1])
                guard target < at else { return nil }
                end = end ?? at + 2
                at = target
            } else {
                guard length < 64, at + 1 + length <= message.count else { return nil }
                labels.append(String(decoding: message[at + 1..<at + 1 + length], as: UTF8.self).lowercased())
                at += 1 + length
            }
        }
        return nil
    }
}
