#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A file that was imported.
public struct Recording: Sendable, Hashable, Codable, Identifiable {
    /// The number.
    public var id: Int
    /// The file's name.
    public var name: String
    /// Its size.
    public var bytes: Int
    /// Its format.
    public var format: String
    /// How the import ended.
    public var state: String
    /// Why it failed.
    public var reason: String?
    /// The device that wrote it.
    public var device: String?
    /// The first sample.
    public var start: Date?
    /// The last sample.
    public var end: Date?
    /// When it was imported.
    public var imported: Date?

    enum CodingKeys: String, CodingKey {
        case id, name, bytes, format, state, reason, device
        case start = "start_s"
        case end = "end_s"
        case imported = "imported_s"
    }
}

/// All imported files.
public struct RecordingList: Sendable, Hashable, Codable {
    /// The files.
    public var recordings: [Recording]
}

/// How an import stands.
public struct ImportStatus: Sendable, Hashable, Codable, Identifiable {
    /// The id.
    public var id: String
    /// The file's name.
    public var name: String?
    /// `receiving`, `decoding`, `analysing`, then `complete`, `duplicate`, `failed` or `cancelled`.
    public var state: String
    /// How much is done, 0 to 1.
    public var fraction: Double
    /// What is being done, or what went wrong and what to do.
    public var message: String
    /// The nights that it brought, by the day of waking up.
    public var nights: [String]
    /// The device that wrote it.
    public var device: String?
    /// The number of the recording.
    public var recording: Int?
}

/// All imports.
public struct ImportList: Sendable, Hashable, Codable {
    /// The latest first.
    public var imports: [ImportStatus]
}

/// The files of an export.
public struct ExportListing: Sendable, Hashable, Codable {
    /// Their names; the manifest is the last.
    public var files: [String]
}
