/// A file of an export that is made piece by piece when it is wanted.
package struct ExportPart: Sendable {
    /// About how many bytes are handed over at a time.
    package static let pieceSize = 64 << 10

    /// A part's entry in the manifest.
    package struct Summary: Hashable, Sendable {
        /// Its name, without a folder.
        package var name: String
        /// Bytes in all.
        package var bytes: Int
        /// The SHA-256 of them as 64 hexadecimal digits in lower case.
        package var digest: String
        /// How many of each of the content's items it holds, by name.
        package var counts: [String: Int]

        /// Memberwise.
        package init(name: String, bytes: Int, digest: String, counts: [String: Int]) {
            self.name = name
            self.bytes = bytes
            self.digest = digest
            self.counts = counts
        }
    }

    /// Takes the next bytes of a file.
    package typealias ByteConsumer = (_ piece: [UInt8]) throws -> Void

    /// Its name, without a folder.
    package let name: String
    /// The media type, such as `text/csv`.
    package let mediaType: String
    private let content: ExportContent
    private let make: @Sendable (_ content: ExportContent, _ take: @escaping ByteConsumer) throws -> [String: Int]

    init(
        name: String, mediaType: String, _ content: ExportContent,
        _ make: @escaping @Sendable (_ content: ExportContent, _ take: @escaping ByteConsumer) throws -> [String: Int]
    ) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
        self.make = make
    }

    /// Makes the file and hands its bytes over in order.
    /// - Parameter take: takes each piece.
    /// - Returns: how many of each of the content's items it holds, by name.
    /// - Throws: what `take` throws; `Failure` when the content does not fit the format, cannot be read, or was changed
    ///   meanwhile.
    package func write(_ take: @escaping ByteConsumer) throws -> [String: Int] {
        let counts = try make(content, take)
        try content.check()
        return counts
    }

    /// The file, all in memory.
    /// - Throws: as ``write(_:)``.
    package func file() throws -> ExportFile {
        let whole = Whole()
        let counts = try write { whole.bytes += $0 }
        return ExportFile(name: name, mediaType: mediaType, bytes: whole.bytes, counts: counts)
    }

    private final class Whole {
        var bytes: [UInt8] = []
    }
}
