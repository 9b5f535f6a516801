/// What must be known of a file before its sectors can be understood.
struct CWADialect: Hashable {
    /// Whether sectors have rate code 0, which comes with no checksum and so is believed only where most have it.
    var isVeryOld = false
    /// Whether the top bit of a sector's fifth word says that the rest is a fraction of a second. Old firmware put the
    /// recorder's number there, which may have that bit too.
    var hasFraction = true

    /// Judges by the first sectors of `file` from byte `start` on.
    init(_ file: RecordingFile, from start: Int, header: CWAHeader?) throws {
        let bytes = try file.bytes(at: start, count: 256 * CWASector.size)
        var balance = 0
        var fields: [UInt16] = []
        for offset in stride(from: 0, to: bytes.count - CWASector.size + 1, by: CWASector.size)
        where bytes[offset...].starts(with: [0x41, 0x58, 0xFC, 0x01]) {
            balance += bytes[offset + 24] == 0 ? 1 : -1
            fields.append(UInt16(bytes[offset + 4]) | UInt16(bytes[offset + 5]) << 8)
        }
        isVeryOld = balance > 0
        // Sectors do not last whole seconds at any rate, so a fraction changes from one to the next.
        guard fields.count >= 2, let field = fields.first else { return }
        let isNumber = header.map { UInt16(truncatingIfNeeded: $0.device) == field } ?? true
        // A few fields may be damaged.
        hasFraction = !(isNumber && fields.count(where: { $0 != field }) <= fields.count / 8)
    }
}
