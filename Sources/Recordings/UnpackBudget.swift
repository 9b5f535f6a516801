import Runtime

/// How much an archive may unpack to: what recordings that were packed well come to, and no more than the disk can bear.
struct UnpackBudget {
    /// Recorders' own files come to 2 to 10 times their packed size, tables of text to 20 and more, and still nights of
    /// the same line over and over to more again; an archive that was made to burst comes to a thousand.
    static let ratio = 100
    /// Bytes that even a small archive may unpack to.
    static let least = 256 << 20

    /// The most bytes that `packed` bytes may unpack to.
    /// - Parameters:
    ///   - packed: bytes of the archive.
    ///   - limit: the most that anything may.
    ///   - free: bytes that are free where it is unpacked to, of which half is left; nil when it is not written anywhere.
    static func limit(packed: Int, limit: Int, free: Int? = nil) -> Int {
        let (scaled, overflow) = max(0, packed).multipliedReportingOverflow(by: ratio)
        let (sum, isMore) = scaled.addingReportingOverflow(least)
        let usual = overflow || isMore ? Int.max : sum
        return min(limit, usual, free.map { $0 / 2 } ?? .max)
    }

    /// Bytes that are free for temporary files; nil when the system does not tell.
    static var freeBytes: Int? {
        MemoryFolder.freeForTemporaryFiles.map { Int(clamping: $0) }
    }
}
