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

    /// Seconds for which an answer can be kept (RFC 6762 section 10).
    private static let lifetime: UInt32 = 120

    /// The answer to a message; nil for one that does not ask for the name. Every length in it is hostile.
    public func answer(to message: [UInt8]) -> [UInt8]? {
        guard message.count >= 12, message[2] & 0x80 == 0, !addresses.isEmpty else { return nil }
        let questions = min(Int(message[4]) << 8 | Int(message[5]), 32)
        var at = 12
        for _ in 0..<questions {
            guard let (asked, next) = Self.name(in: message, at: at), next + 4 <= message.count else { return nil }
            let kind = Int(message[next]) << 8 | Int(message[next + 1])
            at = next + 4
            // A, or anything that there is.
            if asked == name, kind == 1 || kind == 255 { return announcement }
        }
        return nil
    }

    /// What tells everybody the addresses, asked or not.
    public var announcement: [UInt8] {
        var bytes: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, UInt8(clamping: addresses.count), 0, 0, 0, 0]
        for address in addresses {
            for label in name.split(separator: ".") { bytes += [UInt8(clamping: label.utf8.count)] + Array(label.utf8) }
            // A, class IN with the cache-flush bit, and the lifetime.
            bytes += [0, 0, 1, 0x80, 1, 0, 0, UInt8(Self.lifetime >> 8), UInt8(Self.lifetime & 255), 0, 4] + address
        }
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
