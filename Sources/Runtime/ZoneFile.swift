public import Signals

/// Reads compiled time zones: TZif versions 1 to 4 (RFC 8536, RFC 9636).
public enum ZoneFile {
    /// The zone that `bytes` describe, under the name `name`; a rule in the footer is expanded to the end of 2100.
    /// - Throws: `DecodeError` with the offset of the first byte that is not as the format demands; zones that count
    ///   leap seconds (`right/…`) are refused, because instants here do not.
    public static func decode(_ bytes: [UInt8], name: String) throws(DecodeError) -> Zone {
        var cursor = ByteCursor(bytes.span.bytes)
        let narrow = try Header(&cursor)
        guard narrow.version > 0 else {
            return try table(narrow, &cursor) { cursor throws(DecodeError) in Int64(try cursor.big(Int32.self)) }
                .zone(name: name)
        }
        // Everything is said again in 64 bits after the block for readers of version 1.
        try cursor.skip(narrow.blockSize(bytesPerTime: 4))
        let wide = try Header(&cursor)
        var table = try table(wide, &cursor) { cursor throws(DecodeError) in try cursor.big(Int64.self) }
        if let rule = try footer(&cursor) { table.append(rule) }
        return table.zone(name: name)
    }

    /// The head of a block: how many there are of what.
    private struct Header {
        var version: UInt8
        var standardFlags, universalFlags, leapSeconds, transitions, kinds, characters: Int

        init(_ cursor: inout ByteCursor) throws(DecodeError) {
            let start = cursor.offset
            guard try cursor.array(4) == Array("TZif".utf8) else {
                throw DecodeError(.mismatch("no time zone file (TZif)"), at: start)
            }
            let letter = try cursor.little(UInt8.self)
            // A NUL for version 1, then the digits '2' and up; later versions keep to the layout of 2.
            guard letter == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(letter) else {
                throw DecodeError(.unsupported("version \(letter) of TZif"), at: start + 4)
            }
            version = letter
            try cursor.skip(15)
            universalFlags = Int(try cursor.big(UInt32.self))
            standardFlags = Int(try cursor.big(UInt32.self))
            leapSeconds = Int(try cursor.big(UInt32.self))
            transitions = Int(try cursor.big(UInt32.self))
            kinds = Int(try cursor.big(UInt32.self))
            characters = Int(try cursor.big(UInt32.self))
        }

        /// Bytes of the block that follows; counts are 32 bits wide, so that the sum cannot overflow.
        func blockSize(bytesPerTime: Int) -> Int {
            transitions * (bytesPerTime + 1) + kinds * 6 + characters + leapSeconds * (bytesPerTime + 4)
                + standardFlags + universalFlags
        }
    }

    private static func table(
        _ header: Header, _ cursor: inout ByteCursor,
        time: (inout ByteCursor) throws(DecodeError) -> Int64
    ) throws(DecodeError) -> ZoneTable {
        let start = cursor.offset
        guard header.leapSeconds == 0 else {
            throw DecodeError(.unsupported("a zone that counts leap seconds"), at: start)
        }
        guard (1...256).contains(header.kinds) else {
            throw DecodeError(.invalid("\(header.kinds) kinds of local time where 1 to 256 can be"), at: start)
        }
        var times: [Int64] = []
        for _ in 0..<header.transitions {
            let offset = cursor.offset
            let next = try time(&cursor)
            if let last = times.last, next <= last {
                throw DecodeError(.invalid("transitions that do not ascend"), at: offset)
            }
            times.append(next)
        }
        let indexes = cursor.offset
        let kinds = try cursor.array(header.transitions)
        var offsets: [Int] = []
        for _ in 0..<header.kinds {
            let offset = cursor.offset
            let seconds = Int(try cursor.big(Int32.self))
            guard ZoneTable.offsets.contains(seconds) else {
                throw DecodeError(.invalid("an offset of \(seconds) seconds from UTC"), at: offset)
            }
            offsets.append(seconds)
            try cursor.skip(2)
        }
        if let bad = kinds.firstIndex(where: { Int($0) >= header.kinds }) {
            throw DecodeError(.invalid("kind \(kinds[bad]) of \(header.kinds)"), at: indexes + bad)
        }
        try cursor.skip(header.characters + header.standardFlags + header.universalFlags)
        return ZoneTable(firstOffset: offsets[0], transitions: times, offsets: kinds.map { offsets[Int($0)] })
    }

    /// The rule for all later time, between two line feeds; nil when it is empty.
    private static func footer(_ cursor: inout ByteCursor) throws(DecodeError) -> ZoneRule? {
        let start = cursor.offset
        let text = try cursor.array(cursor.remaining)
        guard text.first == 10, let end = text.dropFirst().firstIndex(of: 10) else {
            throw DecodeError(.invalid("a footer without its two line feeds"), at: start)
        }
        if end == 1 { return nil }
        guard let rule = ZoneRule(String(decoding: text[1..<end], as: UTF8.self)) else {
            throw DecodeError(.invalid("a footer that is no rule for local time"), at: start + 1)
        }
        return rule
    }
}
