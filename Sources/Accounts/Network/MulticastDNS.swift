/// The questions and answers of multicast DNS (RFC 6762) that one name with addresses needs.
public struct MulticastDNS: Sendable {
    /// The name, in lower case and without the dot at its end.
    public let name: String
    /// IPv4 addresses, 4 bytes each.
    public var addresses: [[UInt8]]

    /// An answerer for a name such as `nightjar.local`.
    public init(name: String, addresses: [[UInt8]]) {
        self.name = name.lowercased()
        self.addresses = addresses
    }

    /// The port of multicast DNS.
    static let port: UInt16 = 5353
    /// Seconds for which an answer can be kept (RFC 6762 section 10), and one to a plain resolver (section 6.7).
    private static let lifetime: UInt8 = 120, plainLifetime: UInt8 = 10

    /// The answer to a message; nil for one that does not ask for the name. Every length in it is hostile.
    public func answer(to message: [UInt8]) -> [UInt8]? { isAsked(message) ? announcement : nil }

    /// The answer to a plain resolver, with its number and its question; nil for a message that does not ask for the name.
    public func plainAnswer(to message: [UInt8]) -> [UInt8]? {
        guard isAsked(message) else { return nil }
        let head: [UInt8] = [message[0], message[1], 0x84, 0, 0, 1, 0, UInt8(clamping: addresses.count), 0, 0, 0, 0]
        let question: [UInt8] = encodedName + [0, 1, 0, 1]
        return head + question + records(class: [0, 1], lifetime: Self.plainLifetime)
    }

    private func isAsked(_ message: [UInt8]) -> Bool {
        guard message.count >= 12, message[2] & 0x80 == 0, !addresses.isEmpty else { return false }
        let questions = min(Int(message[4]) << 8 | Int(message[5]), 32)
        var at = 12
        for _ in 0..<questions {
            guard let (asked, next) = Self.name(in: message, at: at), next + 4 <= message.count else { return false }
            let kind = Int(message[next]) << 8 | Int(message[next + 1])
            at = next + 4
            // A, or anything that there is.
            if asked == name, kind == 1 || kind == 255 { return true }
        }
        return false
    }

    /// What tells everybody the addresses, asked or not.
    public var announcement: [UInt8] {
        // Class IN with the cache-flush bit.
        let head: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, UInt8(clamping: addresses.count), 0, 0, 0, 0]
        return head + records(class: [0x80, 1], lifetime: Self.lifetime)
    }

    private var encodedName: [UInt8] {
        var bytes: [UInt8] = []
        for label in name.split(separator: ".") { bytes += [UInt8(clamping: label.utf8.count)] + Array(label.utf8) }
        return bytes + [0]
    }

    /// A record of type A for each address.
    private func records(class: [UInt8], lifetime: UInt8) -> [UInt8] {
        let fixed: [UInt8] = [0, 1] + `class` + [0, 0, 0, lifetime, 0, 4]
        var bytes: [UInt8] = []
        for address in addresses { bytes += encodedName + fixed + address }
        return bytes
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
