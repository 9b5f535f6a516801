public import Exports
import Glibc
import Runtime
import Signals
import Store

/// A file of an export that was made on the disk, gone with this object; who has it open reads on.
public final class MadeExport: Sendable {
    /// Its name, for whoever saves it.
    public let name: String
    /// Its media type.
    public let mediaType: String
    /// Where it lies.
    public let path: String
    /// The SHA-256 of its bytes as hexadecimal digits; nil of an archive.
    public let digest: String?

    init(name: String, mediaType: String, path: String, digest: String? = nil) {
        self.digest = digest
        self.name = name
        self.mediaType = mediaType
        self.path = path
    }

    deinit { unlink(path) }
}

extension Gateway {
    /// The files of an export, without the manifest; none is made yet.
    /// - Throws: `Failure` with code `usage` for a format that there is not, or when the content cannot be read.
    public static func parts(
        of content: ExportContent, format: String, bare: Bool = false
    ) throws -> [ExportPart] {
        guard let format = ExportFormat(rawValue: format) else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "“\(format)” is not a format of exports; there are \(known).")
        }
        let parts = format.parts(of: content, bare: bare)
        try content.check()
        return parts
    }

    /// Makes one file of an export on the disk, piece by piece, on a thread of its own: however long a recording is, its
    /// export fills no memory.
    /// - Parameters:
    ///   - content: what is taken home.
    ///   - parts: its files.
    ///   - name: which of them, or the manifest; nil for all: the file as it is where there is one, else a `.zip`.
    /// - Throws: `Failure` with code `notFound` for a name that there is not, or when there is no room or the content
    ///   cannot be read; `CancellationError`.
    public func make(_ content: ExportContent, _ parts: [ExportPart], file name: String?) async throws -> MadeExport {
        try await withTaskExecutorPreference(exporting) {
            try Task.checkCancellation()
            return try self.makeNow(content, parts, file: name)
        }
    }

    private func makeNow(_ content: ExportContent, _ parts: [ExportPart], file name: String?) throws -> MadeExport {
        let path = try scratchPath()
        if name == ExportManifest.name(content) {
            let manifest = ExportManifest.file(content, try parts.map { try Self.write($0) { _ in } })
            let file = try WholeFile(path)
            try file.write(manifest.bytes)
            try file.finish()
            return MadeExport(
                name: manifest.name, mediaType: manifest.mediaType, path: path, digest: manifest.summary.digest)
        }
        if let name, !parts.contains(where: { $0.name == name }) {
            throw Failure(.notFound, "The export has no file “\(name)”; with list=true it tells those that it has.")
        }
        if let part = name.map({ name in parts.first { $0.name == name } }) ?? (parts.count == 1 ? parts[0] : nil) {
            let file = try WholeFile(path)
            let digest = try Self.write(part) { try file.write($0) }.digest
            try file.finish()
            return MadeExport(name: part.name, mediaType: part.mediaType, path: path, digest: digest)
        }
        let archive = try ZipFile(path: path)
        var summaries: [ExportPart.Summary] = []
        for part in parts {
            try archive.begin(part.name)
            summaries.append(try Self.write(part) { try archive.write($0) })
            try archive.end()
        }
        try archive.add(ExportManifest.file(content, summaries))
        try archive.close()
        return MadeExport(name: "\(content.label).zip", mediaType: "application/zip", path: path)
    }

    /// Makes a part and tells what a manifest says of it.
    private static func write(_ part: ExportPart, _ take: @escaping ExportPart.Taker) throws -> ExportPart.Summary {
        let tally = Tally()
        let counts = try part.write { piece in
            try Task.checkCancellation()
            tally.add(piece)
            try take(piece)
        }
        return ExportPart.Summary(name: part.name, bytes: tally.bytes, digest: tally.digest, counts: counts)
    }

    /// Counts and digests what passes.
    private final class Tally {
        private(set) var bytes = 0
        private var hash = ContentHash()

        func add(_ piece: [UInt8]) {
            bytes += piece.count
            hash.update(piece)
        }

        var digest: String { ContentHash.hex(hash.digest()) }
    }
}

extension ContentHash {
    /// A digest as 64 hexadecimal digits in lower case.
    static func hex(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
