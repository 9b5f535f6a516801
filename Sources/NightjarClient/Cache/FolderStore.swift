#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Keeps each piece of data in a file of a folder that only its owner may open. Files are replaced whole.
public struct FolderStore: BlobStore {
    private let folder: String

    /// A store in `folder`, which is made when it is not there and closed to others in any case.
    public init(folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }

    /// The data stored under a name; nil for none.
    public func read(_ name: String) throws -> Data? {
        let path = path(name)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data = try Data(contentsOf: URL(filePath: path))
        return data.isEmpty ? nil : data
    }

    /// Stores data under a name, whole or not at all.
    public func write(_ name: String, _ data: Data) throws {
        let path = path(name)
        try data.write(to: URL(filePath: path), options: .atomic)
        // Nobody else reached it until here: the folder is closed.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Removes what is stored under a name.
    public func remove(_ name: String) throws {
        let path = path(name)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    private func path(_ name: String) -> String { "\(folder)/\(PercentEncoding.escape(name))" }
}
