import Runtime

/// A finished file of an export.
package struct ExportFile: Hashable, Sendable {
    /// Its name, without a folder.
    package var name: String
    /// The media type, such as `text/csv`.
    package var mediaType: String
    /// The contents of the file.
    package var bytes: [UInt8]
    /// How many of each of the content's items it holds, by name; what does not fit the format is not counted.
    package var counts: [String: Int]

    /// The file's entry in the manifest.
    package var summary: ExportPart.Summary {
        ExportPart.Summary(name: name, bytes: bytes.count, digest: SHA256.hex(of: bytes), counts: counts)
    }

    /// Memberwise; what is not given has its default.
    package init(name: String, mediaType: String, bytes: [UInt8], counts: [String: Int] = [:]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
        self.counts = counts
    }
}
