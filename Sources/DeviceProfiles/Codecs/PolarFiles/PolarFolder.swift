import Signals

/// What a folder of a Polar device holds (Polar BLE SDK, pftp_response.proto, PbPFtpDirectory).
struct PolarFolder: Hashable, Sendable {
    /// A file, or a folder whose name ends with a slash.
    struct Entry: Hashable, Sendable {
        var name: String
        /// Bytes of a file.
        var size: Int
    }

    /// No folder has more of them here.
    static let limit = 1024

    /// The entries, in the device's order.
    var entries: [Entry] = []

    /// Reads the answer to a request for a folder; what has no name that can be asked for is passed over.
    /// - Throws: `DecodeError` for bytes that are none.
    init(_ content: [UInt8]) throws(DecodeError) {
        var reader = ProtocolBufferReader(content[...])
        while let (field, value) = try reader.next() {
            guard field == 1, let content = value.content, entries.count < Self.limit else { continue }
            var inner = ProtocolBufferReader(content)
            var entry = Entry(name: "", size: 0)
            while let (field, value) = try inner.next() {
                switch field {
                case 1: entry.name = Self.name(value.content ?? [])
                case 2: entry.size = Int(clamping: value.number ?? 0)
                default: break
                }
            }
            if !entry.name.isEmpty { entries.append(entry) }
        }
    }

    /// A name of letters, digits and a few signs, with a slash at most at its end; empty for any other.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        let isSound =
            bytes.count <= 64
            && bytes.enumerated().allSatisfy { place, byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                case 0x2F: place > 0 && place == bytes.count - 1
                default: false
                }
            }
        let text = String(decoding: bytes, as: UTF8.self)
        return isSound && text != ".." && text != "../" ? text : ""
    }

    /// The folders in it whose names are so many digits, the highest first.
    func folders(digits: Int) -> [String] {
        entries.map(\.name).filter { name in
            name.utf8.count == digits + 1 && name.hasSuffix("/")
                && name.utf8.dropLast().allSatisfy { (0x30...0x39).contains($0) }
        }.sorted(by: >)
    }
}
