import Documents

/// A request as it goes over the wire, made of an input.
struct RequestText {
    /// What stands for the bytes from 0x80 on: the words that numbers, dates and names are made of when somebody means harm.
    static let words = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "-1e19", "1e300", "NaN", "inf",
        "0", "-1", "9999-12-31", "0001-01-01", "2262-04-12", "1", "4294967296", "9999-12-31T23:59:59Z",
        "1680-01-01T00:00:00Z", "2260-12-31T23:59:59-23:59", "9007199254740993", "1e-320", "%00", "%ff", "RUN-",
        "NIGHT",
        "DEVICE", "1750248000", "f1y2p0ij32e8e7.1y2p0ij32e8e7", "-0.0", "0.000001", "18446744073709551616", "null",
        "[]",
    ]

    /// What is sent.
    let bytes: [UInt8]

    init(_ input: [UInt8], isRaw: Bool, for fixture: RequestFixture) {
        let text = Self.written(input, fixture)
        guard !isRaw else {
            bytes = text
            return
        }
        // Lines end with a single feed, so that inputs stay short; the first empty one ends the head.
        let parts = Self.split(text)
        var lines = parts.head.split(separator: 0x0A)
        let line = lines.isEmpty ? Array("GET /".utf8)[...] : lines.removeFirst()
        var head = Array(line) + Array(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".utf8)
        for field in lines { head += field + [0x0D, 0x0A] }
        if let token = fixture.token { head += Array("Authorization: Bearer \(token)\r\n".utf8) }
        head += Array("Content-Length: \(parts.body.count)\r\n\r\n".utf8)
        bytes = head + parts.body
    }

    private static func split(_ text: [UInt8]) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
        let end = text.indices.first { text[$0] == 0x0A && $0 + 1 < text.count && text[$0 + 1] == 0x0A }
        guard let end else { return (text[...], []) }
        return (text[..<end], text[(end + 2)...])
    }

    private static func written(_ input: [UInt8], _ fixture: RequestFixture) -> [UInt8] {
        input.flatMap { byte -> [UInt8] in
            guard byte >= 0x80 else { return [byte] }
            switch words[Int(byte & 0x7F) % words.count] {
            case "RUN-": return Array("\(fixture.run)-".utf8)
            case "NIGHT": return Array(fixture.night.utf8)
            case "DEVICE": return Array(fixture.device.utf8)
            case let word: return Array(word.utf8)
            }
        }
    }
}
