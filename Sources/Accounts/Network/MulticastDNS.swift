/// What multicast DNS (RFC 6762) says of one name with addresses.
package struct MulticastDNS: Sendable {
    /// The name, in lower case and without the dot at its end.
    package let name: String
    /// Its addresses, 4 bytes each of IPv4 and 16 of IPv6.
    package var addresses: [[UInt8]]

    /// The records of a name such as `nightjar.local`.
    package init(name: String, addresses: [[UInt8]]) {
        self.name = name.lowercased()
        self.addresses = addresses
    }

    /// The port of multicast DNS.
    static let port: UInt16 = 5353
    /// Seconds for which an answer can be kept (RFC 6762 section 10), and one to a plain resolver (section 6.7).
    static let lifetime = 120, plainLifetime = 10
    /// Kinds of records: IPv4, IPv6, what there is not (RFC 4034 section 4), and questions for anything.
    static let kindA = 1, kindAAAA = 28, kindNSEC = 47, kindAny = 255

    /// What kind of record of the name a message asks for: the first that there can be; nil when for none.
    func asked(by message: MulticastDNSMessage) -> Int? {
        guard !message.isResponse, !addresses.isEmpty else { return nil }
        return message.questions.first { question in
            question.name == name && [Self.kindA, Self.kindAAAA, Self.kindAny].contains(question.kind)
        }?.kind
    }

    /// Whether who asks knows all of it for long enough (RFC 6762 section 7.1).
    func isKnown(_ message: MulticastDNSMessage) -> Bool {
        addresses.allSatisfy { address in
            message.answers.contains { record in
                record.name == name && record.data == address && record.lifetime >= Self.lifetime / 2
            }
        }
    }

    /// The answer to a plain resolver, with its number and its question (RFC 6762 section 6.7).
    func plainAnswer(to bytes: [UInt8], kind: Int) -> [UInt8] {
        let question = encodedName + Self.word(kind) + [0, 1]
        let records = records(isShared: true, lifetime: Self.plainLifetime, kind: kind)
        return [bytes[0], bytes[1], 0x84, 0, 0, 1] + Self.word(records.count) + [0, 0, 0, 0] + question
            + records.flatMap(\.self)
    }

    /// What tells everybody the addresses, asked or not; where there are none of a family it says so (section 6.1).
    package var announcement: [UInt8] {
        response(records(isShared: false, lifetime: Self.lifetime, kind: Self.kindAny))
    }

    /// What tells everybody to forget the addresses (section 10.1).
    var goodbye: [UInt8] { response(addresses.map { record(kind(of: $0), isShared: false, 0, $0) }) }

    private func response(_ records: [[UInt8]]) -> [UInt8] {
        [0, 0, 0x84, 0, 0, 0] + Self.word(records.count) + [0, 0, 0, 0] + records.flatMap(\.self)
    }

    /// Asks whether anybody has the name, and says what would be claimed (section 8.1).
    package var probe: [UInt8] {
        let claims = addresses.map { record(kind(of: $0), isShared: true, Self.lifetime, $0) }
        // The bit beside the class asks for answers to this machine alone.
        return [0, 0, 0, 0, 0, 1, 0, 0] + Self.word(claims.count) + [0, 0] + encodedName + Self.word(Self.kindAny)
            + [0x80, 1] + claims.flatMap(\.self)
    }

    /// Records as they are compared when two probe at once: in order, the first that is later wins (section 8.2.1).
    var claims: [[UInt8]] { addresses.map { [0, 1] + Self.word(kind(of: $0)) + $0 }.sorted(by: Self.isBefore) }

    static func claims(of records: [MulticastDNSMessage.Record]) -> [[UInt8]] {
        records.map { word($0.class) + word($0.kind) + $0.data }.sorted(by: isBefore)
    }

    static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.lexicographicallyPrecedes(other) }

    private func kind(of address: [UInt8]) -> Int { address.count == 4 ? Self.kindA : Self.kindAAAA }

    private var encodedName: [UInt8] {
        var bytes: [UInt8] = []
        for label in name.split(separator: ".") {
            let text = label.utf8.prefix(63)
            bytes += [UInt8(text.count)] + Array(text)
        }
        return bytes + [0]
    }

    private func records(isShared: Bool, lifetime: Int, kind wanted: Int) -> [[UInt8]] {
        let kinds = Set(addresses.map(kind(of:)))
        var records =
            addresses.filter { wanted == Self.kindAny || wanted == kind(of: $0) }
            .map { record(kind(of: $0), isShared: isShared, lifetime, $0) }
        let isLacking = [Self.kindA, Self.kindAAAA].contains {
            !kinds.contains($0) && [$0, Self.kindAny].contains(wanted)
        }
        if isLacking {
            // One bit for each kind that there is, from the highest of the first byte on.
            let bits: [UInt8] = kinds.contains(Self.kindAAAA) ? [0, 4, 0, 0, 0, 8] : [0, 1, 0x40]
            records.append(record(Self.kindNSEC, isShared: isShared, lifetime, encodedName + bits))
        }
        return records
    }

    private func record(_ kind: Int, isShared: Bool, _ lifetime: Int, _ data: [UInt8]) -> [UInt8] {
        encodedName + Self.word(kind) + [isShared ? 0 : 0x80, 1] + [0, 0] + Self.word(lifetime)
            + Self.word(data.count) + data
    }

    private static func word(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
