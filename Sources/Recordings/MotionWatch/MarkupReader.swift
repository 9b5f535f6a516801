import Glibc

/// Takes XML apart into elements and text, of whatever it is given.
struct MarkupReader {
    /// A piece of the markup.
    enum Piece {
        case start(String)
        case end(String)
        /// Text between two tags, as a range of the bytes.
        case text(Range<Int>)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var pendingEnd: String?

    /// A reader of `bytes`, which must last as long as it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next piece; nil at the end.
    mutating func next() -> Piece? {
        if let end = pendingEnd {
            pendingEnd = nil
            return .end(end)
        }
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                let start = place
                place = find(UInt8(ascii: "<"))
                return .text(start..<place)
            }
            let end = find(UInt8(ascii: ">"))
            var tag = bytes[(place + 1)..<max(place + 1, end)]
            place = min(bytes.count, end + 1)
            guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { continue }
            let isEnd = first == UInt8(ascii: "/")
            if isEnd { tag = tag.dropFirst() }
            let isEmpty = tag.last == UInt8(ascii: "/")
            let name = String(decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }.prefix(100), as: UTF8.self)
            if isEnd { return .end(name) }
            if isEmpty { pendingEnd = name }
            return .start(name)
        }
        return nil
    }

    /// The place of the next `byte`, or of the end.
    private func find(_ byte: UInt8) -> Int {
        guard let base = bytes.baseAddress, let found = memchr(base + place, Int32(byte), bytes.count - place) else {
            return bytes.count
        }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// The text of a range, with its entities replaced.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        let text = String(ofLog: bytes).trimmed
        return bytes.contains(UInt8(ascii: "&")) ? entities.reduce(text) { $0.replacing($1.0, with: $1.1) } : text
    }
}
