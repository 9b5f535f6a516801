#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Keeps each piece of data in a file of a folder that only its owner may open. Files are replaced whole.
public struct FolderStore: BlobStore {
    private let folder: String

    /// A store in `folder`, which is made when it is not there.
    public init(folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    public func read(_ name: String) throws -> Data? {
        let path = path(name)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data = try Data(contentsOf: URL(filePath: path))
        return data.isEmpty ? nil : data
    }

    public func write(_ name: String, _ data: Data) throws {
        let path = path(name)
        // The atomic write takes over the permissions of the file that it replaces.
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        try data.write(to: URL(filePath: path), options: .atomic)
    }

    public func remove(_ name: String) throws {
        let path = path(name)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    private func path(_ name: String) -> String { "\(folder)/\(PercentEncoding.escape(name))" }
}
